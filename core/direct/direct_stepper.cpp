#include "direct/direct_stepper.hpp"

#include <utility>

namespace poise {

DirectStepper::DirectStepper(std::shared_ptr<const Problem> problem, const VecX& start)
    : evaluation_(std::move(problem), start), pull_(evaluation_) {}

void DirectStepper::begin(const VecX& q, std::vector<ActiveBound>, int position_first_level) {
  evaluation_.postpone_orientations(position_first_level);
  evaluation_.begin(q);
  set_end(figure().dof() == 0, false);  // what cannot move has settled where it is
  pull_.read(evaluation_);
  look_again();
}

void DirectStepper::refresh() {
  evaluation_.refresh();
  set_end(figure().dof() == 0, false);
  pull_.read(evaluation_);
  look_again();
}

void DirectStepper::set_end(bool settled, bool stalled) {
  settled_ = settled;
  stalled_ = stalled;
}

void DirectStepper::accept(const VecX& q) { evaluation_.accept(q, evaluation_.candidate_score(), true); }

const std::vector<ActiveBound>& DirectStepper::active() const {
  constexpr double kReached = 1e-9, kPulls = 1e-9;
  evaluation_.update_jacobians();
  const VecX pull = pull_.force(evaluation_, 0, evaluation_.level_count());
  const Bounds& bounds = evaluation_.bounds_at(evaluation_.coordinates());
  active_.assign(bounds.size(), {});
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const double outward = bounds.value(i, pull);
    if (bounds[i].upper <= kReached && outward > kPulls) active_[i].side = Side::kUpper;
    if (bounds[i].lower >= -kReached && outward < -kPulls) active_[i].side = Side::kLower;
  }
  return active_;
}

}  // namespace poise
