// What tasks are made of: the motion of points and axes, and the inequality.
#pragma once

#include <utility>
#include <vector>

#include "tasks/task.hpp"

namespace poise {

using Out = Eigen::Ref<VecX>;
using OutT = Eigen::Ref<MatX>;

inline int segment_of(const Figure& figure, int site) { return figure.sites()[static_cast<std::size_t>(site)].segment; }

// How fast degree of freedom k moves a point; `arm` leads to it from the reference.
inline Vec3 velocity(const TaskView& view, const Vec3& arm, int k) {
  return view.kinematics.linear.col(k) + Vec3(view.kinematics.angular.col(k)).cross(arm);
}

// Whether the degrees of freedom of a joint move at once, in no order.
inline bool moves_at_once(Model model) {
  return model == Model::kBall || model == Model::kFree || model == Model::kSwing;
}

// How much the order "k, then l" of two degrees of freedom of a joint counts in second derivatives: all when k is
// nearer to the root, which in a reversed joint is the last of them; half when they move at once.
inline double share_of_order(const Joint& joint, int k, int l) {
  if (k == l) return 1.0;
  if (moves_at_once(joint.model)) return 0.5;
  return (joint.reversed ? l < k : k < l) ? 1.0 : 0.0;
}

// The rotation vector that takes `from` to `to`, both rotations.
Vec3 turn_between(const Mat3& from, const Mat3& to);

// A point or direction of a site's frame, as the end of a match.
Match::End point_of(const Figure& figure, int site, const Vec3& at);
Match::End direction_of(const Figure& figure, int site, const Vec3& direction);
// A site turned like a rotation in the world (`other` < 0) or in the frame of another site.
void add_turn_matches(const Figure& figure, int site, int other, const Mat3& goal, std::vector<Match>& out);

// How much of a pull is along the error itself.
inline double share_of(const VecX& pull, const VecX& error) {
  const double length = error.squaredNorm();
  return length > 1e-12 ? pull.dot(error) / length : 0.0;
}

// A task of inequalities: derived classes say how much room there is; what is lacking follows.
class Inequality : public Task {
 public:
  bool is_inequality() const override { return true; }
  void evaluate(const TaskView& view, Out error, OutT Jt) const override;
};

}  // namespace poise
