#include "world/round_ends.hpp"
#include "testing/zoo.hpp"

using namespace poise;

namespace {

Round any_round(test::Dice& dice, bool ball) {
  Round round{dice.vector(0.5), dice.vector(0.5), dice.uniform(0.01, 0.2), 0.0};
  if (ball) round.b = round.a;
  const double length = (round.b - round.a).norm();
  round.rb = ball ? round.ra : std::max(0.005, round.ra + dice.uniform(-0.9, 0.9) * std::min(length, round.ra));
  return round;
}

Round ball_at(const Round& round, int end) {
  return end == 0 ? Round{round.a, round.a, round.ra, round.ra} : Round{round.b, round.b, round.rb, round.rb};
}

}  // namespace

TEST("the ends of two rounds are what their balls say alone, and without a fall inwards nothing is nearer") {
  test::Dice dice;
  std::vector<Round> rounds;
  std::vector<RoundForm> forms;
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < 400; ++i) {
    rounds.push_back(any_round(dice, i % 7 == 0));
    forms.push_back(RoundForm::of(rounds.back()));
    if (i % 2 == 1) pairs.emplace_back(i - 1, i);
  }
  rounds[3] = rounds[2];  // parallel, side by side
  rounds[3].a += Vec3(0.0, 0.0, 0.3);
  rounds[3].b += Vec3(0.0, 0.0, 0.3);
  forms[3] = forms[2];
  std::vector<RoundEnds> found;
  find_ends(rounds, forms, pairs, found);
  int inside = 0;
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    const Round &first = rounds[static_cast<std::size_t>(pairs[n].first)],
                &second = rounds[static_cast<std::size_t>(pairs[n].second)];
    for (int lane = 0; lane < 4; ++lane) {
      const Closest alone =
          lane < 2 ? closest(ball_at(first, lane), second) : closest(first, ball_at(second, lane - 2));
      const Closest at = found[n].at(first, second, lane);
      CHECK_NEAR(at.distance, alone.distance, 1e-12);
      CHECK_NEAR(at.normal, alone.normal, 1e-9);
      CHECK_NEAR(at.on_first, alone.on_first, 1e-9);
      CHECK_NEAR(at.on_second, alone.on_second, 1e-9);
    }
    const int end = found[n].nearest();
    const double whole = closest(first, second).distance, least = found[n].distance[static_cast<std::size_t>(end)];
    const bool falls = found[n].slope_inwards(first, second, end) < -1e-7;
    inside += falls;
    CHECK(whole <= least + 1e-7);
    if (!falls) CHECK_NEAR(whole, least, 2e-7);
    CHECK(least_distance(first, second) <= whole + 1e-7);
  }
  CHECK(inside > 10);
}
