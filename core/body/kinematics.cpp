#include "body/kinematics.hpp"

#include <cmath>

#include "math/four.hpp"
#include "math/sines.hpp"
#include "math/wide.hpp"

namespace poise {

namespace {

Mat3 rotation_about(const Vec3& axis, double angle) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

// M(q) of an elbow turned by angles of these sines and cosines: flexion about x, then twist about z.
Mat3 elbow_turn(const double* sines, const double* cosines) {
  const double cf = cosines[0], sf = sines[0], ct = cosines[1], st = sines[1];
  Mat3 R;
  R << ct, -st, 0.0, cf * st, cf * ct, -sf, sf * st, sf * ct, cf;
  return R;
}

// M(q) of a swing: exp([s_x, s_y, 0]×) with the sine and cosine of half its angle θ.
Mat3 swing_turn(double x, double y, double half, double sine, double cosine) {
  const double k = half < 1e-4 ? 0.5 - half * half / 12.0 : 0.5 * sine / half;  // sin(θ/2)/θ
  return Quat(cosine, k * x, k * y, 0.0).toRotationMatrix();
}

// T_carrier_segment of a joint that is no hinge: in · M(q)^±1 · out.
void set_motion(const Joint& joint, const Placement& motion, Placement& out) {
  Mat3 turn = motion.R;
  if (joint.reversed) turn.transposeInPlace();
  out.p = joint.in.p;
  if (joint.model == Model::kSlide || joint.model == Model::kFree)
    out.p += joint.in.R * (joint.reversed ? Vec3(-(turn * motion.p)) : motion.p);
  if (joint.in_turns)
    out.R.noalias() = joint.in.R * turn;
  else
    out.R = turn;
  if (!joint.out_moves) return;
  out.p += out.R * joint.out.p;
  if (!joint.out_turns) return;
  turn = out.R;
  out.R.noalias() = turn * joint.out.R;
}

// T_world_segment of all segments, one after the other. `frames` and `motions` hold 12 numbers each: the columns of a
// rotation, then a position. The last frame stays in registers, as most links hang on the one before. A column is
// written four numbers wide, and the next one mends what that was too much.
POISE_BY_MACHINE void chain_up(const SweepPlan::Link* links, int count, const HingeMotion* hinges,
                               const double* motions, const double* sines, const double* cosines, double* frames) {
  using Kind = SweepPlan::Link::Kind;
  Four X{1.0, 0.0, 0.0, 0.0}, Y{0.0, 1.0, 0.0, 0.0}, Z{0.0, 0.0, 1.0, 0.0}, P{0.0, 0.0, 0.0, 0.0};
  for (int i = 0; i < count; ++i) {
    const SweepPlan::Link& link = links[i];
    if (link.carrier != i - 1) {
      const double* carrier = frames + 12 * link.carrier;
      read_three(carrier, X);
      read_three(carrier + 3, Y);
      read_three(carrier + 6, Z);
      read_three(carrier + 9, P);
    }
    if (link.kind < Kind::kHinge) {
      const double c = cosines[link.angle], s = link.sign * sines[link.angle];
      P += X * link.offset[0] + Y * link.offset[1] + Z * link.offset[2];
      Four old = Y;
      switch (link.kind) {
        case Kind::kAboutX:
          Y = Y * c + Z * s;
          Z = Z * c - old * s;
          break;
        case Kind::kAboutY:
          old = Z;
          Z = Z * c + X * s;
          X = X * c - old * s;
          break;
        default:
          old = X;
          X = X * c + Y * s;
          Y = Y * c - old * s;
          break;
      }
    } else {
      const double* m = motions + 12 * link.motion;
      double turned[12];
      if (link.kind == Kind::kHinge) {
        const HingeMotion& hinge = hinges[link.motion];
        const double c = cosines[link.angle], s = sines[link.angle];
        for (int k = 0; k < 12; ++k) turned[k] = hinge.still(k) + c * hinge.even(k) + s * hinge.odd(k);
        m = turned;
      }
      const Four x = X, y = Y, z = Z;
      X = x * m[0] + y * m[1] + z * m[2];
      Y = x * m[3] + y * m[4] + z * m[5];
      Z = x * m[6] + y * m[7] + z * m[8];
      P += x * m[9] + y * m[10] + z * m[11];
    }
    double* frame = frames + 12 * i;
    write_four(X, frame);
    write_four(Y, frame + 3);
    write_four(Z, frame + 6);
    write_three(P, frame + 9);
  }
}

// The axes of all degrees of freedom in the world, and the arms that lead from the reference to them.
POISE_BY_MACHINE void find_axes(const SweepPlan::Axis* axes, int count, const double* frames, const double* reference,
                                double* angular, double* arms) {
  constexpr double kWorld[] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
  Four o{}, X{}, Y{}, Z{}, P{};
  read_three(reference, o);
  for (int k = 0; k < count; ++k) {
    const SweepPlan::Axis& axis = axes[k];
    const double* frame = axis.rider < 0 ? kWorld : frames + 12 * axis.rider;
    read_four(frame, X);
    read_four(frame + 3, Y);
    read_four(frame + 6, Z);
    read_three(frame + 9, P);
    const Four omega = X * axis.direction[0] + Y * axis.direction[1] + Z * axis.direction[2];
    const Four arm = (P - o) + X * axis.point[0] + Y * axis.point[1] + Z * axis.point[2];
    for (int i = 0; i < 3; ++i) {
      angular[i * count + k] = omega[i];
      arms[i * count + k] = arm[i];
    }
  }
}

// ν = arm × ω for all degrees of freedom, in the place of the arms.
POISE_BY_MACHINE void cross_all(const double* angular, int count, double* arms) {
  const double *x = angular, *y = x + count, *z = y + count;
  double *a = arms, *b = a + count, *c = b + count;
#pragma omp simd
  for (int k = 0; k < count; ++k) {
    const double p = a[k], q = b[k], r = c[k];
    a[k] = q * z[k] - r * y[k];
    b[k] = r * x[k] - p * z[k];
    c[k] = p * y[k] - q * x[k];
  }
}

}  // namespace

Placement joint_motion(const Joint& joint, const ConstVec& q) {
  switch (joint.model) {
    case Model::kFixed:
      return {};
    case Model::kHinge:
      return {rotation_about(joint.axis, q[joint.q]), Vec3::Zero()};
    case Model::kSlide:
      return {Mat3::Identity(), q[joint.q] * joint.axis};
    case Model::kElbow: {
      const double sines[] = {std::sin(q[joint.q]), std::sin(q[joint.q + 1])};
      const double cosines[] = {std::cos(q[joint.q]), std::cos(q[joint.q + 1])};
      return {elbow_turn(sines, cosines), Vec3::Zero()};
    }
    case Model::kSwing:
      return {rotation_of_swing(q.segment<2>(joint.q)).toRotationMatrix(), Vec3::Zero()};
    case Model::kBall:
      return {stored_rotation(joint, q).toRotationMatrix(), Vec3::Zero()};
    case Model::kFree:
      return {stored_rotation(joint, q).toRotationMatrix(), q.segment<3>(joint.q)};
  }
  return {};
}

void place(const Figure& figure, const ConstVec& q, Kinematics& out) {
  const SweepPlan& plan = figure.plan();
  const auto angles = static_cast<Eigen::Index>(plan.angles.size());
  out.segments.resize(plan.links.size());
  out.motions.resize(plan.others.size());
  out.trigonometry.resize(angles, 3);
  double *angle = out.trigonometry.data(), *sines = angle + angles, *cosines = sines + angles;
  for (Eigen::Index k = 0; k < angles; ++k) angle[k] = q[plan.angles[static_cast<std::size_t>(k)]];
  for (const int i : plan.swings) {
    double& half = angle[plan.links[static_cast<std::size_t>(i)].angle];
    half = 0.5 * q.segment<2>(figure.joints()[static_cast<std::size_t>(i)].q).norm();
  }
  sines_of(angle, static_cast<int>(angles), sines, cosines);
  for (std::size_t k = 0; k < plan.others.size(); ++k) {
    const auto i = static_cast<std::size_t>(plan.others[k]);
    const Joint& joint = figure.joints()[i];
    const int at = plan.links[i].angle;
    Placement motion;
    if (joint.model == Model::kElbow)
      motion.R = elbow_turn(sines + at, cosines + at);
    else if (joint.model == Model::kSwing)
      motion.R = swing_turn(q[joint.q], q[joint.q + 1], angle[at], sines[at], cosines[at]);
    else
      motion = joint_motion(joint, q);
    set_motion(joint, motion, out.motions[k]);
  }
  static_assert(sizeof(Placement) == 12 * sizeof(double));
  chain_up(plan.links.data(), static_cast<int>(plan.links.size()), plan.hinges.data(),
           reinterpret_cast<const double*>(out.motions.data()), sines, cosines,
           reinterpret_cast<double*>(out.segments.data()));
  if (!out.segments.empty()) out.reference = out.segments[0].p;
}

Placement place_segment(const Figure& figure, const ConstVec& q, int segment) {
  Placement placed;
  for (int i = segment; i >= 0; i = figure.joints()[static_cast<std::size_t>(i)].carrier) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    const Placement motion = joint_motion(joint, q);
    placed = joint.in * (joint.reversed ? motion.inverse() : motion) * joint.out * placed;
  }
  return placed;
}

void add_twists(const Figure& figure, const ConstVec& q, Kinematics& out) {
  const SweepPlan& plan = figure.plan();
  const int n = figure.dof();
  out.angular.resize(3, n);
  out.linear.resize(3, n);
  find_axes(plan.axes.data(), n, reinterpret_cast<const double*>(out.segments.data()), out.reference.data(),
            out.angular.data(), out.linear.data());
  for (const int i : plan.swings) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i)];
    const Eigen::Matrix<double, 3, 2> rates = joint_frame(figure, out, i).R * swing_body_rates(q.segment<2>(joint.q));
    out.angular.middleCols<2>(joint.v) = joint.reversed ? -rates : rates;
  }
  cross_all(out.angular.data(), n, out.linear.data());
  for (const int k : plan.slides) {
    out.linear.col(k) = out.angular.col(k);
    out.angular.col(k).setZero();
  }
}

void forward(const Figure& figure, const ConstVec& q, Kinematics& out) {
  place(figure, q, out);
  add_twists(figure, q, out);
}

Placement joint_frame(const Figure& figure, const Kinematics& kinematics, int joint) {
  const Joint& j = figure.joints()[static_cast<std::size_t>(joint)];
  if (j.reversed) return j.carrier < 0 ? j.in : kinematics.segments[static_cast<std::size_t>(j.carrier)] * j.in;
  const Placement& segment = kinematics.segments[static_cast<std::size_t>(joint)];
  return j.out_moves ? segment * j.out.inverse() : segment;
}

void point_jacobian(const Figure& figure, const Kinematics& kinematics, int segment, const Vec3& point,
                    Eigen::Ref<Eigen::Matrix<double, 6, Eigen::Dynamic>> out) {
  const Vec3 arm = point - kinematics.reference;
  for_each_carrier(figure, segment, [&](int k) {
    const Vec3 omega = kinematics.angular.col(k);
    out.col(k).head<3>() = kinematics.linear.col(k) + omega.cross(arm);
    out.col(k).tail<3>() = omega;
  });
}

}  // namespace poise
