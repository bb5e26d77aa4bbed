#include "direct/limited_turn.hpp"

#include <Eigen/SVD>

#include "body/kinematics.hpp"
#include "limits/limits.hpp"
#include "testing/check.hpp"

using namespace poise;
using namespace poise::test;

namespace {

Mat3 random_G(Dice& dice, int pairs) {
  Mat3 G = Mat3::Zero();
  for (int i = 0; i < pairs; ++i) G += dice.uniform(0.1, 2.0) * dice.vector(1.0) * dice.vector(1.0).transpose();
  return G;
}

Joint joint_of(Model model) {
  Joint joint;
  joint.model = model;
  return joint;
}

// The largest value on a grid, refined by grids around the best point: no slope, no formula.
template <int kSize, typename Value>
double brute(Value&& value, Eigen::Matrix<double, kSize, 1> low, Eigen::Matrix<double, kSize, 1> high) {
  using Point = Eigen::Matrix<double, kSize, 1>;
  constexpr int kGrid = kSize == 1 ? 400 : 60;
  double best = -1e300;
  const Point least = low, most = high;
  for (int round = 0; round < 14; ++round) {
    Point where = low;
    const int count = kSize == 1 ? kGrid + 1 : (kGrid + 1) * (kGrid + 1);
    for (int i = 0; i < count; ++i) {
      Point x;
      for (int k = 0, rest = i; k < kSize; ++k, rest /= kGrid + 1)
        x[k] = low[k] + (high[k] - low[k]) * (rest % (kGrid + 1)) / kGrid;
      const double v = value(x);
      if (v > best) {
        best = v;
        where = x;
      }
    }
    const Point width = (high - low) * (2.0 / kGrid);
    low = (where - width).cwiseMax(least);
    high = (where + width).cwiseMin(most);
  }
  return best;
}

using One = Eigen::Matrix<double, 1, 1>;

}  // namespace

TEST("the best angle is that of a search, free and in a range, also where two valleys are") {
  Dice dice;
  for (int i = 0; i < 60; ++i) {
    Waves waves{dice.uniform(-1.0, 1.0), dice.uniform(-1.0, 1.0), 0.0, 0.0};
    if (i % 2 == 1) waves.gamma = dice.uniform(-1.0, 1.0), waves.delta = dice.uniform(-1.0, 1.0);
    const double low = dice.uniform(-3.0, 0.0), high = low + dice.uniform(0.1, 3.0);
    const auto value = [&](const One& x) { return -waves(x[0]); };
    const double inside = best_angle(waves, {low, high}, 0.5 * (low + high));
    CHECK(inside >= low && inside <= high);
    CHECK_NEAR(-waves(inside), brute<1>(value, One(low), One(high)), 1e-9);
    const double free = best_angle(waves, {-1e300, 1e300}, 7.0);
    CHECK(std::abs(free - 7.0) <= kPi + 1e-9);
    CHECK_NEAR(-waves(free), brute<1>(value, One(-kPi), One(kPi)), 1e-9);
  }
  CHECK_NEAR(best_angle({}, {-1.0, 1.0}, 0.3), 0.3, 0.0);  // nothing is wanted: it stays
}

TEST("the best elbow is that of a search over both angles, free and inside its ranges") {
  Dice dice;
  const Joint joint = joint_of(Model::kElbow);
  for (int i = 0; i < 25; ++i) {
    const Mat3 G = random_G(dice, 1 + i % 3);
    const auto value = [&](const Vec2& x) { return agreement(joint_motion(joint, VecX(x)).R, G); };
    const Vec2 low(dice.uniform(-2.0, 0.0), dice.uniform(-2.0, 0.0));
    const Vec2 high = low + Vec2(dice.uniform(0.1, 2.5), dice.uniform(0.1, 2.5));
    const Vec2 inside = best_elbow(G, {low[0], high[0]}, {low[1], high[1]}, low);
    CHECK((inside.array() >= low.array()).all() && (inside.array() <= high.array()).all());
    CHECK(value(inside) >= brute<2>(value, low, high) - 1e-9);  // the search may end on a lower hill
    const Range free{-1e300, 1e300};
    const Vec2 best = best_elbow(G, free, free, Vec2::Zero());
    CHECK(value(best) >= brute<2>(value, Vec2(-kPi, -kPi), Vec2(kPi, kPi)) - 1e-9);
  }
}

TEST("the best swing is that of a search") {
  Dice dice;
  for (int i = 0; i < 25; ++i) {
    const Mat3 G = random_G(dice, 1 + i % 3);
    const Quat best = best_swing(G, Quat::Identity());
    CHECK_NEAR(best.z(), 0.0, 0.0);
    const auto value = [&](const Vec2& s) { return agreement(rotation_of_swing(s).toRotationMatrix(), G); };
    CHECK(agreement(best.toRotationMatrix(), G) >= brute<2>(value, Vec2(-kPi, -kPi), Vec2(kPi, kPi)) - 1e-9);
  }
}

TEST("the best ball is that of the singular values (Kabsch), and of one pair of vectors the direct turn") {
  Dice dice;
  for (int i = 0; i < 100; ++i) {
    const Mat3 G = random_G(dice, 2 + i % 3);
    const Eigen::JacobiSVD<Mat3> svd(G, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const double sign = (svd.matrixU() * svd.matrixV().transpose()).determinant() > 0.0 ? 1.0 : -1.0;
    const Mat3 kabsch = svd.matrixU() * Vec3(1.0, 1.0, sign).asDiagonal() * svd.matrixV().transpose();
    CHECK_NEAR(agreement(best_ball(G, dice.rotation()).toRotationMatrix(), G), agreement(kabsch, G), 1e-9);
    const Vec3 from = dice.direction(), to = dice.direction();
    const Quat direct = best_ball(to * from.transpose(), Quat::Identity());
    CHECK_NEAR(distance(direct, direct_rotation(from, to)), 0.0, 1e-6);
  }
}

TEST("inside limits a swing or ball is never worse than its free optimum clamped, nor than staying") {
  Dice dice;
  int better = 0;
  for (int i = 0; i < 300; ++i) {
    Joint joint = joint_of(i % 2 == 0 ? Model::kBall : Model::kSwing);
    joint.limit.swing = i % 3 == 0 ? SwingLimit(Cone{0.6}) : SwingLimit(Ellipse{0.9, 0.4});
    if (joint.model == Model::kBall) joint.limit.twist = Range{-0.5, 0.7};
    const Mat3 G = random_G(dice, 3);
    VecX q = VecX::Zero(size_of(joint.model).stored);
    if (joint.model == Model::kBall) store_rotation(joint, Quat::Identity(), q);
    const VecX start = q;
    VecX clamped = q;
    if (joint.model == Model::kBall)
      store_rotation(joint, best_ball(G, Quat::Identity()), clamped);
    else
      clamped = swing_of(best_swing(G, Quat::Identity()) * Vec3::UnitZ());
    clamp_joint(joint, nullptr, clamped);
    improve_turn(joint, G, q);
    const auto value = [&](const VecX& x) { return agreement(joint_motion(joint, x).R, G); };
    CHECK(value(q) >= value(clamped) - 1e-12);
    CHECK(value(q) >= value(start) - 1e-12);
    better += value(q) > value(clamped) + 1e-3;
    VecX again = q;
    clamp_joint(joint, nullptr, again);
    CHECK_NEAR(again, q, 1e-9);
  }
  CHECK(better > 30);  // and often it is better
}
