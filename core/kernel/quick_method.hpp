// The quick way down the levels, for the everyday case: equalities that do not depend on each other.
//
// All rows of all levels lie side by side, a lane each, so that a reflector is applied to every one of them in a single
// sweep over the degrees of freedom. Lanes that are no rows ride along: the wish t of what comes last (a posture or a
// pull), and the degrees of freedom U that do not matter to it. Then, with y the coordinates that the levels decide,
// τ and B what became of t and U in them, everything is solved in these few coordinates:
//
//   min |v − t|² over the freedom left, without U:   v = t + U c + Q₁ (y − τ − Bᵀ c),   c = (B Bᵀ)⁻¹ B (y − τ)
//
// A bound that is held is a row ahead of the level that leans on it. Which ones, is guessed: those of the last step,
// then whatever a level would break. A guess counts only if the first level, from there on, that feels a bound pushes
// against it (lexicographic multipliers, cf. Dimitrov, Sherikov & Wieber 2015). Such a step is the one that the general
// method finds; where no guess counts, that one has to.
#pragma once

#include <array>
#include <vector>

#include "kernel/bounds.hpp"
#include "kernel/level_rows.hpp"
#include "kernel/step_request.hpp"

namespace poise {

class QuickMethod {
 public:
  // Tries to find the step for the first `count` levels and the pull. `held`: the active set of the last step, and then
  // of this one. False, with nothing said, when the general method is needed.
  bool step(const StepRequest& request);
  const VecX& found() const { return v_; }

  // The step for other errors and bounds with the matrices of the last one, undamped; a posture, no pull, may come
  // last. False when what is held would have to change.
  bool follow(const std::vector<LevelRows>& levels, const Bounds& bounds);

  // As those of GeneralMethod, about the last step found. False when the step cut to `radius` would be outside the
  // bounds.
  bool within(double radius, const Bounds& bounds, VecX& cut) const;
  VecX again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const;

  int rounds() const { return rounds_; }
  int freedom() const { return freedom_; }

 private:
  static constexpr int kMostRows = 16;  // of a damped level, and of U

  // A bound that is held, ahead of a level.
  struct Kept {
    int row;
    Side side;
    int level;
    int felt = -1;        // the first level that feels it
    double away = 0.0;    // how much that one pulls away from it
    bool always = false;  // an equality
  };
  // Rows that are served together: of a level, or a bound.
  struct Group {
    int first, end;  // coordinates
    int lane;        // of its first row
    int open;        // the first lane of a level that is not served before it
    int level;
    int kept = -1;  // which one, of a bound
    double damping = 0.0;
  };

  bool fits(const std::vector<LevelRows>& levels, std::size_t count, const Objective& pull);
  void guess(const Bounds& bounds, const std::vector<ActiveBound>& held);
  bool keep(int row, Side side, int level);
  bool line_up(const std::vector<LevelRows>& levels);
  void spread(const std::vector<LevelRows>& levels, const Objective& pull);
  void add_bounds(const Bounds& bounds);
  void aim_at(const LevelRows& posture);
  double target_of_kept(const Bounds& bounds, const Group& group) const;
  bool reduce();
  bool reduce_group(const Group& group);
  void solve();
  void solve_damped(const Group& group);
  void lean_on_last();
  bool keep_broken(const Bounds& bounds, int& broken);
  int breaking_level(const Bounds& bounds, std::size_t row);
  bool let_go();
  void weigh_level(const Group& group);
  void weigh_last();
  void feel(int count, VecX& gradient, int level);
  void join_reflectors();
  VecX turned_back(const VecX& y, int count) const;
  VecX turned_forth(VecX v) const;
  const double* reflector(int r) const { return reflectors_.data() + static_cast<std::ptrdiff_t>(r) * n_ + r; }

  double* lanes_of(int dof) { return work_.data() + static_cast<std::ptrdiff_t>(dof) * stride_; }
  const double* lanes_of(int dof) const { return work_.data() + static_cast<std::ptrdiff_t>(dof) * stride_; }

  int n_ = 0, stride_ = 0, freedom_ = 0, rounds_ = 0;
  std::size_t count_ = 0;   // levels of rows
  int last_ = -1;           // the number of what comes last; −1: there is nothing
  double stiffness_ = 0.0;  // of it
  std::vector<int> free_;   // U
  VecX target_;             // t
  std::vector<Kept> kept_;
  std::vector<int> entries_;  // how often a bound was kept
  std::vector<Group> groups_;
  int rows_ = 0;       // of all groups
  int aside_ = 0;      // lanes of the levels; then that of t, those of U, those of bounds
  MatX given_, work_;  // lanes × degrees of freedom, of levels and what rides along; and of everything, reduced
  MatX reflectors_;    // one a column, from its own coordinate on
  std::vector<double> beta_;
  std::vector<std::array<double, 16>> joined_;  // T of every four
  std::vector<int> pivot_;                      // lane that made a coordinate
  std::vector<char> used_;
  VecX norms_, whole_;  // of the lanes: what is new in them, and all
  VecX wanted_, b_;     // what the rows want: at all, and still
  VecX y_, v_;
  std::vector<VecX> stages_;  // steps after the groups, as far as they were asked for
};

}  // namespace poise
