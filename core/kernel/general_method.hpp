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
//
// A level out of reach is not served by its Jacobian alone: its best pose is decided by curvature. Such a level is
// `bent`: it minimises |J v − e|² + vᵀ C v over all the freedom it finds, C being the curvature of its own errors and
// of everything that holds it, and keeps every direction in which that model is curved (cf. Pfeiffer, Escande &
// Rapetti's Newton method for hierarchies, 2018). What is left to the levels below changes it in third order only.
#pragma once

#include <vector>

#include "kernel/bounds.hpp"
#include "kernel/level_rows.hpp"
#include "kernel/step_request.hpp"
#include "math/reflections.hpp"

namespace poise {

class GeneralMethod {
 public:
  // As those of Kernel.
  const VecX& step(const StepRequest& request);
  const VecX& found() const { return v_; }
  VecX within(double radius) const;
  VecX again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const;
  int rounds() const { return rounds_; }
  int freedom() const { return n_ - q_.count(); }

 private:
  enum class Kind { kRows, kRecruits, kDiagonal, kQuadratic, kPull };
  struct Owner {
    int level;  // −1: a bound, −2: a direction that a bent level keeps
    int row;
  };
  struct HeldRow {
    int row;
    Side side;
    int pivot;  // its coordinate; −1 when it depends on what is above
  };
  // What a level (or the pull) asks for.
  struct Wish {
    Kind kind = Kind::kRows;
    int level = 0;
    const LevelRows* rows = nullptr;
    VecX gradient;              // pull and what is bent: g
    MatX hessian;               // what is bent: H
    MatX* curvature = nullptr;  // the part of it that CurvatureSource knows
    double damping = 0.0;
    double shift = 0.0;  // what made H positive the last time
    bool last = true;    // nothing comes after it
    bool staged = true;  // staged_hessian_ is its model
    bool is_bent() const { return hessian.size() > 0; }
  };
  struct Block {
    int first = 0, rank = 0;     // coordinates [first, first + rank)
    int start = 0, columns = 0;  // columns [start, start + columns) of work_
  };

  void step_generally();
  void prepare(int n);
  double* column(int i) { return work_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  const double* column(int i) const { return work_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  void reserve(int columns);
  void solve_wish(Wish& wish);
  void write_source(const Wish& wish, int rank);
  void hold_active(int rank, int columns);
  void stage(int rank);
  bool hold(HeldRow& held);
  Block reduce(int m, int level);
  Block meet(Wish& wish);
  void meet_quadratic(Wish& wish, int first, int rank);
  void meet_diagonal(const Wish& wish);
  void leave(const Block& block, const VecX& wanted);
  void solve_within(const Block& block, double damping);
  void solve_block(const Block& block, double damping);
  Block meet_recruits(Wish& wish);
  void keep_among_helpers(const Wish& wish);
  std::size_t slot(std::size_t bound) const;
  int blocking(double& share) const;
  VecX gradient(const Wish& wish, const Block& level) const;
  const VecX& multipliers(const VecX& gradient, int rank);
  bool let_go();
  void keep_needed(Wish& wish, int rank, int columns);
  void lock_curved(const Wish& wish, double motion);
  void reduce_hessian(const MatX& hessian, int rank, MatX& reduced);
  void reflect_model(MatX& model, int seen, int end);
  void reflect_hessian(MatX& reduced, int reflector, int first);
  const LevelRows& sorted(const LevelRows& level, int index);
  Wish wish_of(const LevelRows& rows, int level, bool last);
  Wish wish_of(const Objective& pull, int level);
  void bend(Wish& wish);
  bool bend_anew(Wish& wish, const VecX& start);
  Multipliers what_holds(const VecX& gradient);

  int n_ = 0, columns_ = 0, rounds_ = 0;
  bool closed_ = false;  // a level keeps all that is left
  bool shared_ = false;  // a level above is served by everybody
  Reflections q_;
  MatX work_;           // reduced columns, block after block
  MatX base_, staged_;  // the columns of the level at hand, reduced by the levels above, and by its held bounds
  MatX half_, turned_;  // room to work in
  VecX room_;
  MatX base_hessian_, staged_hessian_;  // and the model of a quadratic wish in the freedom these leave
  int staged_rank_ = 0;                 // reflectors that the staged ones have seen
  std::vector<Owner> owner_;            // of every column
  std::vector<int> pivot_;              // column that made coordinate i
  VecX y_, v_, target_, mu_, b_;
  std::vector<VecX> reached_;  // v after every level
  std::size_t stages_ = 0;
  Eigen::ArrayXd norms_, whole_;
  std::vector<char> used_;
  std::vector<HeldRow> active_;  // bounds held for the level at hand
  std::vector<char> is_held_;    // per bound row
  std::vector<int> entries_;     // how often a row has been held in this step
  Bounds bounds_;                // those given, and the inequalities of the levels so far
  std::vector<Owner> origin_;    // of the bounds that are inequalities, after the given ones
  std::vector<double> length_;   // and the length of their rows
  std::size_t given_ = 0;
  LevelRows wanted_;       // the rows of the level at hand that it must work for
  std::vector<int> kept_;  // and which of its rows they are
  std::vector<ActiveBound> needed_;
  std::vector<std::size_t> first_row_;  // slot of the first row of every level
  CurvatureSource* bending_ = nullptr;
  StepRequest asked_;
};

}  // namespace poise
