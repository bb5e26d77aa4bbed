// Bounds in the way of a quadratic function, against all sets of them that could be held.
#include "kernel/dual_method.hpp"

#include <cmath>
#include <limits>

#include "testing/check.hpp"

using namespace poise;

namespace {

// min g · v + ½ vᵀ H v where A v ≤ b.
struct Program {
  MatX H, A;
  VecX g, b;

  VecX minimum() const { return -H.llt().solve(g); }
  double value(const VecX& v) const { return g.dot(v) + 0.5 * v.dot(H * v); }
};

Program random_program(test::Dice& dice, int n, int rows) {
  const auto number = [&] { return dice.uniform(-1.0, 1.0); };
  Program p;
  const MatX roots = MatX::NullaryExpr(n, n, number);
  p.H = roots * roots.transpose() + 0.1 * MatX::Identity(n, n);
  p.A = MatX::NullaryExpr(rows, n, number);
  p.g = 3.0 * VecX::NullaryExpr(n, number);
  p.b = VecX::NullaryExpr(rows, [&] { return dice.uniform(0.0, 0.5); });
  return p;
}

// By the conditions of optimality of every set of rows that could be held.
VecX by_all_sets(const Program& p) {
  VecX best;
  double least = std::numeric_limits<double>::infinity();
  for (int set = 0; set < 1 << p.b.size(); ++set) {
    std::vector<Eigen::Index> held;
    for (Eigen::Index i = 0; i < p.b.size(); ++i)
      if (set >> i & 1) held.push_back(i);
    const auto m = static_cast<Eigen::Index>(held.size()), n = p.g.size();
    if (m > n) continue;
    MatX whole = MatX::Zero(n + m, n + m);
    whole.topLeftCorner(n, n) = p.H;
    VecX right(n + m);
    right.head(n) = -p.g;
    for (Eigen::Index i = 0; i < m; ++i) {
      whole.row(n + i).head(n) = p.A.row(held[static_cast<std::size_t>(i)]);
      whole.col(n + i).head(n) = p.A.row(held[static_cast<std::size_t>(i)]).transpose();
      right[n + i] = p.b[held[static_cast<std::size_t>(i)]];
    }
    const VecX v = whole.fullPivLu().solve(right).head(n);
    if ((p.A * v - p.b).maxCoeff() > 1e-9 || !(p.value(v) < least)) continue;
    least = p.value(v);
    best = v;
  }
  return best;
}

// As QuickMethod asks it; false when a bound cannot be kept.
bool solve(const Program& p, DualMethod& dual) {
  const auto value = [&](int row, const VecX& v) { return p.A.row(row).dot(v); };
  dual.start(p.minimum());
  for (int i = 0; i < 100; ++i) {
    Eigen::Index worst = 0;
    const double excess = (p.A * dual.at() - p.b).maxCoeff(&worst);
    if (excess <= 1e-12) return true;
    const VecX response = p.H.llt().solve(VecX(p.A.row(worst).transpose()));
    if (!dual.take({static_cast<int>(worst), Side::kUpper, excess}, response, value)) return false;
  }
  return false;
}

}  // namespace

TEST("the dual method finds the minimum among the bounds, and multipliers that push against those it holds") {
  test::Dice dice;
  int released = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Program p = random_program(dice, 5, 8);
    DualMethod dual;
    CHECK(solve(p, dual));
    CHECK_NEAR(dual.at(), by_all_sets(p), 1e-8);
    VecX slope = p.g + p.H * dual.at();
    for (std::size_t i = 0; i < dual.size(); ++i) {
      CHECK(dual.multiplier(i) >= 0.0);
      slope += dual.multiplier(i) * p.A.row(dual.row(i)).transpose();
    }
    CHECK(slope.norm() < 1e-8);
    released += (p.A * p.minimum() - p.b).maxCoeff() > 0.0 && dual.size() == 1;
  }
  CHECK(released > 0);
}

TEST("a lower end is kept as an upper one is") {
  Program p;
  p.H = MatX::Identity(2, 2);
  p.g = VecX::Constant(2, 3.0);  // the minimum is at −3, −3
  DualMethod dual;
  dual.start(p.minimum());
  const auto first = [](int, const VecX& v) { return v[0]; };
  CHECK(dual.take({0, Side::kLower, 2.0}, VecX::Unit(2, 0), first));  // v₀ ≥ −1
  CHECK_NEAR(dual.at(), VecX(Vec2(-1.0, -3.0)), 1e-15);
  CHECK(dual.side(0) == Side::kLower && std::abs(dual.multiplier(0) - 2.0) < 1e-15);
}

TEST("bounds that contradict each other, or what is fixed, cannot be kept") {
  Program p;
  p.H = MatX::Identity(2, 2);
  p.g = VecX::Zero(2);
  p.A = (MatX(2, 2) << 1.0, 0.0, -1.0, 0.0).finished();
  p.b = Vec2(-1.0, -1.0);  // v₀ ≤ −1 and v₀ ≥ 1
  DualMethod dual;
  CHECK(!solve(p, dual));
  dual.start(p.minimum());
  CHECK(!dual.take({0, Side::kUpper, 1.0}, VecX::Zero(2), [](int, const VecX& v) { return v[0]; }));
}
