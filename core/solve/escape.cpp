#include "solve/escape.hpp"

#include <algorithm>
#include <utility>

namespace poise {

std::optional<Escaped> Escape::find(std::size_t level, Evaluation& evaluation, Proposer& proposer, const Trust& trust,
                                    Restoration& restoration) {
  const Tries tries{level, evaluation, proposer, trust, restoration};
  const MatX directions = proposer.concave_directions(evaluation, trust, level);
  std::vector<VecX> along, aside;
  for (Eigen::Index j = 0; j < directions.cols(); ++j) sort(directions.col(j), evaluation, along, aside);
  std::optional<Escaped> escaped = first_that_gains(along, tries);
  if (!escaped && aside_allowed_ && !aside.empty()) {
    const bool symmetric = evaluation.is_symmetric();
    evaluation.set_symmetric(false);
    escaped = first_that_gains(aside, tries);
    if (!escaped) evaluation.set_symmetric(symmetric);
  }
  if (escaped) ++made_;
  return escaped;
}

// Where the pose is symmetric, or nearly so, a direction leads along the symmetric poses or aside from them.
void Escape::sort(const VecX& direction, const Evaluation& evaluation, std::vector<VecX>& along,
                  std::vector<VecX>& aside) const {
  if (!evaluation.is_symmetric() && !evaluation.is_nearly_symmetric()) {
    along.push_back(direction);
    return;
  }
  const VecX part = evaluation.symmetric_part(direction);
  if (part.squaredNorm() < 0.5)  // of a unit vector
    aside.push_back(direction);
  else
    along.push_back(evaluation.is_symmetric() ? part : direction);
}

std::optional<Escaped> Escape::first_that_gains(const std::vector<VecX>& directions, const Tries& tries) const {
  for (const VecX& direction : directions) {
    if (auto escaped = along(direction, tries)) return escaped;
  }
  return std::nullopt;
}

// To the side that gains more. Of sides that are alike the first counts, so that the same question always leans to the
// same side.
std::optional<Escaped> Escape::along(const VecX& direction, const Tries& tries) const {
  Eigen::Index at = 0;
  direction.cwiseAbs().maxCoeff(&at);
  const VecX unit = direction / direction[at];
  double size = t_.escape.first_step;
  for (int i = 0; i < t_.escape.sizes; ++i, size *= t_.escape.shrink) {
    std::optional<Escaped> there = to(size * unit, tries);
    std::optional<Escaped> back = to(-size * unit, tries);
    if (there && back) {
      const double was = tries.evaluation.residual(tries.level);
      const double gain_there = was - there->score.residual(tries.level);
      const double gain_back = was - back->score.residual(tries.level);
      return gain_back > (1.0 + t_.escape.alike) * gain_there ? back : there;
    }
    if (there || back) return there ? there : back;
  }
  return std::nullopt;
}

// The pose that a step off the saddle leads to, if the level is better there and no level above is worse.
std::optional<Escaped> Escape::to(const VecX& step, const Tries& tries) const {
  const auto& [level, evaluation, proposer, trust, restoration] = tries;
  Escaped escaped{proposer.aside(step, level, evaluation), {}, {}};
  const TakenStep taken{escaped.proposal, proposer.kernel(), proposer.active(), trust.radius()};
  escaped.coordinates =
      restoration.restore(evaluation.moved(evaluation.coordinates(), step), taken, evaluation).coordinates;
  evaluation.evaluate_candidate(escaped.coordinates, evaluation.level_count());
  escaped.score = evaluation.candidate_score();
  double drift = 0.0;  // of levels above: those out of reach pay for it in second order only
  for (std::size_t k = 0; k < level; ++k) {
    const double was = evaluation.residual(k), lost = escaped.score.residual(k) - was;
    if (lost > unnoticed(escaped.proposal, 0.0, t_) + t_.precision.noise * was) return std::nullopt;
    if (was >= t_.precision.loosely_converged)
      drift = std::max(drift, (evaluation.candidate()[k].e - evaluation.current()[k].e).norm());
  }
  const double was = evaluation.residual(level), gained = was - escaped.score.residual(level);
  if (gained <= t_.escape.least_gain * was + t_.acceptance.disturbance * drift) return std::nullopt;
  return escaped;
}

}  // namespace poise
