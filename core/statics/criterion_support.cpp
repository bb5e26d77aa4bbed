// Boulic's support torques: the weight of everything that the joints carry, over the line of support.
#include <utility>

#include "body/tree_form.hpp"
#include "criteria/criterion.hpp"
#include "statics/torque_potential.hpp"

namespace poise {

namespace {

// Symbols (Boulic et al. 1996, 3.2.2, fig. 7): the augmented body i is what joint i carries, seen from the support; m_i
// its mass, d_i the horizontal way from the vertical support line to its centre. Its support torque is m_i |g| d_i, and
//   C_S = Σ T_i²                                                                        (eq. 13)
// Here with r_i = m_i d_i / (m L), the torque in units of the whole weight times L. The gradient is that of the whole
// sum; eq. 14 keeps of it what a joint does to its own body alone.
//
// Seen from any support, joint i carries what lies beyond it, with torque ρ_i, or all the rest, with δ − ρ_i of the
// whole body's δ. With the part b_i of the supports that see the rest,
//   f = ½ Σ (1 − b_i) |ρ_i|² + b_i |δ − ρ_i|²
// What pulls at ρ_i is y_i = ρ_i − b_i δ, and at δ it is z = Σ b_i (δ − ρ_i): forces at all that the body is made of,
// whose torques are the gradient, and whose derivatives are the curvature of ρ and δ in the Hessian. The rest of it,
// with the Jacobians A_i of ρ_i and D of δ, is
//   Σ A_iᵀ A_i − Bᵀ D − Dᵀ B + Σ b_i Dᵀ D,   B = Σ b_i A_i
// where A_i = a_i − m_i s, s being what moves the support, and degree of freedom k does to the moment h_i of body i
//   a_i(k) = m_i ν_k + ω_k × h_i     when k carries all of it
//   a_i(k) = T_k = m_k ν_k + ω_k × h_k   when it carries a part, the body of k's own joint
// in the level plane. Σ a_i(k) · a_i(l) follows from sums along paths and over branches.
class SupportTorque final : public Criterion {
 public:
  SupportTorque(const Figure& figure, std::vector<SupportPoint> supports, const Vec3& point, double length)
      : supports_(std::move(supports)), point_(point), seen_(figure.joints().size(), 0.0) {
    const Vec3 up = -figure.gravity().normalized();
    level_.row(0) = up.unitOrthogonal();
    level_.row(1) = up.cross(Vec3(level_.row(0)));
    level_ /= figure.mass() * length;
    for (const SupportPoint& support : supports_) {
      for (int i = support.segment; i >= 0; i = figure.joints()[index(i)].carrier) seen_[index(i)] += support.share;
    }
  }

  double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const override {
    Pulls pulls;
    const double value = pulls_of(view, pulls);
    const TorquePotential potential(view, burdens_of(view, pulls));
    gradient = -potential.torques();
    const Sums sums = sums_of(view);
    TreeForm<7, 2> form(view.figure);
    hessian.resize(view.figure.dof(), view.figure.dof());
    write_tree(view, sums, potential, form, hessian);
    form.write(view.figure, hessian);
    if (!supports_.empty()) add_supports(view, sums, form, hessian);
    hessian.triangularView<Eigen::StrictlyUpper>() = hessian.transpose();
    return value;
  }

  double value(const TaskView& view) const override {
    Pulls pulls;
    return pulls_of(view, pulls);
  }

 private:
  using Mat23 = Eigen::Matrix<double, 2, 3>;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, 2>;

  struct Pulls {
    std::vector<Vec3> bodies;     // at the first moment of every body
    Vec3 support = Vec3::Zero();  // at the support, the other way
  };
  // Of one joint. Bodies are those of joints that move.
  struct Sum {
    double squares = 0.0;                        // Σ m² of all bodies that it carries
    Vec3 firsts = Vec3::Zero();                  // Σ m h
    Mat3 seconds = Mat3::Zero();                 // Σ h hᵀ
    double seen_mass = 0.0;                      // Σ b m
    Vec3 seen_first = Vec3::Zero();              // Σ b h
    double count = 0.0, mass = 0.0, seen = 0.0;  // of the bodies that carry it: how many, Σ m, Σ b
    Vec3 first = Vec3::Zero();                   // Σ h
  };
  using Sums = std::vector<Sum>;

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static double mass_of(const TaskView& view, std::size_t joint) {
    return view.figure.carried_mass(static_cast<int>(joint));
  }
  static Vec3 axis(const TaskView& view, int k) { return view.kinematics.angular.col(k); }
  static Vec3 motion(const TaskView& view, int k) { return view.kinematics.linear.col(k); }

  Vec3 center_of(const TaskView& view) const {
    if (supports_.empty()) return point_;
    Vec3 center = Vec3::Zero();
    for (const SupportPoint& support : supports_) center += support.share * place_of(view, support);
    return center;
  }
  static Vec3 place_of(const TaskView& view, const SupportPoint& support) {
    const Placement& frame = view.kinematics.segments[index(support.segment)];
    return frame.R * support.point + frame.p;
  }

  // f, and what pulls at the bodies.
  double pulls_of(const TaskView& view, Pulls& pulls) const {
    const std::vector<Joint>& joints = view.figure.joints();
    const Vec3 away = view.kinematics.reference - center_of(view);
    const auto torque = [&](std::size_t j) -> Vec2 {
      return level_ * (view.masses.first[j] + mass_of(view, j) * away);
    };
    const Vec2 delta = torque(0);
    Vec2 whole = Vec2::Zero();
    double total = 0.0;
    pulls.bodies.assign(joints.size(), Vec3::Zero());
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (joints[j].model == Model::kFixed) continue;
      const double seen = seen_[j];
      const Vec2 rho = torque(j);
      pulls.bodies[j] = level_.transpose() * (rho - seen * delta);
      whole += seen * (delta - rho);
      total += (1.0 - seen) * rho.squaredNorm() + seen * (delta - rho).squaredNorm();
    }
    pulls.bodies[0] += level_.transpose() * whole;
    for (std::size_t j = 0; j < joints.size(); ++j) pulls.support += mass_of(view, j) * pulls.bodies[j];
    return 0.5 * total;
  }

  // The pulls as forces on what every joint carries: of the bodies beyond it all that they are, of those before it what
  // it carries of them.
  std::vector<Burden> burdens_of(const TaskView& view, const Pulls& pulls) const {
    const std::vector<Joint>& joints = view.figure.joints();
    std::vector<Burden> burdens(joints.size());
    std::vector<Vec3> before(joints.size(), Vec3::Zero());
    for (const SupportPoint& support : supports_) {
      const Vec3 pull = -support.share * pulls.support;
      burdens[index(support.segment)].force += pull;
      burdens[index(support.segment)].arms += (place_of(view, support) - view.kinematics.reference) * pull.transpose();
    }
    for (std::size_t j = 0; j < joints.size(); ++j) {
      burdens[j].force += mass_of(view, j) * pulls.bodies[j];
      burdens[j].arms += view.masses.first[j] * pulls.bodies[j].transpose();
      if (joints[j].carrier >= 0) before[j] = before[index(joints[j].carrier)] + pulls.bodies[index(joints[j].carrier)];
    }
    for (std::size_t j = joints.size(); j-- > 1;) {
      burdens[index(joints[j].carrier)].force += burdens[j].force;
      burdens[index(joints[j].carrier)].arms += burdens[j].arms;
    }
    for (std::size_t j = 0; j < joints.size(); ++j) {
      burdens[j].force += mass_of(view, j) * before[j];
      burdens[j].arms += view.masses.first[j] * before[j].transpose();
    }
    return burdens;
  }

  Sums sums_of(const TaskView& view) const {
    const std::vector<Joint>& joints = view.figure.joints();
    Sums sums(joints.size());
    for (std::size_t j = joints.size(); j-- > 0;) {
      Sum& sum = sums[j];
      if (joints[j].model != Model::kFixed) {
        const double mass = mass_of(view, j);
        const Vec3& first = view.masses.first[j];
        sum.squares += mass * mass;
        sum.firsts += mass * first;
        sum.seconds += first * first.transpose();
        sum.seen_mass += seen_[j] * mass;
        sum.seen_first += seen_[j] * first;
      }
      if (joints[j].carrier < 0) continue;
      Sum& carrier = sums[index(joints[j].carrier)];
      carrier.squares += sum.squares;
      carrier.firsts += sum.firsts;
      carrier.seconds += sum.seconds;
      carrier.seen_mass += sum.seen_mass;
      carrier.seen_first += sum.seen_first;
    }
    for (std::size_t j = 1; j < joints.size(); ++j) {
      const std::size_t i = index(joints[j].carrier);
      const double moves = joints[i].model != Model::kFixed ? 1.0 : 0.0;
      sums[j].count = sums[i].count + moves;
      sums[j].mass = sums[i].mass + moves * mass_of(view, i);
      sums[j].seen = sums[i].seen + moves * seen_[i];
      sums[j].first = sums[i].first + moves * view.masses.first[i];
    }
    return sums;
  }

  // Σ a_i(k) · a_i(l), and the curvature.
  void write_tree(const TaskView& view, const Sums& sums, const TorquePotential& potential, TreeForm<7, 2>& form,
                  MatX& hessian) const {
    const Mat3 flat = level_.transpose() * level_;
    for (std::size_t j = 0; j < sums.size(); ++j) {
      const Sum& sum = sums[j];
      const Joint& joint = view.figure.joints()[j];
      const int first = joint.v, count = size_of(joint.model).dof;
      // Σ h × Π (ω × h) with the projection Π on the level plane, one of its axes at a time
      Mat3 turning = Mat3::Zero();
      for (int i = 0; i < 2; ++i) {
        const Mat3 across = cross_matrix(level_.row(i));
        turning += across * sum.seconds * across.transpose();
      }
      for (int k = first; k < first + count; ++k) {
        const Vec3 omega = axis(view, k), nu = motion(view, k);
        const Vec2 part = level_ * (mass_of(view, j) * nu + omega.cross(view.masses.first[j]));
        const Vec3 pressed = level_.transpose() * part;
        Vec2 moved = level_ * (sum.squares * nu + omega.cross(sum.firsts));
        Vec3 turned = sum.firsts.cross(flat * nu) + turning * omega;
        for (int l = first; l < first + count; ++l)  // within the joint
          hessian(l, k) = Vec2(level_ * motion(view, l)).dot(moved) + axis(view, l).dot(turned);
        moved += sum.mass * part;
        turned += sum.first.cross(pressed) + potential.moments().col(k);
        form.near.row(k) << (level_ * nu).transpose(), omega.transpose(),
            (sum.count * part - level_ * (sum.mass * nu + omega.cross(sum.first))).transpose();
        form.far.row(k) << moved.transpose(), turned.transpose(), part.transpose();
        form.apart.row(k) = part;
      }
      auto block = hessian.block(first, first, count, count);
      const auto parts = form.apart.middleRows(first, count);
      const auto own = potential.own(j).topLeftCorner(count, count);
      block += sum.count * parts * parts.transpose() - 0.5 * (own + own.transpose());
      form.kernels[j] = (sum.count + (joint.model != Model::kFixed ? 1.0 : 0.0)) * Eigen::Matrix2d::Identity();
    }
  }

  // What moves the support, and what the whole body does: s cᵀ + c sᵀ + D eᵀ + e Dᵀ with c = ½ Σ m² s − Σ m a and
  // e = ½ Σ b D − B.
  void add_supports(const TaskView& view, const Sums& sums, const TreeForm<7, 2>& form, MatX& hessian) const {
    const int n = view.figure.dof();
    Rows support = Rows::Zero(n, 2), seen(n, 2);
    for (const SupportPoint& point : supports_) {
      const Vec3 arm = place_of(view, point) - view.kinematics.reference;
      for_each_carrier(view.figure, point.segment, [&](int k) {
        support.row(k) += (point.share * (level_ * (motion(view, k) + axis(view, k).cross(arm)))).transpose();
      });
    }
    double rest = 0.0;
    for (std::size_t j = 0; j < sums.size(); ++j) {
      const Joint& joint = view.figure.joints()[j];
      if (joint.model != Model::kFixed) rest += seen_[j];
      for (int k = joint.v; k < joint.v + size_of(joint.model).dof; ++k) {
        const Vec3 moved = sums[j].seen_mass * motion(view, k) + axis(view, k).cross(sums[j].seen_first);
        seen.row(k) = (level_ * moved).transpose() + sums[j].seen * form.apart.row(k);
      }
    }
    const Rows whole = form.apart - view.figure.mass() * support;
    const Rows body = 0.5 * sums[0].squares * support - form.far.leftCols<2>();
    const Rows other = 0.5 * rest * whole - (seen - sums[0].seen_mass * support);
    for (int k = 0; k < n; ++k) {
      double* column = hessian.data() + k * n;
      for (int i = 0; i < 2; ++i) {
        const double s = support(k, i), c = body(k, i), d = whole(k, i), e = other(k, i);
        const double *to_s = body.col(i).data(), *to_c = support.col(i).data();
        const double *to_d = other.col(i).data(), *to_e = whole.col(i).data();
        for (int l = k; l < n; ++l) column[l] += s * to_s[l] + c * to_c[l] + d * to_d[l] + e * to_e[l];
      }
    }
  }

  std::vector<SupportPoint> supports_;
  Vec3 point_;
  Mat23 level_;               // two horizontal axes, over the mass and the length
  std::vector<double> seen_;  // b of every joint: the part of the supports that see the rest of the body beyond it
};

}  // namespace

std::unique_ptr<Criterion> support_torque_criterion(const Figure& figure, std::vector<SupportPoint> supports,
                                                    const Vec3& point, double length) {
  return std::make_unique<SupportTorque>(figure, std::move(supports), point, length);
}

}  // namespace poise
