// Couplings as one joint after the other moves: which of them tie a joint, and what they leave it while the others
// rest.
#pragma once

#include <vector>

#include "body/coordinates.hpp"

namespace poise {

class JointTies {
 public:
  explicit JointTies(const Figure& figure);

  // Whether couplings tie a joint.
  bool has(int joint) const { return !couplings_[static_cast<std::size_t>(joint)].empty(); }
  // Where all tied joints are, unless it was remembered; that one has moved; that this is the pose by now.
  void read(const VecX& q);
  void note(int joint, const VecX& q);
  void remember(const VecX& q) { of_ = q; }

  // Whether all couplings of a joint hold.
  bool hold(int joint) const;
  // Brings each coordinate of a joint into the room that its couplings leave it, one after the other.
  void bring_into_room(int joint, VecX& q);

 private:
  const Figure& figure_;
  std::vector<std::vector<int>> couplings_;  // by joint
  VecX natural_, of_;                        // coordinates of tied joints, and the pose that they are of
};

}  // namespace poise
