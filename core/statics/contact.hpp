// Contacts: points where the world can push on the body, and the forces each can give.
#pragma once

#include <vector>

#include "body/kinematics.hpp"

namespace poise {

enum class ContactKind : int {
  kFriction,  // pushes along the normal, and sideways up to μ times that: Coulomb's cone
  kRope,      // pulls along the normal, no other way
  kGrip,      // any force
};

// A place on the body that can be carried, whatever the pose.
struct Foothold {
  ContactKind kind = ContactKind::kFriction;
  int segment = 0;
  Vec3 point = Vec3::Zero();    // segment frame
  Vec3 normal = Vec3::UnitY();  // world, unit; of a rope, the point of the world it comes from
  double friction = 0.0;        // μ
};

// The same in a pose.
struct Contact {
  ContactKind kind = ContactKind::kFriction;
  int segment = 0;
  Vec3 point = Vec3::Zero();    // world
  Vec3 normal = Vec3::UnitY();  // world, unit: the way the world pushes or the rope pulls
  double friction = 0.0;        // μ
};

Contact placed(const Foothold& foothold, const Kinematics& kinematics);
std::vector<Contact> placed(const std::vector<Foothold>& footholds, const Kinematics& kinematics);

// The allowed force nearest to v, exact for the round cone; `slope` (3 × 3) is its derivative by v, symmetric.
Vec3 nearest_force(const Contact& contact, const Vec3& v, Mat3& slope);
Vec3 nearest_force(const Contact& contact, const Vec3& v);

}  // namespace poise
