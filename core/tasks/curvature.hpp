// Second derivatives of what tasks control, each contracted with a vector and subtracted from a matrix H (n × n).
//
// When joint a carries joint b, the motions of their degrees of freedom k and l follow each other, and a point that
// both move has ∂²p/∂k∂l = ω_k × ∂p/∂l. Degrees of freedom of one ball or free joint move at once: the mean of both
// orders.
#pragma once

#include <vector>

#include "tasks/task.hpp"

namespace poise {

// The degrees of freedom that move a segment, root first, and whether two neighbours in the list belong to one joint
// whose parts move at once.
class Chain {
 public:
  Chain(const Figure& figure, int segment);

  // Calls visit(k, l) for all pairs, k nearer to the root; pairs that move at once are visited in both orders with
  // weight ½ each, pairs k = l once.
  template <typename Visit>
  void for_each_pair(Visit&& visit) const {
    for (std::size_t a = 0; a < links_.size(); ++a) {
      visit(links_[a].dof, links_[a].dof, 1.0);
      for (std::size_t b = a + 1; b < links_.size(); ++b) {
        const bool at_once = links_[a].at_once && links_[a].joint == links_[b].joint;
        visit(links_[a].dof, links_[b].dof, at_once ? 0.5 : 1.0);
        if (at_once) visit(links_[b].dof, links_[a].dof, 0.5);
      }
    }
  }
  struct Link {
    int dof, joint;
    bool at_once;
  };
  const std::vector<Link>& links() const { return links_; }

 private:
  std::vector<Link> links_;
};

// H ← H − f · ∂²p of a point fixed to a segment.
void add_point_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& f, MatX& H);
// H ← H − f · ∂²ρ of a segment's turn ρ, as a rotation vector from where it is: ∂²ρ/∂k∂l = ½ ω_k × ω_l.
void add_turn_curvature(const TaskView& view, int segment, const Vec3& f, MatX& H);
// H ← H − f · ∂²G of the centre of mass.
void add_center_curvature(const TaskView& view, const Vec3& f, MatX& H);
// H ← H − f · ∂²(d × u) of an axis d fixed to a segment and the direction u from a point of it to a fixed one at
// `distance`; infinitely far, u is fixed.
void add_aim_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                       double distance, const Vec3& f, MatX& H);
// H ← H + share · ∂²(½ θ²) of the angle θ between d and u.
void add_angle_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                         double distance, double share, MatX& H);
// The Jacobian of a turn e is taken as that of its goal, where e = 0; H ← H + share · (∂²(½ |e|²) − JᵀJ) makes up for
// it: across e the sphere of turns is wider, by (θ/2) cot(θ/2).
void add_turn_width(const Vec3& e, const MatX& Jt, double share, MatX& H);
// H ← H + factor · JᵀJ.
void add_squares(const MatX& Jt, double factor, MatX& H);

}  // namespace poise
