// Criteria: preferences for the freedom that all tasks leave, each a scalar to be made small (Baerlocher 4.7.3, 7.2.5).
//
// Every criterion is scaled so that one unit of weight means about the same everywhere: a sum of ½ r², in which r = 1
// is one radian off a wanted posture, a joint at its limit, or the whole weight one radius of gyration beside its
// support.
//
// This folder is for such preferences. It may know tasks (for how a pose is seen), limits, body and math; statics adds
// criteria about forces, and the solver serves them all.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "criteria/turn_cost.hpp"
#include "tasks/task.hpp"

namespace poise {

class Criterion {
 public:
  virtual ~Criterion() = default;
  // f(q); writes its gradient by the tangent (n), and its Hessian (n × n), or a positive semidefinite matrix in its
  // place. Where the Hessian bends down, the solver damps it.
  virtual double evaluate(const TaskView& view, VecX& gradient, MatX& hessian) const = 0;
  // Whether its Hessian has entries within single joints only. Then it can be added to a matrix over the tree of
  // joints; the gradient is written.
  virtual bool is_by_joint() const { return false; }
  virtual double evaluate_by_joint(const TaskView& view, VecX& gradient, TreeMatrix& hessian) const;
  // The gradient alone (n), of one that is by joint; f.
  virtual double slope(const TaskView& view, VecX& gradient) const;
  // Whether its Hessian has entries for joints of which one carries the other only.
  virtual bool is_over_tree() const { return is_by_joint(); }
  // The same, `weight` times, added to what others have written; returns `weight` times f.
  virtual double add(const TaskView& view, double weight, VecX& gradient, MatX& hessian) const;
  // f(q) alone, where that is cheaper.
  virtual double value(const TaskView& view) const;
};

struct Preference {
  std::shared_ptr<Criterion> criterion;
  double weight = 1.0;
};

// Σ weight · f of several criteria, with the same sums of gradients and Hessians. Zero for none.
double evaluate(const std::vector<Preference>& criteria, const TaskView& view, VecX& gradient, MatX& hessian);
double value(const std::vector<Preference>& criteria, const TaskView& view);
// The same of criteria that are all by joints, added to a matrix over the tree of joints.
bool are_by_joint(const std::vector<Preference>& criteria);
bool are_over_tree(const std::vector<Preference>& criteria);
double evaluate_by_joint(const std::vector<Preference>& criteria, const TaskView& view, VecX& gradient,
                         TreeMatrix& hessian);
double slope(const std::vector<Preference>& criteria, const TaskView& view, VecX& gradient);

// The same of criteria of which some are by joints. `zero`: over the tree of joints.
double evaluate_mixed(const std::vector<Preference>& criteria, const TaskView& view, VecX& gradient, MatX& hessian,
                      const TreeMatrix& zero);

// Near a pose (Liégeois; Boulic et al. 1996, eq. 9): ½ Σ w_k (motion of coordinate k to its place in the pose)².
// `weights` has one number per degree of freedom; those of a ball joint weigh the components of its rotation vector, in
// the frame that turns with it. A free base has one for its place and one for its turn; or none for its turn, and
// `base` says how much its tilt and its heading count.
struct UprightWeights {
  Vec3 up;  // in the frame of the base joint
  TurnWeights turn;
};
std::unique_ptr<Criterion> near_pose_criterion(const VecX& coordinates, const VecX& weights,
                                               std::optional<UprightWeights> base = std::nullopt);

// `weights` of these two: one number per natural coordinate, in the places of the degrees of freedom.
// Joints in the middle of their limits (Liégeois): ½ Σ w_k z_k² with |z| = 1 at a limit, see limit_measure.hpp.
std::unique_ptr<Criterion> mid_range_criterion(const Figure& figure, const VecX& weights);
// Joints away from their limits: ½ Σ w t⁴, where t is the part of the way from `rest` (coordinates) to the limit that a
// joint has gone: nothing at rest, next to nothing around it, steep toward every limit. A swing is one limit, whose
// coordinates count alike.
std::unique_ptr<Criterion> away_from_limits_criterion(const Figure& figure, const VecX& rest, const VecX& weights);

// One natural coordinate drawn to a value: ½ weight ((x − goal) / range)².
struct CoordinateWish {
  int coordinate;
  double goal, range, weight;
};
std::unique_ptr<Criterion> coordinates_criterion(std::vector<CoordinateWish> wishes);

// All that the joints carry over the vertical line of support (Boulic et al. 1996, eq. 13): ½ Σ |m_i d_i / (m L)|². The
// line goes through the middle of some points of the figure, from which the body is then seen (the mean over them, by
// their shares), or else through a point of the world.
struct SupportPoint {
  int segment;
  Vec3 point;    // segment frame
  double share;  // of the weight; all together 1
};
std::unique_ptr<Criterion> support_torque_criterion(const Figure& figure, std::vector<SupportPoint> supports,
                                                    const Vec3& point, double length);

// Any function of the coordinates, told the solver's step as well. Without a gradient, central differences take its
// place.
using FunctionValue = std::function<double(const VecX& q, int step)>;
using FunctionGradient = std::function<VecX(const VecX& q, int step)>;
std::unique_ptr<Criterion> function_criterion(FunctionValue value, FunctionGradient gradient);
// The same with its Hessian by central differences of the gradient, at 2 n calls of it, instead of learning it: what is
// learnt never says that the function is indifferent.
std::unique_ptr<Criterion> measured_function_criterion(FunctionValue value, FunctionGradient gradient);

}  // namespace poise
