#include "kernel/kernel.hpp"

namespace poise {

const VecX& Kernel::step(std::vector<LevelRows>& levels, std::size_t count, const Bounds& bounds,
                         std::vector<ActiveBound>& active, const Objective& objective, CurvatureSource* source,
                         double reach) {
  request_ = {&levels, count, &bounds, &active, &objective, source, reach, nullptr};
  has_objective_ = objective.gradient.size() > 0;
  quickly_ = quick_.step(request_);
  if (!quickly_) general_.step(request_);
  all_rounds_ += rounds();
  return quickly_ ? quick_.found() : general_.found();
}

void Kernel::forget() {
  request_ = {};
  all_rounds_ = 0;
  has_objective_ = quickly_ = false;
}

MatX Kernel::concave_directions(std::vector<LevelRows>& levels, std::size_t count, const Bounds& bounds,
                                std::vector<ActiveBound>& active, CurvatureSource& source) {
  static const Objective kNone;
  MatX directions;
  request_ = {&levels, count, &bounds, &active, &kNone, &source};
  request_.concave = &directions;
  has_objective_ = quickly_ = false;
  general_.step(request_);
  all_rounds_ += rounds();
  request_.concave = nullptr;
  return directions;
}

VecX Kernel::within(double radius) {
  if (quickly_) {
    VecX cut;
    if (quick_.within(radius, cut)) return cut;
    // A mixture of two levels' steps may leave the bounds. The general way stays inside after every level.
    quickly_ = false;
    general_.step(request_);
    all_rounds_ += rounds();
  }
  return general_.within(radius);
}

const VecX* Kernel::follow(const std::vector<LevelRows>& levels, const Bounds& bounds, const VecX& gradient) {
  const bool same = quickly_ && request_.count == levels.size() && has_objective_ == (gradient.size() > 0);
  return same && quick_.follow(levels, bounds, gradient) ? &quick_.found() : nullptr;
}

VecX Kernel::again(const std::vector<LevelRows>& levels, std::size_t count, const VecX& slack) const {
  return quickly_ ? quick_.again(levels, count, slack) : general_.again(levels, count, slack);
}

}  // namespace poise
