// Strictly prioritised least squares inside linear bounds: the linear heart of the solver.
//
//   for level k = 1, 2, …:   min |J_k v − e_k|² + λ_k² |Δv|²   without changing J_j v of any level j < k
//   subject to               lower ≤ a_i · v ≤ upper             for every bound row i
//
// The null-space projectors of the task-priority recursion (Baerlocher 5.3.8–5.3.10) are the right mathematics in a
// slow data structure: one Householder factorisation of all rows, level after level, holds every null space at once.
// Row i of J is kept as column i of Jᵀ. Reflectors turn v into y = Qᵀ v, in which every level owns some coordinates and
// cannot touch those before. Damping λ acts inside a level's own coordinates; the null spaces never see it (4.7.6).
//
// Bounds are kept level by level with a primal active set: from the pose reached so far, which is inside, a level moves
// until a bound blocks it; that bound is then held, ahead of this level but behind those above, so that no level ever
// suffers from a bound that only a lower one runs into. A held bound that its level pulls away from is let go; those
// the level does not need are left to the next one (cf. Escande, Mansard & Wieber 2014). A level's inequalities that
// hold when its turn comes are bounds for it and for those below; the others it wants like equalities.
#pragma once

#include <cstdint>
#include <vector>

#include "poise/rotation.hpp"

namespace poise {

// The rows of one level.
struct LevelRows {
  MatX Jt;               // n × m; column i is row i of J
  VecX e;                // wanted J v; of an inequality, what it lacks (0 inside)
  VecX low, high;        // low ≤ J v ≤ high wanted; equal for equalities; empty when all rows are equalities
  double damping = 0.0;  // λ²
  MatX curvature;        // n × n, added to JᵀJ inside the level's coordinates; empty: none
  MatX recruits;         // as Jt, less the joints that shall not help; empty: all may help
};

// What a level lacks after a step, by its own rows.
VecX lacking(const LevelRows& level, const VecX& v);

struct BoundRow {
  int dof = -1;                          // ≥ 0: bounds this single variable; −1: bounds row · v
  VecX row;                              // unit length, n; only when dof < 0
  double lower = -1e300, upper = 1e300;  // lower ≤ 0 ≤ upper, so that standing still is allowed
  bool equality = false;                 // lower = upper = what must be done, above all levels
};

enum class Held : std::int8_t { kNo = 0, kLower = -1, kUpper = 1 };

class Hierarchy {
 public:
  // The step for the first `count` levels. `held` is the active set: read as a guess, written as found. `pull` (n, or
  // empty) is what the freedom that is left should do.
  const VecX& step(const std::vector<LevelRows>& levels, std::size_t count, const std::vector<BoundRow>& bounds,
                   std::vector<Held>& held, const VecX& pull);

  // The last step cut to a largest entry of `radius`, lowest levels first: what the levels above want is taken whole as
  // long as it fits. Every level ends inside the bounds, so the cut step does, too.
  VecX within(double radius) const;

  int rounds() const { return rounds_; }      // partial factorisations the last step took
  int freedom() const { return n_ - rank_; }  // degrees of freedom that no level used

 private:
  struct Block {
    int first = 0, rank = 0;     // coordinates [first, first + rank)
    int start = 0, columns = 0;  // columns [start, start + columns) of work_
  };
  struct HeldRow {
    int row;
    Held side;
  };
  // What a level asks for; the pull asks for all that is left.
  struct Wish {
    const LevelRows* rows;  // null for the pull
    const VecX* pull;
  };

  void prepare(int n);
  void reserve(int columns);
  void solve_level(const Wish& wish, const std::vector<BoundRow>& bounds);
  const LevelRows& sorted(const LevelRows& level);
  Block factor_held(const std::vector<BoundRow>& bounds);
  Block factor_wish(const Wish& wish);
  void gather(const BoundRow& bound);
  Block reduce(int columns);
  void solve(const Block& block, const VecX& wanted, double damping, const MatX* curvature = nullptr);
  MatX directions(const Block& block) const;
  void reflect(double* column, int from, int to) const;
  VecX unreflected() const;
  int blocking(const VecX& target, const std::vector<BoundRow>& bounds, double& share) const;
  VecX multipliers(const Block& held_block, const Block& level, const Wish& wish) const;
  bool let_go(const VecX& mu);
  void keep_needed(const VecX& mu, int rank, int columns, const Wish& wish, const std::vector<BoundRow>& bounds);

  int n_ = 0, rank_ = 0, columns_ = 0, rounds_ = 0;
  MatX work_;               // reduced columns, block after block
  MatX reflectors_;         // reflector i in rows i … of column i
  VecX beta_;               // 2/|h|²
  std::vector<int> pivot_;  // column that made coordinate i
  VecX y_, v_, b_;
  std::vector<VecX> reached_;  // v after every level
  Eigen::ArrayXd norms_, whole_;
  std::vector<char> used_;
  std::vector<HeldRow> active_;   // bounds held for the level at hand
  std::vector<HeldRow> needed_;   // bounds that levels above need
  std::vector<char> is_held_;     // per bound row
  std::vector<int> entries_;      // how often a row has been held in this step
  std::vector<BoundRow> bounds_;  // those given, and the inequalities of the levels so far
  LevelRows wanted_;              // the rows of the level at hand that it must work for
};

}  // namespace poise
