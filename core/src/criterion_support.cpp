// Boulic's support torques: the weight of everything that the joints carry, over the line of support.
#include <algorithm>
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
// Seen from any support, joint i carries what lies beyond it, with torque ρ_i, or all the rest, with δ − ρ_i of the
// whole body's δ. With the part b_i of the supports that see the rest, and the Jacobians A_i of ρ_i and D of δ,
//   f = ½ Σ (1 − b_i) |ρ_i|² + b_i |δ − ρ_i|²
//   ∇f = Σ A_iᵀ (ρ_i − b_i δ) + Dᵀ Σ b_i (δ − ρ_i)
//   ∇²f = Σ A_iᵀ A_i − Bᵀ D − Dᵀ B + Σ b_i Dᵀ D, B = Σ b_i A_i, and the curvature of ρ and δ.
class SupportTorque final : public Criterion {
 public:
  SupportTorque(const Figure& figure, std::vector<SupportPoint> supports, const Vec3& point, double length)
      : supports_(std::move(supports)), point_(point), scale_(1.0 / (figure.mass() * length)) {
    const Vec3 up = -figure.gravity().normalized();
    level_.row(0) = up.unitOrthogonal();
    level_.row(1) = up.cross(Vec3(level_.row(0)));
    for (std::size_t i = 0; i < figure.joints().size(); ++i) {
      if (figure.joints()[i].model == Model::kFixed) continue;
      Body body{i, 0.0, {}};
      for (const SupportPoint& support : supports_)
        body.rest += carries(figure, i, support.segment) ? support.share : 0.0;
      for (std::size_t j = i + 1; j < figure.joints().size(); ++j) {
        if (carries(figure, i, static_cast<int>(j))) body.beyond.push_back(j);
      }
      bodies_.push_back(body);
    }
  }

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const Eigen::Index n = view.figure.dof();
    const Support support = support_of(view);
    const Matrix2X support_rates = scale_ * level_ * support.rates;
    const Matrix2X upper = upper_rates(view);
    const Matrix2X D = upper - view.figure.mass() * support_rates;
    const Vec2 delta = torque_of(view, 0, support.center);
    MatX A(2 * static_cast<Eigen::Index>(bodies_.size()), n);
    VecX y(A.rows());
    Matrix2X B = Matrix2X::Zero(2, n);
    std::vector<Vec3> pulls(view.figure.joints().size(), Vec3::Zero());  // at the first moment of every body
    Vec2 z = Vec2::Zero();
    double total = 0.0, rest = 0.0;
    Eigen::Index at = 0;
    for (const Body& body : bodies_) {
      const auto joint = body.joint;
      const double seen = body.rest;
      const Vec2 rho = torque_of(view, joint, support.center);
      A.middleRows<2>(at) = -view.figure.carried_mass(static_cast<int>(joint)) * support_rates;
      add_rates(view, body, upper, A.middleRows<2>(at));
      y.segment<2>(at) = rho - seen * delta;
      pulls[joint] = scale_ * level_.transpose() * y.segment<2>(at);
      if (seen > 0.0) B += seen * A.middleRows<2>(at);
      z += seen * (delta - rho);
      rest += seen;
      total += (1.0 - seen) * rho.squaredNorm() + seen * (delta - rho).squaredNorm();
      at += 2;
    }
    pulls[0] += scale_ * level_.transpose() * z;
    gradient.noalias() = A.transpose() * y + D.transpose() * z;
    hessian.setZero(n, n);
    auto half = hessian.selfadjointView<Eigen::Lower>();
    half.rankUpdate(A.transpose());
    const Matrix2X other = 0.5 * rest * D - B;
    for (int i = 0; i < 2; ++i) half.rankUpdate(VecX(D.row(i)), VecX(other.row(i)));
    hessian.triangularView<Eigen::StrictlyUpper>() = hessian.transpose();
    add_curvature(view, pulls, hessian);
    return 0.5 * total;
  }

  double value(const TaskView& view) const override {
    const Vec3 center = center_of(view);
    const Vec2 delta = torque_of(view, 0, center);
    double total = 0.0;
    for (const Body& body : bodies_) {
      const Vec2 rho = torque_of(view, body.joint, center);
      total += (1.0 - body.rest) * rho.squaredNorm() + body.rest * (delta - rho).squaredNorm();
    }
    return 0.5 * total;
  }

 private:
  using Matrix2X = Eigen::Matrix2Xd;

  struct Body {
    std::size_t joint;
    double rest;                      // b: the part of the supports that see the rest of the body beyond it
    std::vector<std::size_t> beyond;  // joints that it carries
  };
  struct Support {
    Vec3 center;
    Eigen::Matrix3Xd rates;
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

  // ρ of what a joint carries.
  Vec2 torque_of(const TaskView& view, std::size_t joint, const Vec3& center) const {
    const double mass = view.figure.carried_mass(static_cast<int>(joint));
    return scale_ * level_ * (view.masses.first[joint] + mass * (view.kinematics.reference - center));
  }

  // What degree of freedom k does to the moment of what a joint carries, if it moves all of that.
  Vec2 rate(const TaskView& view, int k, std::size_t joint) const {
    const Vec3 omega = view.kinematics.angular.col(k), nu = view.kinematics.linear.col(k);
    const double mass = view.figure.carried_mass(static_cast<int>(joint));
    return scale_ * level_ * (mass * nu + omega.cross(view.masses.first[joint]));
  }

  // … and to all that it carries itself, which is what it does to the whole body.
  Matrix2X upper_rates(const TaskView& view) const {
    Matrix2X rates(2, view.figure.dof());
    for (std::size_t j = 0; j < view.figure.joints().size(); ++j) {
      const Joint& joint = view.figure.joints()[j];
      for (int k = joint.v; k < joint.v + size_of(joint.model).dof; ++k) rates.col(k) = rate(view, k, j);
    }
    return rates;
  }

  // d(moment of a body): a degree of freedom moves what it carries of it.
  void add_rates(const TaskView& view, const Body& body, const Matrix2X& upper, Eigen::Ref<MatX> rows) const {
    for_each_carrier(view.figure, static_cast<int>(body.joint),
                     [&](int k) { rows.col(k) += rate(view, k, body.joint); });
    for (const std::size_t j : body.beyond) {
      const Joint& joint = view.figure.joints()[j];
      for (int k = joint.v; k < joint.v + size_of(joint.model).dof; ++k) rows.col(k) += upper.col(k);
    }
  }

  // Σ_i ∂h_i/∂k × p_i: of the bodies beyond k all that they are, of those before it what k carries.
  static Eigen::Matrix3Xd turning_of(const TaskView& view, const std::vector<Vec3>& pulls) {
    const std::vector<Joint>& joints = view.figure.joints();
    std::vector<Vec3> before(joints.size(), Vec3::Zero()), weighed(joints.size());
    std::vector<Mat3> arms(joints.size());  // Σ h pᵀ of the bodies beyond
    for (std::size_t j = 0; j < joints.size(); ++j) {
      weighed[j] = view.figure.carried_mass(static_cast<int>(j)) * pulls[j];
      arms[j] = view.masses.first[j] * pulls[j].transpose();
      if (joints[j].carrier >= 0) before[j] = before[index(joints[j].carrier)] + pulls[index(joints[j].carrier)];
    }
    for (std::size_t j = joints.size(); j-- > 1;) {
      weighed[index(joints[j].carrier)] += weighed[j];
      arms[index(joints[j].carrier)] += arms[j];
    }
    Eigen::Matrix3Xd turning(3, view.figure.dof());
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const double mass = view.figure.carried_mass(static_cast<int>(j));
      for (int k = joints[j].v; k < joints[j].v + size_of(joints[j].model).dof; ++k) {
        const Vec3 omega = view.kinematics.angular.col(k), nu = view.kinematics.linear.col(k);
        const Vec3 moved = mass * nu + omega.cross(view.masses.first[j]);
        turning.col(k) = moved.cross(before[j]) + nu.cross(weighed[j]) + arms[j] * omega - arms[j].trace() * omega;
      }
    }
    return turning;
  }

  // Σ pull · ∂²(h − m c): when k carries l, ∂²h/∂k∂l = ω_k × ∂h/∂l. Degrees of freedom of one ball joint move at once.
  void add_curvature(const TaskView& view, const std::vector<Vec3>& pulls, MatX& hessian) const {
    Vec3 leaning = Vec3::Zero();
    for (std::size_t j = 0; j < pulls.size(); ++j) leaning += view.figure.carried_mass(static_cast<int>(j)) * pulls[j];
    for (const auto& [segment, local, share] : supports_) {
      const Placement& frame = view.kinematics.segments[index(segment)];
      add_point_curvature(view, segment, frame.R * local + frame.p, share * leaning, hessian);
    }
    const Eigen::Matrix3Xd turning = turning_of(view, pulls);
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
