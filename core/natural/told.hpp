// What is known of hands, feet, head, pelvis and chest: the question that the net of natural posture is asked.
#pragma once

#include <algorithm>
#include <array>

#include "math/placement.hpp"
#include "natural/layout.hpp"

namespace poise {

struct ToldPart {
  bool placed = false, turned = false;
  Vec3 point = Vec3::Zero(), local = Vec3::Zero();  // where a point of the segment shall be, and which point
  Mat3 turn = Mat3::Identity();                     // world ← segment

  bool knows() const { return placed || turned; }
};

struct Told {
  std::array<ToldPart, kParts> parts;
  bool looks = false;
  Vec3 gaze = Vec3::Zero();     // a point looked at
  Vec3 eye = Vec3::Zero();      // the point of the head that looks there
  Vec3 facing = Vec3::UnitZ();  // where the figure faces now
  double kept = 0.0;  // how much that counts at least beside what the goals say, leg lengths, in a session; 0: only
                      // where they say nothing

  bool knows() const {
    return looks || std::any_of(parts.begin(), parts.end(), [](const ToldPart& part) { return part.knows(); });
  }
};

// What one task says: of a part where a point of it shall be and how it shall be turned, either or both, or of the head
// where the eyes shall look.
struct Saying {
  int part = 0;
  bool placed = false, turned = false, looks = false;
  Vec3 point = Vec3::Zero(), local = Vec3::Zero();  // place: in the world, and on the segment; gaze: what is looked at,
                                                    // and where on the head the eyes are
  Mat3 turn = Mat3::Identity();

  // The same of another point.
  Saying of(const Vec3& other) const {
    Saying found = *this;
    found.point = other;
    return found;
  }
};

// Of several tasks that speak of the same, the first counts.
inline void hear(const Saying& saying, Told& told) {
  if (saying.looks && !told.looks) {
    told.looks = true;
    told.gaze = saying.point;
    told.eye = saying.local;
  }
  ToldPart& part = told.parts[static_cast<std::size_t>(saying.part)];
  if (saying.placed && !part.placed) {
    part.placed = true;
    part.point = saying.point;
    part.local = saying.local;
  }
  if (saying.turned && !part.turned) {
    part.turned = true;
    part.turn = saying.turn;
  }
}

// The place of a part that is turned as well is that of its origin, as in training.
inline void join_places(Told& told) {
  for (ToldPart& part : told.parts) {
    if (!part.placed || !part.turned) continue;
    part.point -= part.turn * part.local;
    part.local.setZero();
  }
}

// Where a pelvis faces, level, whether upright, lying or on its side: z, and x turned by a right angle.
inline Vec3 facing_of(const Mat3& turn) { return {turn(0, 2) - turn(2, 0), 0.0, turn(2, 2) + turn(0, 0)}; }

// From 1 to 0 between two values, without a kink.
inline double fade(double x, double known, double unknown) {
  const double t = std::clamp((unknown - x) / (unknown - known), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

}  // namespace poise
