#include "statics/torque_potential.hpp"

#include <algorithm>
#include <utility>

#include "body/tree_form.hpp"

namespace poise {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// (A − tr A) ω: what turning by ω does to the moment of arms.
Vec3 turned(const Mat3& arms, const Vec3& omega) { return arms * omega - arms.trace() * omega; }

std::vector<Load> all_placed(const Kinematics& kinematics, std::vector<Load> loads) {
  for (Load& load : loads) load = placed(load, kinematics);
  return loads;
}

// Calls visit(k, i) for the degrees of freedom k of a joint, its i-th each.
template <typename Visit>
void for_each_own(const Joint& joint, Visit&& visit) {
  const int count = size_of(joint.model).dof;
  for (int i = 0; i < count; ++i) visit(joint.v + i, i);
}

}  // namespace

bool have_potential(const std::vector<Load>& loads) {
  return std::all_of(loads.begin(), loads.end(), [](const Load& load) {
    return load.turns_with < 0 && load.rides_on < 0 && load.torque.isZero(0.0);
  });
}

std::vector<Burden> burdens(const TaskView& view, const std::vector<Load>& placed_loads, const Vec3& per_kilogram) {
  const std::vector<Joint>& joints = view.figure.joints();
  std::vector<Burden> sums(joints.size());
  for (const Load& load : placed_loads) {
    sums[index(load.segment)].force += load.force;
    sums[index(load.segment)].arms += (load.point - view.kinematics.reference) * load.force.transpose();
  }
  for (std::size_t j = joints.size(); j-- > 1;) {
    sums[index(joints[j].carrier)].force += sums[j].force;
    sums[index(joints[j].carrier)].arms += sums[j].arms;
  }
  for (std::size_t j = 0; j < joints.size(); ++j) {  // weights last: mass has been carried already
    sums[j].force += view.figure.carried_mass(static_cast<int>(j)) * per_kilogram;
    sums[j].arms += view.masses.first[j] * per_kilogram.transpose();
  }
  return sums;
}

TorquePotential::TorquePotential(const TaskView& view, const std::vector<Load>& loads)
    : TorquePotential(view, burdens(view, all_placed(view.kinematics, loads), view.figure.gravity())) {}

TorquePotential::TorquePotential(const TaskView& view, std::vector<Burden> burdens)
    : view_(view),
      carried_(std::move(burdens)),
      own_(carried_.size()),
      moments_(3, view.figure.dof()),
      torques_(view.figure.dof()) {
  for (std::size_t j = 0; j < carried_.size(); ++j) {
    const Burden& load = carried_[j];
    const Vec3 moment = cross_sum(load.arms);
    for_each_own(view.figure.joints()[j], [&](int k, int) {
      const Twist own = twist(k);
      moments_.col(k) = own.nu.cross(load.force) + turned(load.arms, own.omega);
      torques_[k] = -own.nu.dot(load.force) - own.omega.dot(moment);
    });
    own_[j] = own_block(j);
  }
}

// ---- a joint and itself ------------------------------------------------------------------------------------------

AxisChanges TorquePotential::in_world(std::size_t joint, AxisChanges changes) const {
  const double sign = view_.figure.joints()[joint].reversed ? -1.0 : 1.0;
  const Mat3 R = joint_frame(view_.figure, view_.kinematics, static_cast<int>(joint)).R;
  for (Vec3& change : changes) change = sign * (R * change);
  return changes;
}

// −ω_k · m_l for the load that moves, and what l does to the axis of k: it turns it along, unless the joint is walked
// backwards, when its frame stands still; elbows and swings have axes that move in that frame. Axes turn about the
// joint; a free joint's translations turn along, too, and its turns are about a place that they move.
OwnBlock TorquePotential::own_block(std::size_t j) const {
  const Joint& joint = view_.figure.joints()[j];
  const Burden& load = carried_[j];
  const Vec3 moment = cross_sum(load.arms) - arm_of(j).cross(load.force);  // about the joint
  const bool free = joint.model == Model::kFree, bends = bends_its_axes(joint.model);
  const AxisChanges changes = bends ? in_world(j, axis_changes(joint, view_.q)) : AxisChanges();
  OwnBlock block;
  for_each_own(joint, [&](int k, int a) {
    const Twist own = twist(k);
    for_each_own(joint, [&](int l, int b) {
      const Twist by = twist(l);
      double power = own.omega.dot(moments_.col(l));
      if (!joint.reversed && free) {
        power += a < 3 ? own.nu.dot(load.force.cross(by.omega))
                       : (b < 3 ? by.nu.dot(own.omega.cross(load.force)) : own.omega.dot(moment.cross(by.omega)));
      } else if (!joint.reversed) {
        power += own.omega.dot(moment.cross(by.omega));
      }
      if (bends) power += changes[index(2 * a + b)].dot(moment);
      block(a, b) = -power;
    });
  });
  return block;
}

// ---- first derivatives -------------------------------------------------------------------------------------------

VecX TorquePotential::slope(const VecX& p) const {
  const std::vector<Joint>& joints = view_.figure.joints();
  std::vector<Vec3> before(joints.size(), Vec3::Zero());  // Σ p ω of all that carry the joint, itself included
  std::vector<Vec3> behind(joints.size(), Vec3::Zero());  // Σ p m of all that it carries
  VecX slope(view_.figure.dof());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Vec3 path = joints[j].carrier >= 0 ? before[index(joints[j].carrier)] : Vec3::Zero();
    before[j] = path;
    for_each_own(joints[j], [&](int k, int a) {
      slope[k] = -path.dot(moments_.col(k));
      for_each_own(joints[j], [&](int l, int b) { slope[k] += p[l] * own_[j](b, a); });
      before[j] += p[k] * view_.kinematics.angular.col(k);
    });
  }
  for (std::size_t j = joints.size(); j-- > 0;) {
    const Vec3 branch = behind[j];
    for_each_own(joints[j], [&](int k, int) {
      slope[k] -= branch.dot(view_.kinematics.angular.col(k));
      behind[j] += p[k] * moments_.col(k);
    });
    if (joints[j].carrier >= 0) behind[index(joints[j].carrier)] += behind[j];
  }
  return slope;
}

void TorquePotential::add_jacobian(MatX& H) const {
  const Figure& figure = view_.figure;
  for (std::size_t j = 0; j < carried_.size(); ++j) {
    const Joint& joint = figure.joints()[j];
    const int end = joint.v + size_of(joint.model).dof;
    for_each_own(joint, [&](int k, int a) {
      for_each_own(joint, [&](int l, int b) { H(l, k) += 0.5 * (own_[j](a, b) + own_[j](b, a)); });
      const Vec3 axis = view_.kinematics.angular.col(k);
      for (int l = end; l < figure.dofs_end(static_cast<int>(j)); ++l) {
        const double rate = -axis.dot(moments_.col(l));
        H(l, k) += rate;
        H(k, l) += rate;
      }
    });
  }
}

void TorquePotential::add_jacobian(TreeMatrix& H) const {
  H.beta -= moments_;
  for (std::size_t j = 0; j < carried_.size(); ++j) {
    const Joint& joint = view_.figure.joints()[j];
    const int n = size_of(joint.model).dof;
    const auto own = own_[j].topLeftCorner(n, n);
    if (n > 0) H.block(joint.v, joint.v, n, n) += 0.5 * (own + own.transpose());
  }
}

// ---- second derivatives ------------------------------------------------------------------------------------------
//
// Σ p_k ∂_k∂_l∂_m U is how ∂τ changes along p. A ball joint's degrees of freedom do not commute: ∂_k∂_l − ∂_l∂_k =
// ∂_[k,l] with [k, l] = e_k × e_l (of a free joint, the bracket of motions), and bringing p's derivative to the front
// leaves − J [p] − [p]ᵀ J with the matrix of l ↦ [p, l].

struct TorquePotential::Motion {
  Twist own, all;                             // of the joint by itself; of what it carries
  Twist frame;                                // of the joint's frame
  Mat3 arms = Mat3::Zero();                   // A'
  Eigen::Matrix<double, 3, 6> axes, moments;  // ω' and m' less their brackets with p, by degree of freedom of the joint
  OwnBlock block;                             // the own block's, likewise, and symmetrised
};

namespace {

// x' ← x' − x [p] for columns x of a joint's degrees of freedom.
template <typename Columns, typename Rates>
void take_brackets(const Joint& joint, const double* p, const Columns& x, Rates& rates) {
  if (joint.model != Model::kBall && joint.model != Model::kFree) return;
  const int turn = size_of(joint.model).dof - 3;
  const Eigen::Map<const Vec3> turning(p + turn);
  for (int l = 0; l < 3; ++l) {
    const Vec3 bracket = turning.cross(Vec3::Unit(l));
    rates.col(turn + l) -= x.template middleCols<3>(turn) * bracket;
    if (joint.model == Model::kBall) continue;
    rates.col(l) -= x.template leftCols<3>() * bracket;
    rates.col(turn + l) -= x.template leftCols<3>() * Eigen::Map<const Vec3>(p).cross(Vec3::Unit(l));
  }
}

// How the arms of a load change when it is moved.
Mat3 arms_rate(const Twist& by, const Burden& load) {
  return by.nu * load.force.transpose() + cross_matrix(by.omega) * load.arms;
}

}  // namespace

std::vector<TorquePotential::Motion> TorquePotential::motions(const VecX& p) const {
  const std::vector<Joint>& joints = view_.figure.joints();
  std::vector<Motion> motions(joints.size());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    Motion& motion = motions[j];
    const Joint& joint = joints[j];
    for_each_own(joint, [&](int k, int) {
      motion.own.omega += p[k] * view_.kinematics.angular.col(k);
      motion.own.nu += p[k] * view_.kinematics.linear.col(k);
    });
    const Twist carrier = joint.carrier < 0 ? Twist() : motions[index(joint.carrier)].all;
    motion.all = carrier + motion.own;
    motion.frame = joint.reversed ? carrier : motion.all;
  }
  for (std::size_t j = joints.size(); j-- > 0;) {
    Motion& motion = motions[j];
    if (joints[j].carrier >= 0)
      motions[index(joints[j].carrier)].arms += motion.arms + arms_rate(motion.own, carried_[j]);
    motion.arms += arms_rate(motion.all, carried_[j]);
  }
  for (std::size_t j = 0; j < joints.size(); ++j) add_rates(j, p.data() + joints[j].v, motions[j]);
  return motions;
}

void TorquePotential::add_rates(std::size_t j, const double* p, Motion& motion) const {
  const Joint& joint = view_.figure.joints()[j];
  const Burden& load = carried_[j];
  const bool free = joint.model == Model::kFree, bends = bends_its_axes(joint.model);
  const Vec3 arm = arm_of(j), arm_rate = motion.frame.nu + motion.frame.omega.cross(arm);
  const Vec3 moment = cross_sum(load.arms) - arm.cross(load.force);
  const Vec3 moment_rate = cross_sum(motion.arms) - arm_rate.cross(load.force);
  AxisChanges changes, rates;
  if (bends) {
    changes = in_world(j, axis_changes(joint, view_.q));
    rates = in_world(j, axis_change_rates(joint, view_.q, p));
    for (std::size_t i = 0; i < 4; ++i) rates[i] += motion.frame.omega.cross(changes[i]);
  }
  Eigen::Matrix<double, 3, 6> ways;  // ν'
  for_each_own(joint, [&](int k, int a) {
    const Twist own = twist(k);
    Twist rate = moved(motion.frame, own);
    for (int b = 0; bends && b < 2; ++b) {
      const Vec3 turn = p[b] * changes[index(2 * a + b)];
      rate = rate + Twist{turn, arm.cross(turn)};
    }
    motion.axes.col(a) = rate.omega;
    ways.col(a) = rate.nu;
    motion.moments.col(a) = rate.nu.cross(load.force) + turned(motion.arms, own.omega) + turned(load.arms, rate.omega);
  });
  OwnBlock change;
  for_each_own(joint, [&](int k, int a) {
    const Twist own{view_.kinematics.angular.col(k), view_.kinematics.linear.col(k)};
    const Vec3 own_rate = motion.axes.col(a);
    for_each_own(joint, [&](int l, int b) {
      const Twist by = twist(l);
      const Vec3 by_rate = motion.axes.col(b);
      double power = own_rate.dot(moments_.col(l)) + own.omega.dot(motion.moments.col(b));
      const auto turning = [&] {  // of ω_l × ω_k · M
        return own_rate.dot(moment.cross(by.omega)) +
               own.omega.dot(moment_rate.cross(by.omega) + moment.cross(by_rate));
      };
      if (!joint.reversed && free) {
        if (a < 3)
          power += ways.col(a).dot(load.force.cross(by.omega)) + own.nu.dot(load.force.cross(by_rate));
        else if (b < 3)
          power += ways.col(b).dot(own.omega.cross(load.force)) + by.nu.dot(own_rate.cross(load.force));
        else
          power += turning();
      } else if (!joint.reversed) {
        power += turning();
      }
      if (bends) power += rates[index(2 * a + b)].dot(moment) + changes[index(2 * a + b)].dot(moment_rate);
      change(a, b) = -power;
    });
  });
  const int count = size_of(joint.model).dof;
  if (joint.model == Model::kBall || free) {
    take_brackets(joint, p, view_.kinematics.angular.middleCols(joint.v, count), motion.axes);
    take_brackets(joint, p, moments_.middleCols(joint.v, count), motion.moments);
    const auto own = own_[j].topRows(count);
    OwnBlock both;
    both.topLeftCorner(count, count) = own.leftCols(count) + own.leftCols(count).transpose();
    auto rows = change.topRows(count);
    take_brackets(joint, p, both.topRows(count), rows);
  }
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) motion.block(a, b) = 0.5 * (change(a, b) + change(b, a));
  }
}

// Σ_i w_i ∂_kτ_i ∂_lτ_i by where joint i is, for k that carries l, with ∂τ of the own joint O:
//   before k:   m_k · S m_l,   S = Σ w ω ωᵀ along the path to k      k itself:  −(ω w O)_k · m_l
//   between:    ω_k · B m_l,   B = Σ w m ωᵀ from k to l              l itself:  −ω_k · (m w O)_l
//   behind l:   ω_k · Q ω_l,   Q = Σ w m mᵀ over all that l carries
// and where neither carries the other, the joints that carry both: m_k · S m_l.
MatX TorquePotential::hessian(const VecX& w, const VecX& p) const {
  const std::vector<Joint>& joints = view_.figure.joints();
  const Rows3& axes = view_.kinematics.angular;
  const std::vector<Motion> moving = p.isZero(0.0) ? std::vector<Motion>() : motions(p);
  std::vector<Mat3> path(joints.size(), Mat3::Zero()), behind(joints.size(), Mat3::Zero());  // B, Q
  TreeForm<6, 3> form(view_.figure);
  MatX H(view_.figure.dof(), view_.figure.dof());
  for (std::size_t j = joints.size(); j-- > 1;) {
    Mat3& sum = behind[index(joints[j].carrier)];
    sum += behind[j];
    for_each_own(joints[j], [&](int k, int) { sum += w[k] * moments_.col(k) * moments_.col(k).transpose(); });
  }
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const OwnBlock& own = own_[j];
    Mat3 S = Mat3::Zero(), B = Mat3::Zero();
    if (joints[j].carrier >= 0) {
      S = form.kernels[index(joints[j].carrier)];
      B = path[index(joints[j].carrier)];
    }
    form.kernels[j] = S;
    path[j] = B;
    for_each_own(joints[j], [&](int k, int) {
      const Vec3 weighed = w[k] * axes.col(k);
      form.kernels[j] += weighed * axes.col(k).transpose();
      path[j] += moments_.col(k) * weighed.transpose();
    });
    for_each_own(joints[j], [&](int k, int a) {
      const Vec3 omega = axes.col(k), m = moments_.col(k);
      const Vec3 steady = S * m, branch = behind[j] * omega;
      Vec3 near = steady - path[j].transpose() * omega, far = B * m + branch;
      for_each_own(joints[j], [&](int i, int c) {
        near -= w[i] * own(c, a) * axes.col(i);
        far -= w[i] * own(c, a) * moments_.col(i);
      });
      for_each_own(joints[j], [&](int l, int b) {
        double sum = steady.dot(moments_.col(l)) + branch.dot(axes.col(l));
        for_each_own(joints[j], [&](int i, int c) { sum += w[i] * own(c, a) * own(c, b); });
        H(l, k) = moving.empty() ? sum : sum + moving[j].block(b, a);
      });
      if (!moving.empty()) {
        near -= moving[j].axes.col(a);
        far -= moving[j].moments.col(a);
      }
      form.near.row(k) << near.transpose(), omega.transpose();
      form.far.row(k) << m.transpose(), far.transpose();
      form.apart.row(k) = m;
    });
  }
  form.write(view_.figure, H);
  H.triangularView<Eigen::StrictlyUpper>() = H.transpose();
  return H;
}

}  // namespace poise
