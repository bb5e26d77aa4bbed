#include "solve/posed_figure.hpp"

namespace poise {

void PosedFigure::update_places(const VecX& q) {
  q_ = q;
  place(figure_, q_, kinematics_);
  carry_masses(figure_, kinematics_, masses_);
  has_twists_ = false;
}

void PosedFigure::update_twists(const VecX& q) {
  if (q_.size() == 0 || q_ != q) update_places(q);
  if (!has_twists_) add_twists(figure_, q_, kinematics_);
  has_twists_ = true;
}

}  // namespace poise
