// Asking afresh: a session ends no farther off than a solve would.
//
// A session goes on from pose to pose. Where it rests short of its goals, the same question asked from where the
// session began may be served better: limits that it leant on along the way led it to another minimum, or a retry is
// left to solves since it leaps (retry.hpp). So it is asked once, and the session leaps there if that meets the goal or
// is worth it; and again when the level is farther off than it was then, as long as it is not met meanwhile: who
// follows goals that cannot quite be met, as a captured person's, asks a few times and not at every one of them. Nor
// does it leap through things: a chain that is tightened round a ball does not end on the ball's other side.
//
// A session that has left symmetry asks as well, and again when it has gone on by as much as is seen: from where it
// began, all levels may be met by an upright pose, and nobody leans aside who can do without.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "solve/stepper.hpp"

namespace poise {

// Where a solve has ended, whether it has left symmetry for the sake of a level, and whether it was asked for an
// upright pose: steps from there would lead aside.
struct AskedAfresh {
  VecX coordinates;
  bool aside, upright;
};

class Run;

class Afresh {
 public:
  Afresh();
  Afresh(Afresh&& other) noexcept;
  Afresh& operator=(Afresh&& other) noexcept;
  ~Afresh();

  // Where the session began, or was put last.
  void begin_at(const VecX& q);
  const VecX& beginning() const { return beginning_; }
  // What a solve from there finds, if a level that rests short here is better served by that, or it is upright where
  // the session is `aside`. Nothing yet where that takes longer: it goes on with the next call.
  std::optional<AskedAfresh> find(const Stepper& stepper, bool aside, double seconds);
  bool is_under_way() const { return solve_ != nullptr; }
  // The goals are others now.
  void forget();

 private:
  bool begin(const Evaluation& rest, bool aside);
  bool is_better(const Evaluation& rest);
  bool go_on(double seconds);

  std::unique_ptr<Run> solve_;  // while it is under way
  std::size_t level_ = 0;       // that rests short, or their number
  VecX in_vain_;  // where it was asked for an upright pose and there was none; nothing since it is upright
  VecX beginning_;
  std::vector<double> missed_;  // how far off every level was when that was asked last; nothing since it was met
};

}  // namespace poise
