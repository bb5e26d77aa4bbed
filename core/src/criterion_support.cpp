// Boulic's support torques: the weight of everything that the joints carry, over the line of support.
#include <algorithm>
#include <cmath>
#include <utility>

#include "curvature.hpp"
#include "poise/criterion.hpp"

namespace poise {

namespace {

// Symbols (Boulic et al. 1996, 3.2.2, fig. 7): the augmented body i is what joint i carries, seen from the support; m_i
// its mass, d_i the horizontal way from the vertical support line to its centre. Its support torque is m_i |g| d_i, and
//   C_S = Σ T_i²                                                                        (eq. 13)
// Here with r_i = m_i d_i / (m L), the torque in units of the whole weight times L. The gradient is that of the whole
// sum; eq. 14 keeps of it what a joint does to its own body alone.
//
// Seen from any support, joint i carries what lies beyond it or all the rest of the body: two bodies at most, each with
// the shares of the supports that see it so.
class SupportTorque final : public Criterion {
 public:
  SupportTorque(const Figure& figure, std::vector<SupportPoint> supports, const Vec3& point, double length)
      : supports_(std::move(supports)), point_(point), scale_(1.0 / (figure.mass() * length)) {
    const Vec3 up = -figure.gravity().normalized();
    level_.row(0) = up.unitOrthogonal();
    level_.row(1) = up.cross(Vec3(level_.row(0)));
    for (std::size_t i = 0; i < figure.joints().size(); ++i) {
      if (figure.joints()[i].model == Model::kFixed) continue;
      double rest = 0.0;
      for (const SupportPoint& support : supports_) rest += carries(figure, i, support.segment) ? support.share : 0.0;
      if (rest < 1.0) bodies_.push_back({i, false, std::sqrt(1.0 - rest)});
      if (rest > 0.0) bodies_.push_back({i, true, std::sqrt(rest)});
    }
  }

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const Eigen::Index n = view.figure.dof();
    const Support support = support_of(view);
    const Eigen::Matrix3Xd whole = rates_of(view, 0);
    VecX r(2 * static_cast<Eigen::Index>(bodies_.size()));
    MatX J(r.size(), n);
    Eigen::Matrix3Xd turning = Eigen::Matrix3Xd::Zero(3, n);  // Σ ∂h × pull, by which the bodies' moments bend
    Vec3 leaning = Vec3::Zero();                              // Σ m pull, by which their support does
    Eigen::Index at = 0;
    for (const Body& body : bodies_) {
      const Moment moment = moment_of(view, body);
      Eigen::Matrix3Xd rates = rates_of(view, body.joint);
      if (body.rest) rates = whole - rates;
      r.segment<2>(at) = torque_of(view, body, moment, support.center);
      J.middleRows<2>(at) = body.root * scale_ * level_ * (rates - moment.mass * support.rates);
      const Vec3 pull = body.root * scale_ * level_.transpose() * r.segment<2>(at);
      turning.noalias() -= cross_matrix(pull) * rates;
      leaning += moment.mass * pull;
      at += 2;
    }
    gradient.noalias() = J.transpose() * r;
    hessian.setZero(n, n);
    hessian.selfadjointView<Eigen::Lower>().rankUpdate(J.transpose());
    hessian.triangularView<Eigen::StrictlyUpper>() = hessian.transpose();
    add_curvature(view, turning, leaning, hessian);
    return 0.5 * r.squaredNorm();
  }

  double value(const TaskView& view) const override {
    const Vec3 center = center_of(view);
    double total = 0.0;
    for (const Body& body : bodies_) total += torque_of(view, body, moment_of(view, body), center).squaredNorm();
    return 0.5 * total;
  }

 private:
  struct Body {
    std::size_t joint;
    bool rest;    // all that the joint does not carry, seen from the root
    double root;  // of the shares of the supports that see it so
  };
  struct Support {
    Vec3 center;
    Eigen::Matrix3Xd rates;
  };
  struct Moment {
    double mass;
    Vec3 first;  // about the reference point
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  // Whether a joint lies between a segment and the world.
  static bool carries(const Figure& figure, std::size_t joint, int segment) {
    for (int i = segment; i >= 0; i = figure.joints()[index(i)].carrier) {
      if (index(i) == joint) return true;
    }
    return false;
  }

  Vec3 center_of(const TaskView& view) const {
    if (supports_.empty()) return point_;
    Vec3 center = Vec3::Zero();
    for (const auto& [segment, local, share] : supports_) {
      const Placement& frame = view.kinematics.segments[index(segment)];
      center += share * (frame.R * local + frame.p);
    }
    return center;
  }

  Support support_of(const TaskView& view) const {
    Support support{center_of(view), Eigen::Matrix3Xd::Zero(3, view.figure.dof())};
    for (const auto& [segment, local, share] : supports_) {
      const Placement& frame = view.kinematics.segments[index(segment)];
      const Vec3 arm = frame.R * local + frame.p - view.kinematics.reference;
      for_each_carrier(view.figure, segment, [&](int k) {
        const Vec3 omega = view.kinematics.angular.col(k), nu = view.kinematics.linear.col(k);
        support.rates.col(k) += share * (nu + omega.cross(arm));
      });
    }
    return support;
  }

  static Moment carried(const TaskView& view, std::size_t i) {
    return {view.figure.carried_mass(static_cast<int>(i)), view.masses.first[i]};
  }

  static Moment moment_of(const TaskView& view, const Body& body) {
    const Moment own = carried(view, body.joint);
    if (!body.rest) return own;
    return {view.figure.mass() - own.mass, view.masses.first[0] - own.first};
  }

  // r_i, times the root of its share.
  Vec2 torque_of(const TaskView& view, const Body& body, const Moment& moment, const Vec3& center) const {
    return body.root * scale_ * level_ * (moment.first + moment.mass * (view.kinematics.reference - center));
  }

  // d(first moment of what joint i carries) by the tangent. A degree of freedom moves what it carries of it.
  static Eigen::Matrix3Xd rates_of(const TaskView& view, std::size_t i) {
    Eigen::Matrix3Xd rates = Eigen::Matrix3Xd::Zero(3, view.figure.dof());
    const auto moved = [&](int k, const Moment& moment) {
      const Vec3 omega = view.kinematics.angular.col(k), nu = view.kinematics.linear.col(k);
      rates.col(k) = moment.mass * nu + omega.cross(moment.first);
    };
    const Moment whole = carried(view, i);
    for_each_carrier(view.figure, static_cast<int>(i), [&](int k) { moved(k, whole); });
    const std::vector<Joint>& joints = view.figure.joints();
    std::vector<char> beyond(joints.size(), 0);
    for (std::size_t j = i + 1; j < joints.size(); ++j) {  // tree order: carriers first
      const std::size_t carrier = index(joints[j].carrier);
      beyond[j] = carrier == i || beyond[carrier];
      if (!beyond[j]) continue;
      const Moment own = carried(view, j);
      for (int k = joints[j].v; k < joints[j].v + size_of(joints[j].model).dof; ++k) moved(k, own);
    }
    return rates;
  }

  // Σ pull · ∂²(h − m c): when k carries l, ∂²h/∂k∂l = ω_k × ∂h/∂l. Degrees of freedom of one ball joint move at once.
  void add_curvature(const TaskView& view, const Eigen::Matrix3Xd& turning, const Vec3& leaning, MatX& hessian) const {
    for (const auto& [segment, local, share] : supports_) {
      const Placement& frame = view.kinematics.segments[index(segment)];
      add_point_curvature(view, segment, frame.R * local + frame.p, share * leaning, hessian);
    }
    const MatX pairs = view.kinematics.angular.transpose() * turning;
    for (const Joint& joint : view.figure.joints()) {
      const int first = joint.v, end = joint.v + size_of(joint.model).dof;
      const bool at_once = joint.model != Model::kElbow;
      for (int l = first; l < end; ++l) {
        for_each_carrier(view.figure, joint.carrier, [&](int k) {
          hessian(k, l) += pairs(k, l);
          hessian(l, k) += pairs(k, l);
        });
        for (int k = first; k < end; ++k)
          hessian(k, l) += at_once ? 0.5 * (pairs(k, l) + pairs(l, k)) : pairs(std::min(k, l), std::max(k, l));
      }
    }
  }

  std::vector<SupportPoint> supports_;
  Vec3 point_;
  double scale_;
  Eigen::Matrix<double, 2, 3> level_;  // two horizontal axes
  std::vector<Body> bodies_;
};

}  // namespace

std::unique_ptr<Criterion> support_torque_criterion(const Figure& figure, std::vector<SupportPoint> supports,
                                                    const Vec3& point, double length) {
  return std::make_unique<SupportTorque>(figure, std::move(supports), point, length);
}

}  // namespace poise
