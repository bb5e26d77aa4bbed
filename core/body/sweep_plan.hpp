// The figure as the sweeps over its joints want it: few numbers a joint, side by side, in the order of the tree. Made
// once, of what the joints and segments say.
#pragma once

#include <vector>

#include "math/placement.hpp"

namespace poise {

struct Joint;
struct Segment;

// T_carrier_segment of a hinge at angle φ: still + cos φ · even + sin φ · odd. Three columns rotate, the fourth moves.
struct HingeMotion {
  using Columns = Eigen::Matrix<double, 3, 4>;
  Columns still, even, odd;
};

struct SweepPlan {
  // How segment i hangs on its carrier, and its mass.
  struct Link {
    // Hinges whose frames are turned by nothing but the angle, about a coordinate axis; other hinges; other joints.
    enum class Kind : int { kAboutX, kAboutY, kAboutZ, kHinge, kOther };
    Kind kind = Kind::kOther;
    int carrier = -1;
    int angle = -1;              // of hinges, elbows and swings: the first among `angles`
    int motion = -1;             // of the last two kinds: the place in `hinges` or `others`
    double sign = 1.0;           // of the first three kinds: −1 when they turn the other way
    Vec3 offset = Vec3::Zero();  // of the first three kinds: their place in the carrier's frame
    double mass = 0.0;
    Vec3 moment = Vec3::Zero();  // mass × centre, segment frame
    bool forks = false;          // whether more hangs on it than the next link
  };

  // What a degree of freedom turns about or moves along: an axis through a point, both fixed in a segment's frame. The
  // axes of swings change with their angles; here they are zero.
  struct Axis {
    int rider = -1;  // that segment; −1 is the world
    Vec3 direction = Vec3::Zero(), point = Vec3::Zero();
  };

  // Degrees of freedom begin … end − 1 carry segment i one after the other; joint `next` carries those.
  struct Run {
    int begin = 0, end = 0, next = -1;
  };

  // Coordinates q … that are angles or lengths and nothing else: tangents v … are added to them.
  struct Plain {
    int q = 0, v = 0, count = 0;
  };

  SweepPlan() = default;
  SweepPlan(const std::vector<Joint>& joints, const std::vector<Segment>& segments);

  std::vector<Link> links;
  std::vector<HingeMotion> hinges;
  std::vector<int> others;  // joints that are no hinges
  std::vector<int>
      angles;  // where in the coordinates they stand: of hinges one, of elbows two, of swings half the length
  std::vector<Axis> axes;   // of all degrees of freedom
  std::vector<int> owners;  // the joints that have them
  std::vector<int> slides;  // those that move along their axes
  std::vector<int> swings;  // joints
  std::vector<Run> runs;    // of all segments
  std::vector<Plain> plain;
  std::vector<int> curved;  // joints with other coordinates: swings, balls and free ones
};

}  // namespace poise
