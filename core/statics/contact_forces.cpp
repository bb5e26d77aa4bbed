#include "statics/contact_forces.hpp"

#include <algorithm>
#include <cmath>

#include "math/dense.hpp"

namespace poise {

namespace {

constexpr int kMaxSteps = 100;
constexpr double kBalanced = 1e-12;                // residual at which equilibrium is exact, in units of the load
constexpr double kEnough = 1e-9;                   // … and at which it will do when rounding allows no better
constexpr double kWork = 1e-9, kClearWork = 1e-6;  // shares of |load| |motion| that are work, and clearly so
constexpr double kHopeless = 1e7;                  // forces this many times the load are none
constexpr double kProof = 1e6;                     // … and a motion that only such forces could stop is a proof

struct Look {
  double value = 0.0;  // of the dual, to be maximised
  VecX slope;          // its gradient by (y, u)
  Eigen::Matrix3Xd forces;
};

class Dual {
 public:
  explicit Dual(const ForceProblem& problem) : problem_(problem), m_(problem.effort.cols()) {
    arms_.reserve(problem.contacts.size());
    for (const Contact& contact : problem.contacts) arms_.push_back(contact.point - problem.center);
  }

  Eigen::Index size() const { return 6 + m_; }

  Look look(const VecX& x) const {
    Look at;
    const VecX twists = group_twists(x);
    VecX wrenches = VecX::Zero(twists.size());
    at.forces.resize(3, count());
    for (Eigen::Index i = 0; i < count(); ++i) {
      const Vec3 f = nearest_force(contact(i), motion(twists, i));
      at.forces.col(i) = f;
      wrenches.segment<6>(6 * group(i)) += wrench(f, i);
    }
    const Vec6 y = x.head<6>();
    at.slope.resize(size());
    at.slope.head<6>() = problem_.wanted - problem_.give * y;
    for (Eigen::Index g = 0; g < wrenches.size(); g += 6) at.slope.head<6>() -= wrenches.segment<6>(g);
    at.value = problem_.wanted.dot(y) - 0.5 * y.dot(problem_.give * y) - 0.5 * at.forces.squaredNorm();
    if (m_ > 0) {
      const auto u = x.tail(m_);
      at.slope.tail(m_) = problem_.effort.transpose() * wrenches - problem_.offset - u;
      at.value -= 0.5 * u.squaredNorm() + problem_.offset.dot(u);
    }
    return at;
  }

  // u at its best for given forces.
  VecX efforts(const Eigen::Matrix3Xd& forces) const {
    VecX wrenches = VecX::Zero(problem_.effort.rows());
    for (Eigen::Index i = 0; i < count(); ++i) wrenches.segment<6>(6 * group(i)) += wrench(forces.col(i), i);
    return problem_.effort.transpose() * wrenches - problem_.offset;
  }

  // Minus the generalised Hessian.
  MatX bend(const VecX& x) const {
    const VecX twists = group_twists(x);
    const Eigen::Index rows = twists.size();
    MatX stiff = MatX::Zero(rows, 6);  // K_g, one below the other
    for (Eigen::Index i = 0; i < count(); ++i) {
      Mat3 slope;
      nearest_force(contact(i), motion(twists, i), slope);
      if (slope.isZero(0.0)) continue;
      const Mat3 arm = cross_matrix(arms_[at(i)]);
      const Mat3 turned = arm * slope;
      auto K = stiff.block<6, 6>(6 * group(i), 0);
      K.topLeftCorner<3, 3>() += slope;
      K.bottomLeftCorner<3, 3>() += turned;
      K.topRightCorner<3, 3>() += turned.transpose();
      K.bottomRightCorner<3, 3>() -= turned * arm;
    }
    MatX H(size(), size());
    H.topLeftCorner<6, 6>() = problem_.give;
    for (Eigen::Index g = 0; g < rows; g += 6) H.topLeftCorner<6, 6>() += stiff.block<6, 6>(g, 0);
    if (m_ > 0) {
      MatX KL(rows, m_);
      for (Eigen::Index g = 0; g < rows; g += 6)
        KL.middleRows<6>(g).noalias() = stiff.block<6, 6>(g, 0) * problem_.effort.middleRows<6>(g);
      H.topRightCorner(6, m_).setZero();
      for (Eigen::Index g = 0; g < rows; g += 6) H.topRightCorner(6, m_) -= KL.middleRows<6>(g);
      H.bottomLeftCorner(m_, 6) = H.topRightCorner(6, m_).transpose();
      H.bottomRightCorner(m_, m_).noalias() = problem_.effort.transpose() * KL;
      H.bottomRightCorner(m_, m_).diagonal().array() += 1.0;
    }
    return H;
  }

 private:
  static std::size_t at(Eigen::Index i) { return static_cast<std::size_t>(i); }
  Eigen::Index count() const { return static_cast<Eigen::Index>(arms_.size()); }
  const Contact& contact(Eigen::Index i) const { return problem_.contacts[at(i)]; }
  Eigen::Index group(Eigen::Index i) const { return m_ > 0 ? problem_.group[at(i)] : 0; }

  // y − (L u)_g of every group.
  VecX group_twists(const VecX& x) const {
    if (m_ == 0) return x.head<6>();
    VecX twists = -(problem_.effort * x.tail(m_));
    for (Eigen::Index g = 0; g < twists.size(); g += 6) twists.segment<6>(g) += x.head<6>();
    return twists;
  }

  // Gᵀ t: the velocity of a contact in a motion of its group.
  Vec3 motion(const VecX& twists, Eigen::Index i) const {
    const Eigen::Index g = 6 * group(i);
    return twists.segment<3>(g) + Vec3(twists.segment<3>(g + 3)).cross(arms_[at(i)]);
  }

  Vec6 wrench(const Vec3& f, Eigen::Index i) const {
    Vec6 w;
    w << f, arms_[at(i)].cross(f);
    return w;
  }

  const ForceProblem& problem_;
  Eigen::Index m_;
  std::vector<Vec3> arms_;
};

// The longest of the steps d, d/2, d/4 … that gains as it should. Returns false when none does.
bool advance(const Dual& dual, const VecX& d, VecX& x, Look& here) {
  const double promise = here.slope.dot(d);
  const double noise = 1e-15 * std::abs(here.value);
  double part = 1.0;
  for (int i = 0; i < 50; ++i, part *= 0.5) {
    const VecX tried = x + part * d;
    Look there = dual.look(tried);
    const bool gains = there.value >= here.value + 1e-4 * part * promise - noise;
    const bool nearer = part == 1.0 && there.slope.norm() < 0.5 * here.slope.norm();
    if (gains || nearer) {
      x = tried;
      here = std::move(there);
      return true;
    }
  }
  return false;
}

// H⁻¹ g. Where everything has its price, H is well conditioned and needs no pivots.
VecX newton_step(const MatX& H, const VecX& g, bool firm) {
  if (MatX L = H; firm && cholesky(L)) {
    VecX step = g;
    solve_lower(L, step);
    solve_lower_transposed(L, step);
    return step;
  }
  return solve_symmetric(H, g);
}

// Any solution has b·y = Σ f·G_iᵀy ≤ |f| |Π(Gᵀy)|: a lower bound of |f|, of which infinity is the proof.
double least_forces(const ForceProblem& problem, const Vec6& y) {
  const double work = problem.wanted.dot(y);
  if (work <= 0.0) return 0.0;
  double square = 0.0;
  for (const Contact& contact : problem.contacts) {
    const Vec3 v = y.head<3>() + Vec3(y.tail<3>()).cross(contact.point - problem.center);
    square += nearest_force(contact, v).squaredNorm();
  }
  return square > 0.0 ? work / std::sqrt(square) : 1e300;
}

// Whether the loads do work in the motion −y, and not only by rounding.
bool is_work(const ForceProblem& problem, const Vec6& y, double share) {
  return problem.wanted.dot(y) > share * problem.wanted.norm() * y.norm();
}

// The motion −y proves that no forces exist as long as every contact leaves its surface steeper than friction drags:
// rise ≥ s μ drag. The largest such factor s; 0 when it proves nothing. Forces this many times the load are none.
double refuted_factor(const ForceProblem& problem, const Vec6& y) {
  const double work = problem.wanted.dot(y), nothing = work / kHopeless;
  if (!is_work(problem, y, kClearWork)) return 0.0;
  double factor = 1e300;
  for (const Contact& contact : problem.contacts) {
    const Vec3 v = -y.head<3>() - Vec3(y.tail<3>()).cross(contact.point - problem.center);
    const double rise = contact.normal.dot(v), drag = contact.friction * (v - rise * contact.normal).norm();
    if (contact.kind == ContactKind::kGrip) {
      if (v.norm() > nothing) return 0.0;
    } else if (rise < -nothing) {
      return 0.0;
    } else if (contact.kind == ContactKind::kFriction && drag > nothing) {
      factor = std::min(factor, std::max(0.0, rise) / drag);
    }
  }
  return factor;
}

}  // namespace

ForceAnswer contact_forces(const ForceProblem& problem, const Vec6& start, const Eigen::Matrix3Xd& forces) {
  const Dual dual(problem);
  VecX x = VecX::Zero(dual.size());
  x.head<6>() = start;
  if (forces.cols() > 0 && dual.size() > 6) x.tail(dual.size() - 6) = dual.efforts(forces);
  Look here = dual.look(x);
  ForceAnswer answer;
  const bool strict = problem.give.isZero(), priced = dual.size() > 6;
  double soft = 1e-9;  // keeps directions apart in which nothing resists yet
  for (; answer.steps < kMaxSteps && here.slope.norm() > kBalanced; ++answer.steps) {
    if (strict) answer.at_least = least_forces(problem, x.head<6>());
    if (answer.at_least > kHopeless) break;
    MatX H = dual.bend(x);
    H.diagonal().array() += soft * std::max(1.0, H.diagonal().maxCoeff());
    const double before = here.slope.norm();
    if (!advance(dual, newton_step(H, here.slope, priced && !strict), x, here)) break;
    if (before < kEnough && here.slope.norm() > 0.5 * before) break;  // as far as rounding goes
    soft = std::max(0.1 * soft, 1e-14);
  }
  answer.forces = here.forces;
  answer.missing = here.slope.head<6>();
  answer.possible = here.slope.norm() < kEnough && answer.at_least <= kHopeless;
  answer.motion = x.head<6>();
  if (strict) answer.refuted = refuted_factor(problem, answer.motion);
  answer.proven = strict && is_work(problem, answer.motion, kWork) && least_forces(problem, answer.motion) > kProof;
  return answer;
}

}  // namespace poise
