// The shape of a body, as rounds on its segments, and which segments may not go through each other.
#pragma once

#include <array>
#include <vector>

#include "body/kinematics.hpp"
#include "world/extent.hpp"
#include "world/round_ends.hpp"

namespace poise {

struct Part {
  int segment = 0;
  Round round;  // segment frame
  // Ends that count: one that lies inside an end of another round of its segment says nothing new. Filled in by
  // BodyShape.
  std::array<bool, 2> ends = {true, true};
};

// Two segments that may come as near as −depth to each other: pressed by `depth` (m) at most.
struct SelfPair {
  int first = 0, second = 0;
  double depth = 0.0;
};

struct Ball {
  Vec3 center = Vec3::Zero();
  double radius = -1.0;  // negative: nothing
};

class BodyShape {
 public:
  // `segments`: how many the figure has.
  BodyShape(int segments, std::vector<Part> parts, std::vector<SelfPair> pairs);

  const std::vector<Part>& parts() const { return parts_; }  // by segment
  const std::vector<SelfPair>& pairs() const { return pairs_; }
  int segments() const { return static_cast<int>(balls_.size()); }
  // The parts of a segment are those from first(segment) up to, without, first(segment + 1).
  int first(int segment) const { return first_[static_cast<std::size_t>(segment)]; }
  // Of every part.
  const std::vector<RoundForm>& forms() const { return forms_; }
  // A ball around all parts of a segment, segment frame.
  const Ball& ball(int segment) const { return balls_[static_cast<std::size_t>(segment)]; }

 private:
  std::vector<Part> parts_;
  std::vector<SelfPair> pairs_;
  std::vector<int> first_;
  std::vector<RoundForm> forms_;
  std::vector<Ball> balls_;
};

// A body shape where a figure has it.
struct PlacedBody {
  std::vector<Round> rounds;   // of the parts, in the world
  std::vector<Extent> boxes;   // around them
  std::vector<Ball> balls;     // around segments
  std::vector<Extent> around;  // boxes around segments

  void update(const BodyShape& body, const Kinematics& kinematics);
};

}  // namespace poise
