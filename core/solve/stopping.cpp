#include "solve/stopping.hpp"

#include <algorithm>

namespace poise {

namespace {

bool has_stalled(const Course& course, const Tolerances& t) {
  const int least = std::min(2 * t.acceptance.idle_steps, t.progress.patience);  // half steps, as many as may be idle
  const int patience =
      std::clamp(t.progress.patience + t.progress.long_solve - course.counted_steps, least, t.progress.patience);
  return !course.loosely_restored && course.counted_steps >= t.progress.unrecorded_steps &&
         course.half_steps_without_progress >= patience;
}

// Whether all levels are at their goals, and the criteria, if there are any, were served with their curvature: Newton's
// method has led here.
bool is_all_served(const Course& course, const Tolerances& t) {
  for (std::size_t k = 0; k < course.levels.size(); ++k)
    if (!t.precision.is_finished(course.score.residual(k))) return false;
  return course.criteria_served;
}

}  // namespace

LevelKind kind_of(const LevelRows& level) { return {level.is_posture(), level.second_order}; }

Stop stopping(const Course& course, const Tolerances& t) {
  if (has_stalled(course, t)) return Stop::kStalled;
  if (course.ran_out && is_all_served(course, t)) return Stop::kSettled;
  return Stop::kGoOn;
}

}  // namespace poise
