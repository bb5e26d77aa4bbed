// Boulic's support torques: the weight of everything that the joints carry, over the line of support.
#include <utility>

#include "poise/criterion.hpp"

namespace poise {

namespace {

// Symbols (Boulic et al. 1996, 3.2.2, fig. 7): the augmented body i is what joint i carries, seen from the support; m_i
// its mass, d_i the horizontal way from the vertical support line to its centre. Its support torque is m_i |g| d_i, and
//   C_S = Σ T_i²                                                                        (eq. 13)
// Here with r_i = m_i d_i / (m L), the torque in units of the whole weight times L. The gradient is that of the whole
// sum; eq. 14 keeps of it what a joint does to its own body alone.
class SupportTorque final : public Criterion {
 public:
  SupportTorque(const Figure& figure, std::vector<SupportPoint> supports, const Vec3& point, double length)
      : supports_(std::move(supports)), point_(point), scale_(1.0 / (figure.mass() * length)) {
    const Vec3 up = figure.gravity().normalized();
    level_ = Mat3::Identity() - up * up.transpose();
    for (const SupportPoint& support : supports_) below_.push_back(carriers(figure, support.segment));
    if (supports_.empty()) below_.emplace_back(figure.joints().size(), 0);
  }

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    const int n = view.figure.dof();
    gradient = VecX::Zero(n);
    hessian = MatX::Zero(n, n);
    const Support support = support_of(view);
    double total = 0.0;
    for (std::size_t s = 0; s < below_.size(); ++s) {
      const std::vector<char>& below = below_[s];
      const double share = supports_.empty() ? 1.0 : supports_[s].share;
      for (std::size_t i = 0; i < below.size(); ++i) {
        if (view.figure.joints()[i].model == Model::kFixed) continue;
        const Moment moment = moment_of(view, i, below[i] != 0);
        const Vec3 r = scale_ * level_ * (moment.first + moment.mass * (view.kinematics.reference - support.center));
        const Eigen::Matrix3Xd J = scale_ * level_ * (rates_of(view, i, below[i] != 0) - moment.mass * support.rates);
        total += 0.5 * share * r.squaredNorm();
        gradient += share * J.transpose() * r;
        hessian += share * J.transpose() * J;
      }
    }
    return total;
  }

 private:
  struct Support {
    Vec3 center;
    Eigen::Matrix3Xd rates;
  };
  struct Moment {
    double mass;
    Vec3 first;  // about the reference point
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  // Which joints lie between a segment and the world: seen from there, they carry the rest of the body.
  static std::vector<char> carriers(const Figure& figure, int segment) {
    std::vector<char> on_the_way(figure.joints().size(), 0);
    for (int i = segment; i >= 0; i = figure.joints()[index(i)].carrier) on_the_way[index(i)] = 1;
    return on_the_way;
  }

  Support support_of(const TaskView& view) const {
    Support support{point_, Eigen::Matrix3Xd::Zero(3, view.figure.dof())};
    if (supports_.empty()) return support;
    Eigen::Matrix<double, 6, Eigen::Dynamic> J(6, view.figure.dof());
    support.center.setZero();
    for (const auto& [segment, local, share] : supports_) {
      const Placement& frame = view.kinematics.segments[index(segment)];
      const Vec3 p = frame.R * local + frame.p;
      J.setZero();
      point_jacobian(view.figure, view.kinematics, segment, p, J);
      support.center += share * p;
      support.rates += share * J.topRows<3>();
    }
    return support;
  }

  static Moment moment_of(const TaskView& view, std::size_t i, bool below) {
    const double mass = view.figure.carried_mass(static_cast<int>(i));
    if (!below) return {mass, view.masses.first[i]};
    return {view.figure.mass() - mass, view.masses.first[0] - view.masses.first[i]};
  }

  // d(first moment of the augmented body) by the tangent. A degree of freedom moves what it carries of it.
  static Eigen::Matrix3Xd rates_of(const TaskView& view, std::size_t i, bool below) {
    Eigen::Matrix3Xd rates = Eigen::Matrix3Xd::Zero(3, view.figure.dof());
    const std::vector<Joint>& joints = view.figure.joints();
    const std::vector<char> carrying = carriers(view.figure, static_cast<int>(i));
    std::vector<char> carried(joints.size(), 0);
    for (std::size_t j = 0; j < joints.size(); ++j) {  // tree order: carriers first
      carried[j] = j == i || (joints[j].carrier >= 0 && carried[index(joints[j].carrier)]);
      const Moment whole = moment_of(view, j, false);
      const Moment shared = carrying[j] ? moment_of(view, i, false) : carried[j] ? whole : Moment{0.0, Vec3::Zero()};
      const Moment moved = below ? Moment{whole.mass - shared.mass, whole.first - shared.first} : shared;
      for (int k = joints[j].v; k < joints[j].v + size_of(joints[j].model).dof; ++k) {
        const Vec3 omega = view.kinematics.angular.col(k), nu = view.kinematics.linear.col(k);
        rates.col(k) = moved.mass * nu + omega.cross(moved.first);
      }
    }
    return rates;
  }

  std::vector<SupportPoint> supports_;
  Vec3 point_;
  double scale_;
  Mat3 level_;                            // keeps what is horizontal
  std::vector<std::vector<char>> below_;  // per support: joints that carry the other side
};

}  // namespace

std::unique_ptr<Criterion> support_torque_criterion(const Figure& figure, std::vector<SupportPoint> supports,
                                                    const Vec3& point, double length) {
  return std::make_unique<SupportTorque>(figure, std::move(supports), point, length);
}

}  // namespace poise
