#include "limits/leeway.hpp"

#include <algorithm>
#include <cmath>

#include "limits/coupled_group.hpp"

namespace poise {

namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// A ball turns by ω. Its twist changes by at most |ω| / cos(θ/2), its swing by at most |ω| max(1, θ / sin θ), θ being
// the angle of the swing (swing_twist.hpp, `swing_twist_rates`): up to 120° neither is more than this many times |ω|.
constexpr double kSteepest = 2.5, kSteepFrom = 2.0 * kPi / 3.0;

// Rotations whose unit quaternions are a chord x apart are 4 asin(x / 2) apart: up to this chord no more than 2.1 x.
constexpr double kLongChord = 0.5, kAngleOfChord = 2.1;

// By how much a joint has turned since, at most: radians, metres.
double turned(const Joint& joint, const ConstVec& q, const double* stored) {
  const double* now = q.data() + joint.q;
  if (joint.model == Model::kBall) {
    double same = 0.0, opposite = 0.0;  // a quaternion and its opposite are one rotation
    for (int i = 0; i < 4; ++i) {
      same += (now[i] - stored[i]) * (now[i] - stored[i]);
      opposite += (now[i] + stored[i]) * (now[i] + stored[i]);
    }
    const double square = std::min(same, opposite);
    return square < kLongChord * kLongChord ? kAngleOfChord * std::sqrt(square) : kEndless;
  }
  if (joint.model == Model::kFree) return kEndless;
  double square = 0.0;
  for (int i = 0; i < size_of(joint.model).stored; ++i) square += (now[i] - stored[i]) * (now[i] - stored[i]);
  return std::sqrt(square);
}

// By how much a ball may turn so that its natural coordinates change by no more than so much.
double turn_for(double change, const SwingTwist& angles) {
  return std::min(change / kSteepest, kSteepFrom - angles.swing.norm());
}

// How much the sum of a coupling may change, shared by its terms.
double slack_of(const Coupling& coupling, const VecX& natural) {
  double sum = 0.0, factors = 0.0;
  for (std::size_t i = 0; i < coupling.indices.size(); ++i) {
    sum += coupling.factors[i] * natural[coupling.indices[i]];
    factors += std::abs(coupling.factors[i]);
  }
  return std::min(coupling.max - sum, sum - coupling.min) / factors;
}

double worst_of(const Figure& figure, const TiedJoints& group, const VecX& natural) {
  double worst = 0.0;
  for (const int c : group.couplings)
    worst = std::max(worst, coupling_violation(figure.couplings()[static_cast<std::size_t>(c)], natural));
  return worst;
}

std::vector<TiedJoints> groups_of(const Figure& figure) {
  std::vector<TiedJoints> groups;
  std::vector<bool> done(figure.couplings().size(), false);
  for (std::size_t c = 0; c < done.size(); ++c) {
    if (done[c]) continue;
    TiedJoints group;
    group.couplings = couplings_tied_to(figure, static_cast<int>(c));
    for (const int other : group.couplings) {
      done[static_cast<std::size_t>(other)] = true;
      for (const int natural : figure.couplings()[static_cast<std::size_t>(other)].indices) {
        const int joint = figure.joint_of_natural(natural);
        if (std::find(group.joints.begin(), group.joints.end(), joint) == group.joints.end())
          group.joints.push_back(joint);
      }
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

Leeway::Leeway(const Figure& figure)
    : figure_(&figure),
      groups_(groups_of(figure)),
      alone_(figure.joints().size()),
      joint_notes_(figure.joints().size()),
      group_notes_(groups_.size()) {
  for (std::size_t i = 0; i < alone_.size(); ++i) alone_[i] = {static_cast<int>(i)};
}

void Leeway::note(const std::vector<int>& joints, const ConstVec& q, double room, Note& note) const {
  note.room = room;
  note.stored.clear();
  for (const int index : joints) {
    const Joint& joint = figure_->joints()[static_cast<std::size_t>(index)];
    const double* from = q.data() + joint.q;
    note.stored.insert(note.stored.end(), from, from + size_of(joint.model).stored);
  }
}

bool Leeway::is_clear(const std::vector<int>& joints, const ConstVec& q, double reach, const Note& note) const {
  if (!(reach < note.room)) return false;
  const double* stored = note.stored.data();
  for (const int index : joints) {
    const Joint& joint = figure_->joints()[static_cast<std::size_t>(index)];
    if (!(turned(joint, q, stored) + reach < note.room)) return false;
    stored += size_of(joint.model).stored;
  }
  return true;
}

bool Leeway::is_at(const std::vector<int>& joints, const ConstVec& q, const Note& note) const {
  const double* stored = note.stored.data();
  if (note.stored.empty()) return false;
  for (const int index : joints) {
    const Joint& joint = figure_->joints()[static_cast<std::size_t>(index)];
    const int size = size_of(joint.model).stored;
    if (!std::equal(stored, stored + size, q.data() + joint.q)) return false;
    stored += size;
  }
  return true;
}

void Leeway::note_joint(int joint, const ConstVec& q, double room, const SwingTwist& angles) {
  const JointLimit& limit = figure_->joints()[static_cast<std::size_t>(joint)].limit;
  if (!std::holds_alternative<std::monostate>(limit.twist)) {
    const Range range = common_twist_range(limit.twist);
    room = std::min(room, turn_for(std::min(range.max - angles.twist, angles.twist - range.min), angles));
  }
  const auto at = static_cast<std::size_t>(joint);
  note(alone_[at], q, room, joint_notes_[at]);
}

void Leeway::note_group(std::size_t group, const ConstVec& q, const VecX& natural) {
  double slack = kEndless;
  for (const int c : groups_[group].couplings)
    slack = std::min(slack, slack_of(figure_->couplings()[static_cast<std::size_t>(c)], natural));
  double room = slack;
  for (const int index : groups_[group].joints) {
    const Joint& joint = figure_->joints()[static_cast<std::size_t>(index)];
    if (joint.model == Model::kBall)
      room = std::min(room, turn_for(slack, {natural.segment<2>(joint.x), natural[joint.x + 2]}));
  }
  note(groups_[group].joints, q, room, group_notes_[group]);
}

bool Leeway::is_joint_clear(int joint, const ConstVec& q, double reach) const {
  const auto at = static_cast<std::size_t>(joint);
  return is_clear(alone_[at], q, reach, joint_notes_[at]);
}

bool Leeway::is_group_clear(std::size_t group, const ConstVec& q, double reach) const {
  return is_clear(groups_[group].joints, q, reach, group_notes_[group]);
}

bool Leeway::is_joint_noted_at(int joint, const ConstVec& q) const {
  const auto at = static_cast<std::size_t>(joint);
  return is_at(alone_[at], q, joint_notes_[at]);
}

bool Leeway::is_group_noted_at(std::size_t group, const ConstVec& q) const {
  return is_at(groups_[group].joints, q, group_notes_[group]);
}

VecX clamp(const Figure& figure, const ConstVec& asked, const Leeway& leeway) {
  if (figure.has_ranges_alone()) return clamp(figure, asked);
  VecX q(asked);
  double worst = 0.0;
  for (std::size_t i = 0; i < figure.joints().size(); ++i) {
    const Joint& joint = figure.joints()[i];
    if (has_swing(joint.model) && leeway.is_joint_clear(static_cast<int>(i), asked)) continue;
    worst = std::max(worst, bring_inside(joint, q));
  }
  VecX natural;
  double before = 0.0, after = 0.0;
  for (std::size_t g = 0; g < leeway.groups().size(); ++g) {
    if (leeway.is_group_clear(g, asked) && (worst == 0.0 || leeway.is_group_clear(g, q))) continue;
    const TiedJoints& group = leeway.groups()[g];
    natural.resize(figure.natural());
    write_natural(figure, group.joints, asked, natural);
    before = std::max(before, worst_of(figure, group, natural));
    if (worst > 0.0) write_natural(figure, group.joints, q, natural);
    after = std::max(after, worst_of(figure, group, natural));
  }
  if (std::max(worst, before) <= kLimitTolerance) return asked;
  return after <= kLimitTolerance ? q : clamp(figure, asked);
}

}  // namespace poise
