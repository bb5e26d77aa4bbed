// The second derivatives of curvature.hpp as matrices over the tree of joints: the same sums, written in O(n).
//
// Where joint a carries joint b, ∂²p/∂k∂l = ω_k × ∂p/∂l. Contracted with a vector that is ω_k · β_l: each term adds to
// the β of the degrees of freedom that it concerns, and to the blocks of their joints.
#pragma once

#include "math/tree_matrix.hpp"
#include "tasks/task.hpp"

namespace poise {

// Zero, with a node for every joint and its ω.
TreeMatrix tree_of(const Figure& figure);

// For the degrees of freedom l of a joint: ω_k · far_l for those nearer to the root, and for those of the joint itself,
// in their order or at once.
void add_far(const TaskView& view, const Joint& joint, const Eigen::Matrix3Xd& far, TreeMatrix& H);

void add_point_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& f, TreeMatrix& H);
void add_turn_curvature(const TaskView& view, int segment, const Vec3& f, TreeMatrix& H);
void add_center_curvature(const TaskView& view, const Vec3& f, TreeMatrix& H);
void add_aim_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                       double distance, const Vec3& f, TreeMatrix& H);
void add_angle_curvature(const TaskView& view, int segment, const Vec3& point, const Vec3& d, const Vec3& u,
                         double distance, double share, TreeMatrix& H);
void add_turn_width(const Vec3& e, const MatX& Jt, double share, TreeMatrix& H);
inline void add_squares(const MatX& Jt, double factor, TreeMatrix& H) { H.add_squares(Jt, factor); }

// H ← H + factor · (A Bᵀ + B Aᵀ), of matrices with a row for every degree of freedom.
void add_products(const MatX& A, const MatX& B, double factor, TreeMatrix& H);

}  // namespace poise
