#include "body/sweep_plan.hpp"

#include "body/figure.hpp"

namespace poise {

namespace {

SweepPlan::Link::Kind kind_of(const Joint& joint) {
  if (joint.model != Model::kHinge) return SweepPlan::Link::Kind::kOther;
  if (joint.coordinate_axis < 0 || joint.in_turns || joint.out_moves) return SweepPlan::Link::Kind::kHinge;
  return static_cast<SweepPlan::Link::Kind>(joint.coordinate_axis);
}

// in · Rot(a, ±φ) · out with Rot = a aᵀ + cos φ (1 − a aᵀ) + sin φ [a]×.
HingeMotion motion_of(const Joint& joint) {
  const auto between = [&](const Mat3& part) {
    HingeMotion::Columns columns;
    columns.leftCols<3>() = joint.in.R * part * joint.out.R;
    columns.col(3) = joint.in.R * (part * joint.out.p);
    return columns;
  };
  const Mat3 along = joint.axis * joint.axis.transpose();
  const double sign = joint.reversed ? -1.0 : 1.0;
  HingeMotion motion{between(along), between(Mat3::Identity() - along), between(sign * cross_matrix(joint.axis))};
  motion.still.col(3) += joint.in.p;
  return motion;
}

// The axes of joint i. A joint walked backwards moves what is on its near side, the other way round.
void add_axes(const Joint& joint, int i, SweepPlan& plan) {
  const SweepPlan::Axis child{i, Vec3::Zero(), -(joint.out.R.transpose() * joint.out.p)};
  const SweepPlan::Axis parent{joint.carrier, Vec3::Zero(), joint.in.p};
  const auto add = [&](const Vec3& direction, bool moves_with_child) {
    plan.axes.push_back(moves_with_child != joint.reversed ? child : parent);
    const Mat3 turn = plan.axes.back().rider == i ? Mat3(joint.out.R.transpose()) : joint.in.R;
    plan.axes.back().direction = (joint.reversed ? -1.0 : 1.0) * (turn * direction);
  };
  if (joint.model == Model::kSlide || joint.model == Model::kFree) {
    const int along = joint.model == Model::kSlide ? 1 : 3;
    for (int k = 0; k < along; ++k) plan.slides.push_back(joint.v + k);
  }
  switch (joint.model) {
    case Model::kFixed:
      break;
    case Model::kHinge:
    case Model::kSlide:
      add(joint.axis, true);
      break;
    case Model::kElbow:  // flexion is about the near x axis, twist about the far z axis
      add(Vec3::UnitX(), false);
      add(Vec3::UnitZ(), true);
      break;
    case Model::kSwing:
      plan.swings.push_back(i);
      for (int k = 0; k < 2; ++k) add(Vec3::Zero(), true);
      break;
    case Model::kBall:
    case Model::kFree:
      for (int k = 0; k < size_of(joint.model).dof; ++k) add(Vec3::Unit(k % 3), true);
      break;
  }
}

void add_coordinates(const Joint& joint, int i, SweepPlan& plan) {
  const ModelSize size = size_of(joint.model);
  if (joint.model == Model::kSwing || size.stored != size.dof) {
    plan.curved.push_back(i);
  } else if (!plan.plain.empty() && plan.plain.back().q + plan.plain.back().count == joint.q) {
    plan.plain.back().count += size.dof;
  } else if (size.dof > 0) {
    plan.plain.push_back({joint.q, joint.v, size.dof});
  }
}

}  // namespace

SweepPlan::SweepPlan(const std::vector<Joint>& joints, const std::vector<Segment>& segments) {
  links.resize(joints.size());
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint& joint = joints[i];
    Link& link = links[i];
    link.kind = kind_of(joint);
    link.carrier = joint.carrier;
    link.offset = joint.in.p;
    link.mass = segments[i].mass;
    link.moment = segments[i].mass * segments[i].center;
    if (i > 0 && joint.carrier + 1 != static_cast<int>(i)) links[static_cast<std::size_t>(joint.carrier)].forks = true;
    if (joint.model == Model::kHinge || joint.model == Model::kElbow || joint.model == Model::kSwing) {
      link.angle = static_cast<int>(angles.size());
      for (int k = 0; k < (joint.model == Model::kElbow ? 2 : 1); ++k) angles.push_back(joint.q + k);
    }
    if (link.kind == SweepPlan::Link::Kind::kHinge) {
      link.motion = static_cast<int>(hinges.size());
      hinges.push_back(motion_of(joint));
    } else if (link.kind == SweepPlan::Link::Kind::kOther) {
      link.motion = static_cast<int>(others.size());
      others.push_back(static_cast<int>(i));
    } else {
      link.sign = (joint.reversed ? -1.0 : 1.0) * joint.axis[joint.coordinate_axis];
    }
    add_axes(joint, static_cast<int>(i), *this);
    owners.resize(axes.size(), static_cast<int>(i));
    add_coordinates(joint, static_cast<int>(i), *this);
    Run run{joint.v, joint.v + size_of(joint.model).dof, joint.carrier};
    if (joint.carrier >= 0) {
      const Run& before = runs[static_cast<std::size_t>(joint.carrier)];
      if (before.end == run.begin) run = {before.begin, run.end, before.next};
    }
    runs.push_back(run);
  }
}

}  // namespace poise
