// Cyclic coordinate descent as a method of the solver: a step is one cycle over all joints (Welman 4.2).
#pragma once

#include <memory>

#include "direct/descent.hpp"
#include "direct/direct_stepper.hpp"

namespace poise {

class CcdStepper final : public DirectStepper {
 public:
  CcdStepper(std::shared_ptr<const Problem> problem, const VecX& start);

  double step() override;
  StepWay last_way() const override { return StepWay::kCycled; }

 protected:
  void look_again() override;

 private:
  double go_on(VecX& q, double error);
  bool escape();
  bool escape_by_bending();
  bool begin_in_the_middle();
  bool leads_to(VecX q, int cycles, double worth);

  Descent descent_;
  double error_ = 0.0;
  double farther_ = 1.0;  // how many times a cycle's motion is tried once more
  int escapes_left_ = 0;
  bool may_retry_ = true;  // from the middle of the limits
};

}  // namespace poise
