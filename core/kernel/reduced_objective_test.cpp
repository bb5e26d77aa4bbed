// What comes last with the curvature of what holds it, against the whole system of optimality; and bounds that depend
// on each other.
#include "kernel/reduced_objective.hpp"

#include <optional>

#include "kernel/quick_case_test.hpp"

using namespace poise;
using namespace poise::quick_case;

namespace {

// Of what holds the criteria: some symmetric matrix by the multiplier of each row, and of each bound.
class RandomCurvature final : public CurvatureSource {
 public:
  RandomCurvature(test::Dice& dice, double size) : some_(random(dice, kFreedoms, 64)), size_(size) {}

  void add_curvature(std::size_t, const Multipliers& multipliers, MatX& curvature) override {
    const auto add = [&](const VecX& all, int at) {
      for (const double multiplier : all) {
        const VecX a = some_.col(at % 64), b = some_.col((at + 7) % 64);
        curvature += size_ * multiplier * (a * b.transpose() + b * a.transpose());
        ++at;
      }
    };
    for (std::size_t k = 0; k < multipliers.levels.size(); ++k) add(multipliers.levels[k], 5 * static_cast<int>(k));
    add(multipliers.bounds, 30);
  }

 private:
  MatX some_;
  double size_;
};

// Criteria with the curvature of what holds them, all levels being met and the active set known: multipliers by least
// squares, then the whole system of optimality at once. None where they are concave between the rows: what solves the
// system is no minimum then.
std::optional<VecX> by_whole_system(const Case& c, const std::vector<ActiveBound>& active, CurvatureSource& source) {
  MatX At(kFreedoms, 0);
  std::vector<double> wanted;
  std::vector<double*> owners;
  Multipliers multipliers;
  for (const LevelRows& level : c.levels) multipliers.levels.push_back(VecX::Zero(level.e.size()));
  multipliers.bounds.setZero(static_cast<Eigen::Index>(c.bounds.size()));
  const auto add = [&](const VecX& row, double value, double* owner) {
    At.conservativeResize(Eigen::NoChange, At.cols() + 1);
    At.rightCols<1>() = row;
    wanted.push_back(value);
    owners.push_back(owner);
  };
  std::size_t slot = c.bounds.size();
  for (std::size_t k = 0; k < c.levels.size(); ++k) {
    const LevelRows& level = c.levels[k];
    for (Eigen::Index i = 0; i < level.Jt.cols(); ++i) {
      const bool inequality = level.low.size() > 0;
      const Side side = inequality ? active[slot++].side : Side::kNone;
      if (inequality && side == Side::kNone) continue;
      add(level.Jt.col(i), inequality ? level.high[i] : level.e[i], &multipliers.levels[k][i]);
    }
  }
  for (std::size_t i = 0; i < c.bounds.size(); ++i) {
    if (active[i].side == Side::kNone) continue;
    VecX row(kFreedoms);
    c.bounds.write(i, kFreedoms, row.data());
    add(row, target_of(c.bounds[i], active[i].side), &multipliers.bounds[static_cast<Eigen::Index>(i)]);
  }
  const VecX found = At.colPivHouseholderQr().solve(-c.objective.gradient);
  for (std::size_t i = 0; i < owners.size(); ++i) *owners[i] = found[static_cast<Eigen::Index>(i)];
  const Eigen::Index m = At.cols();
  MatX hessian = c.objective.tree.exists() ? c.objective.tree.dense() : c.objective.hessian;
  source.add_curvature(c.levels.size(), multipliers, hessian);
  const MatX free = At.transpose().fullPivLu().kernel();
  if (Eigen::LLT<MatX>(free.transpose() * hessian * free).info() != Eigen::Success) return std::nullopt;
  MatX whole = MatX::Zero(kFreedoms + m, kFreedoms + m);
  whole.topLeftCorner(kFreedoms, kFreedoms) = hessian;
  whole.topRightCorner(kFreedoms, m) = At;
  whole.bottomLeftCorner(m, kFreedoms) = At.transpose();
  VecX right(kFreedoms + m);
  right << -c.objective.gradient, Eigen::Map<const VecX>(wanted.data(), m);
  return VecX(whole.fullPivLu().solve(right).head(kFreedoms));
}

// The step of the general way from the same guess; none where it took more than one round a level, to another set.
std::optional<VecX> generally_from(const StepRequest& asked, std::vector<ActiveBound> guess) {
  StepRequest same = asked;
  same.active = &guess;
  GeneralMethod general;
  general.step(same);
  if (general.rounds() > static_cast<int>(asked.levels->size()) + 1) return std::nullopt;
  return general.found();
}

}  // namespace

TEST("criteria with the curvature of what holds them are at the optimum of their Lagrangian's model, by another way") {
  test::Dice dice;
  int answered = 0, held = 0, concave = 0;
  for (int trial = 0; trial < 400; ++trial) {
    Case c = make(dice, trial % 2 ? 1e6 : 3.0, trial % 4 < 2 ? Last::kByJoint : Last::kDense);
    if (trial % 3 == 0) add_area(dice, 2.0, 0.0, c);
    RandomCurvature curvature(dice, trial % 5 == 0 ? 0.3 : 0.02);
    std::vector<ActiveBound> active(slots(c));
    StepRequest asked = request(c, active);
    asked.source = &curvature;
    QuickMethod quick;
    if (!quick.step(asked) || !quick.step(asked) || quick.rounds() > 1) continue;
    ++answered;
    if (const std::optional<VecX> optimum = by_whole_system(c, active, curvature)) {
      CHECK_NEAR(quick.found(), *optimum, 1e-8);
    } else if (const std::optional<VecX> found = generally_from(asked, active)) {
      CHECK_NEAR(quick.found(), *found, 1e-7);
      ++concave;
    }
    held += std::any_of(active.begin(), active.end(), [](const ActiveBound& b) { return b.side != Side::kNone; });
  }
  CHECK(answered > 150);
  CHECK(held > 40);
  CHECK(concave > 10);
}

TEST("a second-order posture that comes last is served as criteria are, and has its curvature afterwards") {
  test::Dice dice;
  int answered = 0;
  for (int trial = 0; trial < 200; ++trial) {
    Case c = make(dice, trial % 2 ? 1e6 : 2.0, Last::kPosture), same = c;
    c.levels.back().second_order = true;
    c.levels.back().damping = trial % 3 == 0 ? 0.01 : 0.0;
    RandomCurvature curvature(dice, 0.02);
    std::vector<ActiveBound> active(c.bounds.size());
    StepRequest asked = request(c, active);
    asked.source = &curvature;
    QuickMethod quick;
    if (!quick.step(asked) || !quick.step(asked) || quick.rounds() > 1) continue;
    ++answered;
    const LevelRows& posture = c.levels.back();
    same.levels.pop_back();
    same.objective.gradient = -posture.diagonal.cwiseProduct(posture.e);
    same.objective.hessian = posture.diagonal.cwiseAbs2().asDiagonal();
    if (posture.damping == 0.0) CHECK_NEAR(quick.found(), *by_whole_system(same, active, curvature), 1e-8);
    GeneralMethod general;
    std::vector<ActiveBound> guess = active;
    asked.active = &guess;
    const MatX found = posture.curvature.dense;
    general.step(asked);
    if (general.rounds() == static_cast<int>(c.levels.size())) CHECK_NEAR(quick.found(), general.found(), 1e-8);
    if (general.rounds() == static_cast<int>(c.levels.size())) CHECK_NEAR(found, posture.curvature.dense, 1e-9);
  }
  CHECK(answered > 100);
}

TEST("criteria that are concave where the rows leave them free get the shift that the general method gives them") {
  Case c;
  LevelRows level;  // v₀ = 1 with a multiplier that bends v₁ downwards
  level.Jt = MatX::Zero(2, 1);
  level.Jt(0, 0) = 1.0;
  level.e = VecX::Constant(1, 1.0);
  c.levels.push_back(level);
  c.objective.gradient = VecX::Ones(2);
  c.objective.hessian = MatX::Identity(2, 2);
  class Bent final : public CurvatureSource {
   public:
    Bent(double size, bool tentative) : size_(size), tentative_(tentative) {}
    void add_curvature(std::size_t, const Multipliers& multipliers, MatX& curvature) override {
      curvature(1, 1) += size_ * multipliers.levels[0][0];
    }
    bool is_tentative(std::size_t) const override { return tentative_; }

   private:
    double size_;
    bool tentative_;
  };
  std::vector<ActiveBound> active;
  for (const double size : {0.5, 3.0}) {  // the multiplier is −1: the curvature that is left, 0.5 and −2
    Bent bent(size, false);
    StepRequest asked = request(c, active);
    asked.source = &bent;
    QuickMethod quick;
    CHECK(quick.step(asked));
    if (size < 1.0) CHECK_NEAR(quick.found()[1], -2.0, 1e-12);
    CHECK_NEAR(quick.found(), *generally_from(asked, active), 1e-12);
    Bent tentative(size, true);  // where it makes the model concave it is left out
    asked.source = &tentative;
    CHECK(quick.step(asked));
    CHECK_NEAR(quick.found()[1], size < 1.0 ? -2.0 : -1.0, 1e-12);
  }
}

TEST("of the bounds of one joint the worst is held first: all that a step violates depend on each other") {
  Case c;
  LevelRows level;
  level.Jt = MatX::Zero(4, 1);
  level.Jt(3, 0) = 1.0;
  level.e = VecX::Constant(1, 0.3);
  c.levels.push_back(level);
  c.objective.gradient =
      VecX::Constant(4, -10.0);  // far beyond three edges of an area in a plane, of which one is idle
  for (const double slope : {0.5, 1.0, 2.0}) {
    BoundRow& bound = c.bounds.add({0, 1});
    c.bounds.factor(bound.begin) = slope / std::hypot(slope, 1.0);
    c.bounds.factor(bound.begin + 1) = 1.0 / std::hypot(slope, 1.0);
    bound.upper = slope == 1.0 ? 2.0 : 1.0;
  }
  std::vector<ActiveBound> active(3);
  QuickMethod quick;
  CHECK(quick.step(request(c, active)));
  CHECK_NEAR(quick.found(), generally(c), 1e-10);
  CHECK(active[0].side == Side::kUpper && active[1].side == Side::kNone && active[2].side == Side::kUpper);
}

TEST("a bound that others decide already is not held: joints tied to each other reach their limits together") {
  Case c;
  LevelRows level;
  level.Jt = MatX::Zero(5, 1);
  level.Jt(2, 0) = 1.0;
  level.e = VecX::Constant(1, 0.3);
  c.levels.push_back(level);
  c.objective.gradient = VecX::Constant(5, -10.0);
  BoundRow& tie = c.bounds.add({0, 1});  // v₁ = 2 v₀, limited to 1 and 2
  c.bounds.factor(tie.begin) = 2.0;
  c.bounds.factor(tie.begin + 1) = -1.0;
  tie.equality = true;
  tie.lower = tie.upper = 0.0;
  for (const int dof : {0, 1}) {
    BoundRow& bound = c.bounds.add({dof});
    c.bounds.factor(bound.begin) = 1.0;
    bound.upper = dof + 1.0;
  }
  std::vector<ActiveBound> active(3);
  QuickMethod quick;
  CHECK(quick.step(request(c, active)));
  CHECK_NEAR(quick.found(), (VecX(5) << 1.0, 2.0, 0.3, 10.0, 10.0).finished(), 1e-12);
  c.bounds[2].upper = 1.5;  // reached first: the other one is idle
  CHECK(quick.step(request(c, active)));
  CHECK_NEAR(quick.found(), (VecX(5) << 0.75, 1.5, 0.3, 10.0, 10.0).finished(), 1e-12);
  CHECK(active[1].side == Side::kNone && active[2].side == Side::kUpper);
}
