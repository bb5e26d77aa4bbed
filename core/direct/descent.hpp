// Cyclic coordinate descent: one joint after the other, from the tips to the root, does the best it can for all goals
// it carries (Welman 4.2, several goals as in 5.4).
//
// E = Σ w |x − d|² over all goals, lengths in mean links of the figure: so scale-invariant, and of positions and
// directions alike. With fixed weights E never grows. Wang and Chen weigh positions by α (1 + ρ), α being one over the
// square of the scale, and ρ the ratio of the distances of tip and goal from the joint; ρ changes from joint to joint,
// so that E need not fall then.
#pragma once

#include <memory>
#include <vector>

#include "body/mass.hpp"
#include "direct/joint_goals.hpp"
#include "direct/joint_ties.hpp"
#include "limits/quick_clamp.hpp"
#include "solve/problem.hpp"

namespace poise {

class Descent {
 public:
  explicit Descent(std::shared_ptr<const Problem> problem);

  // Reads goals and switches of the problem again.
  void refresh();
  // One cycle over all joints, from q to what is returned; `places`: where the segments are at q.
  VecX cycle(const VecX& q, const Kinematics& places);
  VecX cycle(const VecX& q);
  // E, and E where the last cycle led: joints that carry both ends of a goal leave its distance as it is.
  double error(const Kinematics& places);
  double error(const VecX& q);
  double error_here() const;
  // The nearest pose inside all limits.
  VecX inside(VecX q) const;
  // Every turning joint a little to one side, those of a chain in turn to the other: out of poses where each joint
  // alone does its best and two together could do better, as in a straight chain whose tip is wanted further in.
  VecX bent(const VecX& q) const;
  // Other poses to start from where limits hold: every joint that serves a goal in the middle of its limits, halfway
  // there, then anywhere inside them, always the same.
  static constexpr int kStarts = 8;
  VecX start(int number, const VecX& q) const;

 private:
  struct Goal {
    Match match;
    double weight;       // of the squared distance, lengths in metres
    bool full;           // all three axes count
    const VecX* shares;  // of the degrees of freedom in helping; null: all help
    // While a cycle goes on, in the world:
    Vec3 moving = Vec3::Zero(), wanted = Vec3::Zero();
    Mat3 P = Mat3::Identity();
  };
  // A goal of which a joint carries one end.
  struct Carried {
    int goal;
    bool is_wanted_end;
  };

  void note_carriers(int goal);
  void place_goals(const Kinematics& places);
  void visit(int joint, VecX& q);
  JointPlace place_of(int joint, const VecX& q) const;
  const Kinematics& placed(const VecX& q);
  void add(const Carried& carried, int joint, const Vec3& center, JointGoals& sums) const;
  bool helps(const Goal& goal, const Joint& joint) const;
  void improve(int joint, const JointPlace& place, VecX& moved) const;
  void keep_couplings(int joint, const JointPlace& place, const VecX& q, VecX& moved);
  bool go_into_room(int joint, const JointPlace& place, const VecX& q, VecX& moved);
  void go_as_far(int joint, const JointPlace& place, const VecX& q, VecX& moved);
  bool gains(int joint, const JointPlace& place, const VecX& q, const VecX& moved) const;
  void carry(int joint, const CarriedMotion& motion);
  void move_together(VecX& q);
  double error_of(const Goal& goal) const;

  std::shared_ptr<const Problem> problem_;
  const Figure& figure_;
  mutable QuickClamp clamp_;  // the room it works in changes nothing
  JointTies ties_;            // couplings, as far as the cycle has come
  double unit_;
  std::vector<double> shares_;  // by joint: of the way to its optimum that it goes, its weight against the largest
  std::vector<Goal> goals_;
  std::vector<std::vector<Carried>> carried_;  // by joint
  std::vector<int> jammed_;                    // joints that couplings kept from moving in this cycle
  VecX from_;                                  // room to work in
  bool of_center_ = false;                     // whether a goal is about the centre of mass
  const Kinematics* places_ = nullptr;         // at the beginning of a cycle
  Kinematics own_places_;                      // where nobody else has them
  std::vector<Vec3> moments_;                  // Σ m x of what a joint carries, as far as the cycle has come
  Vec3 moment_ = Vec3::Zero();                 // of the whole body
};

}  // namespace poise
