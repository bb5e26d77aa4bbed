#include "direct/descent.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "body/joint_step.hpp"
#include "direct/lengths.hpp"
#include "direct/middle.hpp"

namespace poise {

namespace {

constexpr double kLevelWeight =
    100.0;                        // of a level against the next: ten times in errors, as a hand against a millimetre
constexpr double kBend = 0.2;     // rad: of every joint, to leave a pose where none alone can gain
constexpr int kHalvings = 30;     // of a way that couplings block: to a billionth of it
constexpr double kJammed = 1e-3;  // share of its way that couplings leave a joint: with less, others shall come along

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// How far one joint moves, in its stored coordinates.
double distance_of(const Joint& joint, const VecX& a, const VecX& b) {
  const int size = size_of(joint.model).stored;
  return (a.segment(joint.q, size) - b.segment(joint.q, size)).norm();
}

}  // namespace

Descent::Descent(std::shared_ptr<const Problem> problem)
    : problem_(std::move(problem)),
      figure_(*problem_->figure),
      clamp_(figure_),
      ties_(figure_),
      unit_(unit_of(figure_)) {
  const VecX& mobility = problem_->mobility;
  shares_.assign(figure_.joints().size(), 1.0);
  for (std::size_t i = 0; mobility.size() > 0 && i < shares_.size(); ++i) {
    const Joint& joint = figure_.joints()[i];
    const int dof = size_of(joint.model).dof;
    if (dof > 0) shares_[i] = mobility.segment(joint.v, dof).mean() / mobility.maxCoeff();
  }
  refresh();
}

void Descent::refresh() {
  goals_.clear();
  carried_.assign(figure_.joints().size(), {});
  of_center_ = false;
  double level_weight = std::pow(kLevelWeight, static_cast<double>(problem_->levels.size()));
  for (const std::vector<int>& level : problem_->levels) {
    level_weight /= kLevelWeight;
    for (const int i : level) {
      const Demand& demand = problem_->demands[at(i)];
      if (!demand.enabled) continue;
      for (const Match& match : demand.task->matches(figure_)) {
        const double unit = match.kind == Match::Kind::kDirection ? 1.0 : 1.0 / (unit_ * unit_);
        const double weight = level_weight * demand.weight * match.weight * unit;
        const bool full = match.along.isApprox(Mat3::Identity(), 1e-12);
        goals_.push_back({match, weight, full, demand.joints.size() > 0 ? &demand.joints : nullptr});
        note_carriers(static_cast<int>(goals_.size()) - 1);
      }
    }
  }
}

// A joint that carries both ends of a goal, or none, changes nothing about it.
void Descent::note_carriers(int goal) {
  const Match& match = goals_[at(goal)].match;
  if (match.kind == Match::Kind::kCenter) {
    of_center_ = true;
    for (int i = 0; i < static_cast<int>(carried_.size()); ++i) {
      if (figure_.carried_mass(i) > 0.0) carried_[at(i)].push_back({goal, false});
    }
    return;
  }
  std::vector<int> ends(carried_.size(), 0);
  for (int i = match.moving.segment; i >= 0; i = figure_.joints()[at(i)].carrier) ends[at(i)] += 1;
  for (int i = match.wanted.segment; i >= 0; i = figure_.joints()[at(i)].carrier) ends[at(i)] += 2;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i] == 1 || ends[i] == 2) carried_[i].push_back({goal, ends[i] == 2});
  }
}

const Kinematics& Descent::placed(const VecX& q) {
  place(figure_, q, own_places_);
  return own_places_;
}

void Descent::place_goals(const Kinematics& places) {
  places_ = &places;
  const auto world = [&](const Match& match, const Match::End& end) -> Vec3 {
    if (end.segment < 0) return end.at;
    const Placement& segment = places_->segments[at(end.segment)];
    return match.kind == Match::Kind::kDirection ? Vec3(segment.R * end.at) : Vec3(segment.p + segment.R * end.at);
  };
  if (of_center_) {
    moments_.resize(figure_.segments().size());
    moment_.setZero();
    for (std::size_t i = 0; i < moments_.size(); ++i) {
      const Segment& segment = figure_.segments()[i];
      moments_[i] = segment.mass * (places_->segments[i].p + places_->segments[i].R * segment.center);
      moment_ += moments_[i];
    }
  }
  for (Goal& goal : goals_) {
    const Match& match = goal.match;
    goal.wanted = world(match, match.wanted);
    goal.moving = match.kind == Match::Kind::kCenter ? Vec3(moment_ / figure_.mass()) : world(match, match.moving);
    if (goal.full) continue;
    const int frame = match.wanted.segment;
    const Mat3 R = frame < 0 ? Mat3(Mat3::Identity()) : places_->segments[at(frame)].R;
    goal.P = R * match.along * R.transpose();
  }
}

double Descent::error_of(const Goal& goal) const {
  const Vec3 way = goal.wanted - goal.moving;
  return goal.weight * (goal.full ? way : Vec3(goal.P * way)).squaredNorm();
}

double Descent::error(const Kinematics& places) {
  place_goals(places);
  return error_here();
}

double Descent::error(const VecX& q) { return error(placed(q)); }

double Descent::error_here() const {
  double sum = 0.0;
  for (const Goal& goal : goals_) sum += error_of(goal);
  return sum;
}

VecX Descent::cycle(const VecX& q) { return cycle(q, placed(q)); }

VecX Descent::cycle(const VecX& q, const Kinematics& places) {
  place_goals(places);
  jammed_.clear();
  VecX moved = q;
  ties_.read(q);
  for (int i = static_cast<int>(figure_.joints().size()) - 1; i >= 0; --i) {
    const Joint& joint = figure_.joints()[at(i)];
    if (joint.model != Model::kFixed && !carried_[at(i)].empty()) visit(i, moved);
    if (of_center_ && joint.carrier >= 0) moments_[at(joint.carrier)] += moments_[at(i)];
  }
  ties_.remember(moved);
  if (!jammed_.empty()) move_together(moved);
  return moved;
}

JointPlace Descent::place_of(int index, const VecX& q) const {
  const Joint& joint = figure_.joints()[at(index)];
  const Placement carrier = joint.carrier < 0 ? Placement{} : places_->segments[at(joint.carrier)];
  const Placement M = joint_motion(joint, q);
  return {carrier.R * joint.in.R, carrier.p + carrier.R * joint.in.p, joint.reversed ? M.inverse() : M};
}

void Descent::add(const Carried& carried, int joint, const Vec3& center, JointGoals& sums) const {
  const Goal& goal = goals_[at(carried.goal)];
  if (goal.match.kind == Match::Kind::kDirection) {
    if (carried.is_wanted_end)
      sums.add_direction(goal.wanted, goal.moving, goal.weight);
    else
      sums.add_direction(goal.moving, goal.wanted, goal.weight);
    return;
  }
  Vec3 x = carried.is_wanted_end ? goal.wanted : goal.moving;
  Vec3 d = carried.is_wanted_end ? goal.moving : goal.wanted;
  double weight = goal.weight;
  if (goal.match.kind == Match::Kind::kCenter) {  // the body's centre moves by the share of the mass that is carried
    const double share = figure_.carried_mass(joint) / figure_.mass();
    x = moments_[at(joint)] / figure_.carried_mass(joint);
    d = x + (goal.wanted - goal.moving) / share;
    weight *= share * share;
  }
  if (problem_->direct.wang) {
    const double near = std::min((x - center).norm(), (d - center).norm());
    const double far = std::max((x - center).norm(), (d - center).norm());
    weight *= 1.0 + (far > 0.0 ? near / far : 1.0);
  }
  if (goal.full)
    sums.add_point(x, d, weight);
  else if (carried.is_wanted_end)  // the nearest point of the carried line or plane stands for it
    sums.add_point(d - goal.P * (d - x), d, weight);
  else
    sums.add_point_along(x, d, goal.P, weight);
}

bool Descent::helps(const Goal& goal, const Joint& joint) const {
  return goal.shares == nullptr || goal.shares->segment(joint.v, size_of(joint.model).dof).maxCoeff() > 0.0;
}

// The best for the goals that the joint shall help. Where that would hurt those it shall not help, the best for all of
// them, unless that helps nobody.
void Descent::improve(int index, const JointPlace& place, VecX& moved) const {
  const Joint& joint = figure_.joints()[at(index)];
  JointGoals helped(joint, place), others(joint, place);
  for (const Carried& carried : carried_[at(index)])
    add(carried, index, place.center, helps(goals_[at(carried.goal)], joint) ? helped : others);
  if (helped.empty()) return;
  const double share = shares_[at(index)];
  if (others.empty()) {
    helped.improve(moved, share);
    return;
  }
  const VecX q = moved;
  const auto left = [&](const JointGoals& sums, const VecX& at_q) {
    return sums.left_after(motion_between(joint, place, at_q));
  };
  helped.improve(moved, share);
  const double before = left(helped, q) + left(others, q);
  if (left(helped, moved) + left(others, moved) <= before) return;
  JointGoals all(joint, place);
  for (const Carried& carried : carried_[at(index)]) add(carried, index, place.center, all);
  VecX found = q;
  all.improve(found, share);
  moved = left(helped, found) < left(helped, q) ? found : q;
}

void Descent::visit(int index, VecX& q) {
  const Joint& joint = figure_.joints()[at(index)];
  const int size = size_of(joint.model).stored;
  const JointPlace place = place_of(index, q);
  const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 7, 1> before = q.segment(joint.q, size);
  improve(index, place, q);
  if (q.segment(joint.q, size) == before) return;
  if (ties_.has(index)) {
    ties_.note(index, q);
    if (!ties_.hold(index)) {
      from_ = q;
      from_.segment(joint.q, size) = before;
      keep_couplings(index, place, from_, q);
    }
  }
  if (q.segment(joint.q, size) != before) carry(index, motion_between(joint, place, q));
}

// What couplings with joints that rest leave of a joint's way: the nearest point inside them, each of its coordinates
// into its own room; where that leaves limits or gains nothing, as far on its way as they allow.
void Descent::keep_couplings(int index, const JointPlace& place, const VecX& q, VecX& moved) {
  const Joint& joint = figure_.joints()[at(index)];
  const VecX wanted = moved;
  if (!go_into_room(index, place, q, moved)) go_as_far(index, place, q, moved);
  ties_.note(index, moved);
  const double way = distance_of(joint, q, moved), asked = distance_of(joint, q, wanted);
  if (way < kJammed * asked) jammed_.push_back(index);
}

// Whether one coordinate after the other, brought into the room that the couplings leave it, is inside everything and
// better than staying.
bool Descent::go_into_room(int index, const JointPlace& place, const VecX& q, VecX& moved) {
  const Joint& joint = figure_.joints()[at(index)];
  ties_.bring_into_room(index, moved);
  clamp_joint(joint, nullptr, moved);
  ties_.note(index, moved);
  return ties_.hold(index) && gains(index, place, q, moved);
}

void Descent::go_as_far(int index, const JointPlace& place, const VecX& q, VecX& moved) {
  const Joint& joint = figure_.joints()[at(index)];
  const VecX wanted = moved;
  double inside = 0.0, outside = 1.0;
  for (int i = 0; i < kHalvings; ++i) {
    const double share = 0.5 * (inside + outside);
    moved = wanted;
    go_part_of_the_way(joint, q, share, moved);
    ties_.note(index, moved);
    (ties_.hold(index) ? inside : outside) = share;
  }
  moved = wanted;
  go_part_of_the_way(joint, q, inside, moved);
  if (has_swing(joint.model)) clamp_joint(joint, nullptr, moved);
  ties_.note(index, moved);
  if (inside == 0.0 || !ties_.hold(index) || !gains(index, place, q, moved)) moved = q;
}

// Whether a motion of one joint is better for all goals that it carries.
bool Descent::gains(int index, const JointPlace& place, const VecX& q, const VecX& moved) const {
  const Joint& joint = figure_.joints()[at(index)];
  JointGoals all(joint, place);
  for (const Carried& carried : carried_[at(index)]) add(carried, index, place.center, all);
  return all.left_after(motion_between(joint, place, moved)) <= all.left_after(motion_between(joint, place, q));
}

void Descent::carry(int index, const CarriedMotion& motion) {
  for (const Carried& carried : carried_[at(index)]) {
    Goal& goal = goals_[at(carried.goal)];
    if (goal.match.kind == Match::Kind::kCenter) continue;
    Vec3& end = carried.is_wanted_end ? goal.wanted : goal.moving;
    end = goal.match.kind == Match::Kind::kDirection ? Vec3(motion.turn * end) : motion.point(end);
    if (carried.is_wanted_end && !goal.full) goal.P = motion.turn * goal.P * motion.turn.transpose();
  }
  if (!of_center_) return;
  const double mass = figure_.carried_mass(index);
  if (mass <= 0.0) return;
  const Vec3 before = moments_[at(index)];
  moments_[at(index)] = mass * motion.point(before / mass);
  moment_ += moments_[at(index)] - before;
  for (Goal& goal : goals_) {
    if (goal.match.kind == Match::Kind::kCenter) goal.moving = moment_ / figure_.mass();
  }
}

// Joints that are tied to others cannot move alone: each goes for its optimum again, and takes the others along to the
// nearest pose inside all couplings, if that is better for the goals.
void Descent::move_together(VecX& q) {
  const std::vector<int> jammed = std::exchange(jammed_, {});
  double now = error(q);
  for (const int index : jammed) {
    const Joint& joint = figure_.joints()[at(index)];
    place_goals(placed(q));
    VecX wanted = q;
    if (of_center_) continue;  // what the joint carries is known only in the course of a cycle
    improve(index, place_of(index, q), wanted);
    for (double share = 1.0; share > 0.1; share *= 0.5) {
      VecX tried = wanted;
      go_part_of_the_way(joint, q, share, tried);
      clamp_(tried);
      const double after = error(tried);
      if (after >= now) continue;
      now = after;
      q = tried;
      break;
    }
  }
  place_goals(placed(q));
}

VecX Descent::inside(VecX q) const {
  clamp_(q);
  return q;
}

VecX Descent::bent(const VecX& q) const {
  VecX v = VecX::Zero(figure_.dof());
  double side = kBend;
  for (std::size_t i = 0; i < figure_.joints().size(); ++i) {
    const Joint& joint = figure_.joints()[i];
    if (carried_[i].empty() || joint.model == Model::kFree || joint.model == Model::kSlide) continue;
    v.segment(joint.v, size_of(joint.model).dof).setConstant(side);
    side = -side;
  }
  return inside(integrate(figure_, q, v));
}

VecX Descent::start(int number, const VecX& q) const {
  const VecX anywhere = number < 2 ? q : random_pose(figure_, q, static_cast<std::uint64_t>(number));
  VecX found = q;
  for (std::size_t i = 0; i < figure_.joints().size(); ++i) {
    const Joint& joint = figure_.joints()[i];
    if (carried_[i].empty() || joint.model == Model::kFixed) continue;
    if (number >= 2) {
      const int size = size_of(joint.model).stored;
      found.segment(joint.q, size) = anywhere.segment(joint.q, size);
      continue;
    }
    to_middle(joint, found);
    if (number == 1) go_part_of_the_way(joint, q, 0.5, found);
  }
  return inside(found);
}

}  // namespace poise
