#include "direct/joint_ties.hpp"

#include <algorithm>

namespace poise {

namespace {

double coupled_value(const Coupling& coupling, const VecX& natural) {
  double sum = 0.0;
  for (std::size_t k = 0; k < coupling.indices.size(); ++k) sum += coupling.factors[k] * natural[coupling.indices[k]];
  return sum;
}

}  // namespace

JointTies::JointTies(const Figure& figure) : figure_(figure), natural_(VecX::Zero(figure.natural())) {
  couplings_.resize(figure.joints().size());
  for (int c = 0; c < static_cast<int>(figure.couplings().size()); ++c) {
    for (const int coordinate : figure.couplings()[static_cast<std::size_t>(c)].indices) {
      std::vector<int>& known = couplings_[static_cast<std::size_t>(figure.joint_of_natural(coordinate))];
      if (known.empty() || known.back() != c) known.push_back(c);
    }
  }
}

void JointTies::read(const VecX& q) {
  if (of_.size() == q.size() && of_ == q) return;
  for (int i = 0; i < static_cast<int>(couplings_.size()); ++i) {
    if (has(i)) note(i, q);
  }
}

void JointTies::note(int index, const VecX& q) {
  const Joint& joint = figure_.joints()[static_cast<std::size_t>(index)];
  if (joint.model == Model::kBall) {
    const SwingTwist angles = swing_twist(stored_rotation(joint, q));
    natural_.segment<3>(joint.x) << angles.swing, angles.twist;
  } else {
    const int size = size_of(joint.model).natural;
    natural_.segment(joint.x, size) = q.segment(joint.q, size);
  }
}

bool JointTies::hold(int joint) const {
  const std::vector<int>& own = couplings_[static_cast<std::size_t>(joint)];
  return std::all_of(own.begin(), own.end(), [&](int c) {
    const Coupling& coupling = figure_.couplings()[static_cast<std::size_t>(c)];
    return Range{coupling.min, coupling.max}.violation(coupled_value(coupling, natural_)) <= kLimitTolerance;
  });
}

void JointTies::bring_into_room(int index, VecX& q) {
  const Joint& joint = figure_.joints()[static_cast<std::size_t>(index)];
  const int size = size_of(joint.model).natural;
  for (const int c : couplings_[static_cast<std::size_t>(index)]) {
    const Coupling& coupling = figure_.couplings()[static_cast<std::size_t>(c)];
    for (std::size_t k = 0; k < coupling.indices.size(); ++k) {
      const int own = coupling.indices[k];
      if (own < joint.x || own >= joint.x + size || coupling.factors[k] == 0.0) continue;
      const double factor = coupling.factors[k], sum = coupled_value(coupling, natural_);
      natural_[own] += (Range{coupling.min, coupling.max}.nearest(sum) - sum) / factor;
    }
  }
  store_natural(joint, natural_.segment(joint.x, size), q);
}

}  // namespace poise
