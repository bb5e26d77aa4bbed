#include "poise/figure.hpp"

#include <utility>

namespace poise {

ModelSize size_of(Model model) {
  switch (model) {
    case Model::kFixed: return {0, 0, 0};
    case Model::kHinge: return {1, 1, 1};
    case Model::kSlide: return {1, 1, 1};
    case Model::kElbow: return {2, 2, 2};
    case Model::kSwing: return {2, 2, 2};
    case Model::kBall: return {4, 3, 3};
    case Model::kFree: return {7, 6, 6};
  }
  return {0, 0, 0};
}

Figure::Figure(std::vector<Joint> joints, std::vector<Segment> segments, std::vector<Site> sites,
               std::vector<Coupling> couplings, const Vec3& gravity)
    : joints_(std::move(joints)),
      segments_(std::move(segments)),
      sites_(std::move(sites)),
      couplings_(std::move(couplings)),
      gravity_(gravity) {
  for (Joint& joint : joints_) {
    joint.q = size_;
    joint.v = dof_;
    joint.x = natural_;
    const ModelSize size = size_of(joint.model);
    size_ += size.stored;
    dof_ += size.dof;
    natural_ += size.natural;
  }
  for (const Segment& segment : segments_) carried_mass_.push_back(segment.mass);
  for (std::size_t i = joints_.size(); i-- > 1;) {
    carried_mass_[static_cast<std::size_t>(joints_[i].carrier)] += carried_mass_[i];
  }
}

}  // namespace poise
