// The way out of a saddle: a level that rests unmet where its Lagrangian bends downwards can still gain.
//
// Where the gradient of a level vanishes, steps by any model are zero, but the pose need not be the best one: a
// straight leg that is pushed along its axis, say. With
//
//   L = ½ |e|² + Σ λ · (rows of levels above) + Σ μ · (bounds that are held),     z in the null space of all these,
//
// zᵀ ∇²L z < 0 says that both z and −z lead down (second-order necessary conditions: Nocedal & Wright 2006, theorem
// 12.5). The level then steps off along z, the levels above are restored, and the solver goes on from there. Shorter
// and shorter steps are tried, as curvature holds for short ones only. ∇²L is formed where a level has come to rest and
// nowhere else, so that a solve that meets all its goals pays nothing.
//
// At a pose that is symmetric, or nearly so, only directions that keep it so count (symmetry.hpp), until it is known
// that nothing else helps (retry.hpp). Then a body that must lean to one side does so, always to the same one.
#pragma once

#include <optional>
#include <vector>

#include "solve/proposer.hpp"
#include "solve/restoration.hpp"

namespace poise {

// A pose off the saddle in which a level is better than before, and no level above worse.
struct Escaped {
  Proposal proposal;
  VecX coordinates;
  Score score;
};

class Escape {
 public:
  explicit Escape(const Tolerances& tolerances) : t_(tolerances) {}

  // From here on anew.
  void reset() { made_ = 0; }
  // Whether a pose that is symmetric, or nearly so, may be left for one that is not.
  void allow_aside(bool allowed) { aside_allowed_ = allowed; }
  // Whether so many escapes have been made that no other is looked for: what rests now counts as stalled.
  bool is_spent() const { return made_ >= t_.escape.most; }

  // The way out for a level that has come to rest; the proposer's active set is that of the rest. None when its
  // Lagrangian bends downwards nowhere, or no step along such a direction gains.
  std::optional<Escaped> find(std::size_t level, Evaluation& evaluation, Proposer& proposer, const Trust& trust,
                              Restoration& restoration);

 private:
  // What a try needs.
  struct Tries {
    std::size_t level;
    Evaluation& evaluation;
    const Proposer& proposer;
    const Trust& trust;
    Restoration& restoration;
  };
  void sort(const VecX& direction, const Evaluation& evaluation, std::vector<VecX>& along,
            std::vector<VecX>& aside) const;
  std::optional<Escaped> first_that_gains(const std::vector<VecX>& directions, const Tries& tries) const;
  std::optional<Escaped> along(const VecX& direction, const Tries& tries) const;
  std::optional<Escaped> to(const VecX& step, const Tries& tries) const;

  const Tolerances& t_;
  int made_ = 0;
  bool aside_allowed_ = false;
};

}  // namespace poise
