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
  const Kinematics& places_at(const VecX& q);
  void move_to(const VecX& q, double error);
  double go_on(VecX& q, VecX& way, double error);
  bool escape();
  bool escape_by_bending();
  bool begin_elsewhere();
  bool leads_to(VecX q, int cycles, double worth);

  Descent descent_;
  double error_ = 0.0;
  double farther_ = 1.0;         // how many times a cycle's motion is tried once more
  int patience_ = 1, wait_ = 0;  // cycles to wait after such a try gained nothing, and those that are left
  int escapes_left_ = 0;
  bool may_retry_ = true;  // from other poses
};

}  // namespace poise
