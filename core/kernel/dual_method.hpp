// Bounds in the way of what comes last, found by the dual active-set method of Goldfarb & Idnani (1983).
//
// It begins at the minimum that the rows of a guess leave, without regard to bounds, and takes one violated bound after
// the other: the step moves along the response to that bound until it is kept, and bounds taken before are left again
// where their Lagrange multipliers would change sign on the way. Every pose on this way is the minimum under the bounds
// taken so far, so that each bound costs a few products instead of a factorisation of its own.
//
//   v: the step, a: the row of a bound, μ ≥ 0: its multiplier, d: the response of v to a unit force along a, that is
//   the minimum of ½ dᵀ B d − a · d with the rows of the guess at zero; v = v₀ − Σ μ d
#pragma once

#include <functional>
#include <vector>

#include "kernel/level_rows.hpp"

namespace poise {

// A bound that a step violates, and by how much.
struct ViolatedBound {
  int row;
  Side side;
  double excess;
};

class DualMethod {
 public:
  // The value of the row of a bound at a step.
  using Value = std::function<double(int row, const VecX& v)>;

  // From the minimum without bounds.
  void start(const VecX& minimum);
  // Takes a bound that `at` violates, with its response. False when it cannot be kept beside the rows of the guess.
  bool take(ViolatedBound bound, VecX response, const Value& value);

  const VecX& at() const { return v_; }
  std::size_t size() const { return taken_.size(); }
  int row(std::size_t i) const { return taken_[i].row; }
  Side side(std::size_t i) const { return taken_[i].side; }
  double multiplier(std::size_t i) const { return taken_[i].multiplier; }

 private:
  struct Taken {
    int row;
    Side side;
    VecX response;  // to a force outwards
    double multiplier;
  };

  // The bound whose multiplier is the first to vanish, and how far on the way.
  struct Release {
    double way;
    std::size_t bound;
  };

  VecX outwards_along(const VecX& step, const Value& value) const;
  // By how much the multipliers of the bounds taken fall for a unit of the multiplier of one more, whose response moves
  // them outwards by `along`.
  VecX relief(const VecX& along) const;
  Release released_first(const VecX& less) const;
  void add(Taken bound, const VecX& along, double own);
  void release(std::size_t i);

  VecX v_;
  std::vector<Taken> taken_;
  MatX gram_;  // value of row i along response j, both outwards
};

}  // namespace poise
