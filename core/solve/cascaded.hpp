// Cascaded levels, for comparison: plain resolved motion (kernel/cascade.hpp; Boulic et al. 1996, eq. 16; Baerlocher
// 5.3.3). Small steps, limits by truncation, no promises.
#pragma once

#include <memory>
#include <vector>

#include "solve/stepper.hpp"

namespace poise {

class CascadedSolver final : public Stepper {
 public:
  CascadedSolver(std::shared_ptr<const Problem> problem, const VecX& start);

  double step() override;
  void refresh() override;
  void begin(const VecX& q, std::vector<ActiveBound> active, int position_first_level) override;

  const Evaluation& evaluation() const override { return evaluation_; }
  const std::vector<ActiveBound>& active() const override { return none_; }
  std::size_t last_deciding() const override { return 0; }
  StepWay last_way() const override { return StepWay::kProjected; }
  bool settled() const override { return settled_; }
  bool stalled() const override { return false; }
  void set_end(bool settled, bool) override { settled_ = settled; }
  void count_steps_from(int steps) override { evaluation_.count_steps_from(steps); }

 private:
  Evaluation evaluation_;
  std::vector<ActiveBound> none_;  // truncation has no active set
  bool settled_ = false;
};

}  // namespace poise
