#include "limb/limb_batch.hpp"

#include <thread>

namespace poise {

void solve_limbs(const LimbStance& stance, const std::vector<LimbGoal>& goals, const std::vector<LimbChoice>& choices,
                 int threads, std::vector<LimbAnswer>& answers) {
  constexpr std::size_t kLeast = 256;  // goals that are worth a thread
  const std::size_t count = goals.size();
  answers.resize(count);
  const auto work = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      answers[i] = best_limb(stance, goals[i], choices[choices.size() == 1 ? 0 : i]);
  };
  const std::size_t wished = threads > 0 ? static_cast<std::size_t>(threads) : std::thread::hardware_concurrency();
  const std::size_t used = std::max<std::size_t>(1, std::min(wished, count / kLeast));
  std::vector<std::thread> helpers;
  for (std::size_t k = 1; k < used; ++k) helpers.emplace_back(work, count * k / used, count * (k + 1) / used);
  work(0, count / used);
  for (std::thread& helper : helpers) helper.join();
}

}  // namespace poise
