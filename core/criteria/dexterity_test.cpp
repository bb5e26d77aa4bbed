#include "criteria/dexterity.hpp"

#include "testing/zoo.hpp"

using namespace poise;
using namespace poise::test;

namespace {

// Two links of lengths 1 and 1 in a plane: √det(J Jᵀ) = |sin θ₂|.
Figure two_links() {
  std::vector<Joint> joints(2);
  for (int i = 0; i < 2; ++i) {
    Joint& joint = joints[static_cast<std::size_t>(i)];
    joint.model = Model::kHinge;
    joint.axis = Vec3::UnitZ();
    joint.carrier = i - 1;
    if (i > 0) joint.in.p = Vec3::UnitX();
  }
  return Figure(joints, std::vector<Segment>(2), {{1, {Mat3::Identity(), Vec3::UnitX()}}}, {}, Vec3(0.0, -9.81, 0.0));
}

struct Seen {
  double value;
  VecX gradient;
  MatX hessian;
};

Seen seen_at(const Figure& figure, const Criterion& criterion, const VecX& q) {
  Kinematics kinematics;
  MassState masses;
  forward(figure, q, kinematics);
  carry_masses(figure, kinematics, masses);
  Seen seen;
  seen.value = criterion.evaluate({figure, q, kinematics, masses}, seen.gradient, seen.hessian);
  CHECK_NEAR(criterion.value({figure, q, kinematics, masses}), seen.value, 1e-15);
  return seen;
}

double wanted(double m) { return 0.5 / ((1.0 + m) * (1.0 + m)); }

}  // namespace

TEST("dexterity of two links is what Yoshikawa's closed form says, with its slope") {
  const Figure arm = two_links();
  const Eigen::Matrix3Xd plane = Mat3::Identity().leftCols(2);
  const auto criterion = dexterity_criterion(0, plane, DexterityMeasure::kManipulability, VecX::Ones(2), 2.0);
  for (const double elbow : {0.3, 1.0, 1.5707963267948966, 2.4}) {
    const Seen seen = seen_at(arm, *criterion, Vec2(0.4, elbow));
    const double m = std::sqrt(std::abs(std::sin(elbow))) / 2.0;
    CHECK_NEAR(seen.value, wanted(m), 1e-7);
    CHECK_NEAR(seen.gradient[0], 0.0, 1e-12);
    CHECK_NEAR(seen.gradient[1], -std::cos(elbow) / (8.0 * m) / std::pow(1.0 + m, 3), 1e-6);
  }
}

TEST("smallest singular value and condition are those of the decomposition") {
  const Figure arm = two_links();
  const Eigen::Matrix3Xd plane = Mat3::Identity().leftCols(2);
  const Vec2 q(0.2, 1.1);
  MatX J(2, 2);
  J << -std::sin(q[0]) - std::sin(q.sum()), -std::sin(q.sum()), std::cos(q[0]) + std::cos(q.sum()), std::cos(q.sum());
  const VecX sigma = Eigen::JacobiSVD<MatX>(J).singularValues();
  for (const auto& [measure, m] : {std::pair(DexterityMeasure::kSmallest, sigma[1] / 2.0),
                                   std::pair(DexterityMeasure::kCondition, sigma[1] / sigma[0])})
    CHECK_NEAR(seen_at(arm, *dexterity_criterion(0, plane, measure, VecX::Ones(2), 2.0), q).value, wanted(m), 1e-12);
}

TEST("slope and curvature of dexterity are those of its value, with joints of every model") {
  for (const bool reversed : {false, true}) {
    const Figure figure = zoo(reversed);
    VecX counts = VecX::Ones(figure.dof());
    counts.head(6).setZero();  // a free base could go anywhere
    const VecX q = random_coordinates(figure);
    for (const auto measure :
         {DexterityMeasure::kManipulability, DexterityMeasure::kSmallest, DexterityMeasure::kCondition}) {
      const auto criterion = dexterity_criterion(0, Mat3::Identity(), measure, counts, 2.0);
      const Seen here = seen_at(figure, *criterion, q);
      for (int k = 0; k < figure.dof(); ++k) {
        const VecX h = 1e-5 * VecX::Unit(figure.dof(), k);
        const Seen ahead = seen_at(figure, *criterion, integrate(figure, q, h));
        const Seen behind = seen_at(figure, *criterion, integrate(figure, q, -h));
        CHECK_NEAR(here.gradient[k], (ahead.value - behind.value) / 2e-5, 1e-8);
        const double bend = (ahead.value - 2.0 * here.value + behind.value) / 1e-10;
        CHECK_NEAR(here.hessian(k, k), bend, 1e-4);
      }
    }
  }
}

TEST("at a singular pose dexterity is finite") {
  const auto criterion =
      dexterity_criterion(0, Mat3::Identity().leftCols(2), DexterityMeasure::kManipulability, VecX::Ones(2), 2.0);
  const Seen seen = seen_at(two_links(), *criterion, Vec2(0.0, 0.0));
  CHECK(seen.gradient.allFinite() && seen.hessian.allFinite());
  CHECK_NEAR(seen.value, 0.5, 0.02);
}
