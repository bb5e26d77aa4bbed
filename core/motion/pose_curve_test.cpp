#include "motion/pose_curve.hpp"

#include "body/coordinates.hpp"
#include "testing/check.hpp"
#include "testing/zoo.hpp"

using namespace poise;

namespace {

std::shared_ptr<const Figure> creature() {
  std::vector<Joint> joints;
  for (const Model model : {Model::kFree, Model::kBall, Model::kSwing, Model::kElbow, Model::kHinge, Model::kFixed}) {
    Joint joint;
    joint.model = model;
    joint.carrier = static_cast<int>(joints.size()) - 1;
    joint.in.p = Vec3(0.0, 0.3, 0.1);
    joints.push_back(joint);
  }
  std::vector<Segment> segments(joints.size());
  return std::make_shared<Figure>(joints, segments, std::vector<Site>(), std::vector<Coupling>(), Vec3(0, -9.81, 0));
}

PoseCurve random_curve(test::Dice& dice, int kind, double size) {
  const auto figure = creature();
  const Eigen::Index n = 6;
  VecX times(n), q = VecX::Zero(figure->size());
  for (const Joint& joint : figure->joints())
    if (joint.model == Model::kBall || joint.model == Model::kFree) store_rotation(joint, Quat::Identity(), q);
  MatX keys(figure->size(), n);
  for (Eigen::Index i = 0; i < n; ++i) {
    times[i] = (i == 0 ? 0.0 : times[i - 1]) + dice.uniform(0.2, 1.0);
    VecX v(figure->dof());
    for (Eigen::Index k = 0; k < v.size(); ++k) v[k] = dice.uniform(-size, size);
    keys.col(i) = integrate(*figure, q, v);
  }
  CurveKeys made(*figure, times, keys);
  const VecX zero = VecX::Zero(n);
  const KeyRates rates = kind == 0   ? KeyRates{}
                         : kind == 1 ? shaped_rates(made, {zero, zero, zero})
                                     : natural_rates(made);
  return {figure, made, rates, std::vector<Timing>(5, {false, 0.4, 1.7})};
}

}  // namespace

TEST("a curve meets its keys, and its rates are the derivatives of its poses") {
  test::Dice dice;
  const double e = 1e-6;
  for (int kind = 0; kind < 3; ++kind) {
    for (int trial = 0; trial < 20; ++trial) {
      const PoseCurve curve = random_curve(dice, kind, 1.2);
      const Figure& figure = curve.figure();
      const VecX& times = curve.keys().times;
      VecX q(figure.size());
      for (Eigen::Index i = 0; i < times.size(); ++i) {
        curve.place(times[i], q);
        CHECK(q == curve.keys().stored.col(i));
      }
      const double t = dice.uniform(times[0] + e, times[5] - e);
      CurvePoint here, before, after;
      curve.point(t, here);
      curve.point(t - e, before);
      curve.point(t + e, after);
      CHECK_NEAR(VecX(difference(figure, before.q, after.q) / (2 * e)), here.velocity,
                 1e-6 * (1.0 + here.acceleration.norm()));
      CHECK_NEAR(VecX((after.velocity - before.velocity) / (2 * e)), here.acceleration,
                 1e-4 * (1.0 + here.acceleration.norm()));
    }
  }
}
