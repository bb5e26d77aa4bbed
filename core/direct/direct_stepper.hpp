// What the methods of this folder share: where they are, whether they have settled, and which limits hold them.
#pragma once

#include <memory>
#include <vector>

#include "direct/pull.hpp"
#include "solve/stepper.hpp"

namespace poise {

class DirectStepper : public Stepper {
 public:
  DirectStepper(std::shared_ptr<const Problem> problem, const VecX& start);

  void refresh() override;
  void begin(const VecX& q, std::vector<ActiveBound> active, int position_first_level) override;

  const Evaluation& evaluation() const override { return evaluation_; }
  // Limits at which the pose is, and beyond which the pull would lead.
  const std::vector<ActiveBound>& active() const override;
  std::size_t last_deciding() const override { return 0; }
  bool settled() const override { return settled_; }
  bool stalled() const override { return stalled_; }
  void set_end(bool settled, bool stalled) override;
  void count_steps_from(int steps) override { evaluation_.count_steps_from(steps); }

 protected:
  // Goals, switches or the pose have changed.
  virtual void look_again() = 0;
  const Figure& figure() const { return *evaluation_.problem().figure; }
  // The candidate at q, whose levels have been measured, is the pose now.
  void accept(const VecX& q);

  mutable Evaluation evaluation_;  // that limits are read at a pose changes nothing about it
  Pull pull_;
  bool settled_ = false, stalled_ = false;

 private:
  mutable std::vector<ActiveBound> active_;
};

}  // namespace poise
