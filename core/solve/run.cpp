#include "solve/run.hpp"

#include <chrono>
#include <utility>

#include "limits/limits.hpp"

namespace poise {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kBreath = 0.05;  // seconds between two calls of `on_breath`: Ctrl-C feels immediate

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

Run::Run(std::shared_ptr<const Problem> problem, const VecX& start)
    : stepper_(make_stepper(std::move(problem), start)), start_(coordinates()) {}

void Run::restart(const VecX& start) { restart(start, {}); }

void Run::restart(const VecX& start, std::vector<ActiveBound> active) {
  history_.clear();
  retry_.cancel();
  start_ = clamp(*problem().figure, start);
  stepper_->count_steps_from(0);
  stepper_->begin(start_, std::move(active), -1);
}

void Run::resume(const Run& other) {
  const std::vector<LimitRow>& meaning = stepper_->evaluation().limit_meaning();
  std::vector<ActiveBound> active;
  if (other.stepper_->evaluation().limit_meaning() == meaning) {
    active = other.stepper_->active();
    active.resize(meaning.size());  // levels may have other rows
  }
  restart(other.coordinates(), std::move(active));
}

double Run::step() {
  const double motion = step_or_retry();
  if (recording_ && motion > 0.0) history_.push_back(present());
  return motion;
}

double Run::step_or_retry() {
  if (settled()) return 0.0;
  if (problem().method != Method::kPriority) return stepper_->step();  // the others are shown as they are
  const VecX from = coordinates();
  if (retry_.is_due(*stepper_)) retry_.advance(*stepper_, start_);
  if (!settled()) {
    if (const double motion = stepper_->step(); motion > 0.0) return motion;
    if (retry_.advance(*stepper_, start_)) return step_or_retry();
  }
  const double back = largest(difference(*problem().figure, from, coordinates()));  // to where the first try ended
  if (back > 0.0) stepper_->count_steps_from(steps() + 1);
  return back;
}

bool Run::run(const Budget& budget) {
  const Clock::time_point start = Clock::now();
  double breathed = 0.0;
  for (int i = 0; i < budget.steps && !settled(); ++i) {
    const double passed = seconds_since(start);
    if (passed > budget.seconds) break;
    if (breathe_ && passed - breathed > kBreath) {
      breathe_();
      breathed = passed;
    }
    step();
  }
  retry_.finish(*stepper_, start_);
  if (!history_.empty()) history_.back() = present();  // what is shown is where the last step led
  return settled();
}

std::vector<VecX> Run::task_errors() const {
  const Figure& figure = *problem().figure;
  Kinematics kinematics;
  MassState masses;
  forward(figure, coordinates(), kinematics);
  carry_masses(figure, kinematics, masses);
  std::vector<VecX> errors;
  for (const Demand& demand : problem().demands) {
    errors.emplace_back(demand.task->rows());
    MatX Jt = MatX::Zero(figure.dof(), demand.task->rows());
    demand.task->evaluate({figure, coordinates(), kinematics, masses}, errors.back(), Jt);
  }
  return errors;
}

std::vector<LimitRow> Run::held() const {
  const std::vector<LimitRow>& meaning = stepper_->evaluation().limit_meaning();
  const std::vector<ActiveBound>& active = stepper_->active();
  std::vector<LimitRow> rows;
  for (std::size_t i = 0; i < meaning.size(); ++i) {
    if (active[i].side != Side::kNone) rows.push_back(meaning[i]);
  }
  return rows;
}

}  // namespace poise
