// Where a solver is, and where it might go: problem and pose in, rows, residuals and score out.
//
// The current pose has rows with Jacobians and a score. The candidate is a pose that is being tried: its rows are
// measured (errors alone) or evaluated (Jacobians as well) level by level, and it becomes the current pose when it is
// accepted. Everything here is in the variables u of a step (step_variables.hpp).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "solve/posed_figure.hpp"
#include "solve/saved_pose.hpp"
#include "solve/step_limits.hpp"
#include "solve/symmetry.hpp"
#include "solve/task_levels.hpp"

namespace poise {

class Evaluation {
 public:
  Evaluation(std::shared_ptr<const Problem> problem, const VecX& start);

  // As one that is made now from this start (clamped) for the problem as it is; `begin` must follow.
  void begin_anew(const VecX& start);
  // Makes another pose, inside the limits, the current one and evaluates all of it.
  void begin(const VecX& q);
  // Goals or switches of the problem have changed: evaluates what did. True when the levels have other shapes now.
  bool refresh();
  // Orientations of a level do not count for now (−1: all do); takes effect with the next `begin`.
  void postpone_orientations(int level) { levels_.postpone_orientations(level); }
  void count_steps_from(int steps) { steps_ = steps; }

  const Problem& problem() const { return *problem_; }
  const std::shared_ptr<const Problem>& shared_problem() const { return problem_; }
  std::size_t level_count() const { return current_.size(); }
  int steps() const { return steps_; }  // accepted since `Run::restart`; a retry counts as one

  // ---- the current pose
  const VecX& coordinates() const { return q_; }
  const Score& score() const { return score_; }
  double residual(std::size_t level) const { return score_.residual(level); }
  bool has_inequalities() const;  // in some level
  const std::vector<LevelRows>& current() const { return current_; }
  // The same rows for the kernel, whose models of the levels (damping, curvature) belong to it.
  std::vector<LevelRows>& current_models() { return current_; }
  // The levels above the one that decided the last step are at their goals, but loosely.
  bool loosely_restored() const { return loosely_restored_; }
  // Jacobians of the current pose, where those of an earlier one were good enough until now.
  void update_jacobians();
  // Gradient and Hessian of the criteria; the gradient alone, of criteria by joint.
  void evaluate_criteria(Objective& objective) const;
  VecX criteria_gradient() const;
  // Whether that Hessian has entries within single joints only: then it is written by joints (Objective::tree).
  bool are_criteria_by_joint() const { return are_by_joint(problem_->criteria); }

  // ---- the candidate
  // From q by a step, clamped into the limits; of a symmetric question, symmetric.
  VecX moved(const VecX& q, const VecX& step) const;
  double motion_to(const VecX& q) const;  // the largest motion of a degree of freedom, from the current pose
  void place_candidate(const VecX& q) { posed_.update_places(q); }
  void measure_candidate(std::size_t level) { levels_.measure(level, view(), candidate_[level]); }
  // Errors and Jacobians of the first levels at q.
  void evaluate_candidate(const VecX& q, std::size_t count);
  const std::vector<LevelRows>& candidate() const { return candidate_; }
  // The same rows for corrections: what is changed there is measured again before it is judged.
  std::vector<LevelRows>& candidate_models() { return candidate_; }
  Score candidate_score() const { return score_of(candidate_); }
  // The candidate at q becomes the current pose. Loosely restored, its Jacobians are those of an earlier pose.
  void accept(const VecX& q, const Score& score, bool loosely_restored);
  // To a pose that was current before.
  void go_back(const SavedPose& pose);

  // ---- at the pose placed last
  TaskView view() const { return posed_.view(steps_); }
  const StepVariables& variables() const { return levels_.variables(); }
  // Adds the curvature of a level (after the last one: of what holds the criteria).
  void add_curvature(std::size_t level, const Multipliers& multipliers, const std::vector<LevelRows>& rows,
                     MatX& curvature) const;
  bool add_tree_curvature(std::size_t level, const Multipliers& multipliers, const std::vector<LevelRows>& rows,
                          TreeMatrix& curvature) const;
  // A zero matrix over the tree of joints, where there are so many degrees of freedom that it pays; null: none.
  const TreeMatrix* form() const { return form_.exists() ? &form_ : nullptr; }

  // ---- symmetry
  // Whether figure, pose and question are mirror images of themselves.
  bool is_symmetric() const { return symmetry_.holds(); }
  // Whether the pose is its own mirror image to within a tenth of a radian or metre, whatever the question is.
  bool is_nearly_symmetric() const { return symmetry_.is_near(q_); }
  // Makes the middle between a pose and its mirror image the current one, and goes through symmetric poses as if the
  // question were so, until it begins anew; false, and nothing is done, where the question and the pose it was asked at
  // are not nearly so.
  bool begin_upright(const VecX& asked_at, const VecX& from);
  bool is_upright() const { return symmetry_.is_kept(); }
  // Looks whether the question and a pose are nearly symmetric, where it began, and says later whether that has led
  // aside, to a pose that one sees is not.
  void note_near_symmetry(const VecX& q) { symmetry_.was_near = !symmetry_.holds() && is_nearly_its_image(q); }
  bool is_aside() const { return symmetry_.was_near && !symmetry_.is_near(q_); }
  // The part of a step from a symmetric pose that leaves it symmetric.
  VecX symmetric_part(const VecX& step) const;
  // Where the symmetric pose is a saddle, they count as if they were not.
  void set_symmetric(bool symmetric) { symmetry_.set(symmetric); }

  // ---- limits
  // What a step from q may do (step_limits.hpp), as bounds; valid until asked for another pose. The second: what a step
  // may do that is no longer than `reach`.
  const Bounds& bounds_at(const VecX& q) const;
  const Bounds& bounds_near(const VecX& q, double reach) const;
  const std::vector<LimitRow>& limit_meaning() const { return limits_->meaning(); }

 private:
  bool place_start(const VecX& start);
  void take_variables();
  StepPlace place(const VecX& q) const { return {*problem_->figure, levels_.variables(), q_, q, steps_}; }
  Score score_of(const std::vector<LevelRows>& rows) const;
  VecX fingerprint(const VecX& q);
  void look_for_symmetry();
  double unlike(const VecX& q, double pattern);
  bool is_nearly_its_image(const VecX& q);
  bool asks_functions() const;

  std::shared_ptr<const Problem> problem_;
  TaskLevels levels_;
  PosedFigure posed_;
  mutable std::optional<StepLimits> limits_;  // made when the variables of a step are known
  Symmetry symmetry_;
  mutable TreeMatrix by_joint_;  // zero, over the tree of joints and by degrees of freedom; made when criteria ask
  TreeMatrix form_;              // by variables
  VecX q_;                       // the current pose
  std::vector<LevelRows> current_, candidate_;
  Score score_;
  bool jacobians_stale_ = false;  // those of current_ are of an earlier pose
  bool loosely_restored_ = false;
  int steps_ = 0;
};

// The curvature of levels for the kernel, at the pose an evaluation has placed last.
class LevelCurvature final : public CurvatureSource {
 public:
  LevelCurvature() = default;
  LevelCurvature(const Evaluation& evaluation, const std::vector<LevelRows>& rows, bool of_criteria,
                 bool tentative = false)
      : evaluation_(&evaluation), rows_(&rows), of_criteria_(of_criteria), tentative_(tentative) {}

  void add_curvature(std::size_t level, const Multipliers& multipliers, MatX& curvature) override {
    if (level == evaluation_->level_count() && !of_criteria_) return;
    evaluation_->add_curvature(level, multipliers, *rows_, curvature);
  }
  bool add_tree_curvature(std::size_t level, const Multipliers& multipliers, TreeMatrix& curvature) override {
    if (level == evaluation_->level_count() && !of_criteria_) return true;
    return evaluation_->add_tree_curvature(level, multipliers, *rows_, curvature);
  }
  bool has_curvature(std::size_t level) const override { return level < evaluation_->level_count() || of_criteria_; }
  bool is_tentative(std::size_t level) const override { return level == evaluation_->level_count() && tentative_; }
  const TreeMatrix* form() const override { return evaluation_->form(); }

 private:
  const Evaluation* evaluation_ = nullptr;
  const std::vector<LevelRows>* rows_ = nullptr;
  bool of_criteria_ = false;  // whether what holds the criteria counts with its curvature
  bool tentative_ = false;    // and only where it makes them no concave model
};

}  // namespace poise
