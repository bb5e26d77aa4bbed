// Which joints are so far inside their limits that a small motion cannot take them out: nothing need be asked of them.
//
// Of a joint with a swing region or a twist range, and of joints that couplings tie together, it remembers a pose and
// the angle by which each of them may turn from there, any way it likes, before it can come to a limit. Somewhere else
// it is clear as long as it has turned by less. To look at that takes a few products, where a polygon, a table of
// twists or a coupling takes some hundred operations.
#pragma once

#include <limits>
#include <vector>

#include "limits/limits.hpp"

namespace poise {

// Joints that couplings tie together, directly or by others.
struct TiedJoints {
  std::vector<int> joints, couplings;
};

class Leeway {
 public:
  explicit Leeway(const Figure& figure);

  // By all limits of the joint's own but ranges, as they are at q. `room`: radians from its direction to the edge of
  // its swing region, along the sphere; `angles`: of a ball.
  void note_joint(int joint, const ConstVec& q, double room, const SwingTwist& angles);
  // By its couplings. `natural`: natural coordinates of its joints at q.
  void note_group(std::size_t group, const ConstVec& q, const VecX& natural);

  // Whether a joint, or each of a group, may turn by `reach` more from q (radians, metres) without coming to a limit.
  // False where nobody has noted how far it may turn, or where it was noted too far away.
  bool is_joint_clear(int joint, const ConstVec& q, double reach = 0.0) const;
  bool is_group_clear(std::size_t group, const ConstVec& q, double reach = 0.0) const;

  // Whether it was noted at this very pose of the joint, or of the group.
  bool is_joint_noted_at(int joint, const ConstVec& q) const;
  bool is_group_noted_at(std::size_t group, const ConstVec& q) const;

  const std::vector<TiedJoints>& groups() const { return groups_; }

 private:
  // Where joints were, and how far each may turn from there.
  struct Note {
    std::vector<double> stored;
    double room = -std::numeric_limits<double>::infinity();
  };
  void note(const std::vector<int>& joints, const ConstVec& q, double room, Note& note) const;
  bool is_clear(const std::vector<int>& joints, const ConstVec& q, double reach, const Note& note) const;
  bool is_at(const std::vector<int>& joints, const ConstVec& q, const Note& note) const;

  const Figure* figure_;
  std::vector<TiedJoints> groups_;
  std::vector<std::vector<int>> alone_;  // of every joint, itself
  std::vector<Note> joint_notes_, group_notes_;
};

// As `clamp` without a start; what is clear is not looked at.
VecX clamp(const Figure& figure, const ConstVec& q, const Leeway& leeway);

}  // namespace poise
