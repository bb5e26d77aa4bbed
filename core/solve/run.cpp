#include "solve/run.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "limits/limits.hpp"

namespace poise {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kStepsOfARetry = 100;  // five times what people in everyday poses take
constexpr double kBreath = 0.05;     // seconds between two calls of `on_breath`: Ctrl-C feels immediate

// Time that a run has spent, and breaths that it owes.
class Watch {
 public:
  explicit Watch(double seconds) : seconds_(seconds) {}

  // Breathes when it is time to; whether time is over.
  bool look(const std::function<void()>& breathe) {
    const double passed = std::chrono::duration<double>(Clock::now() - start_).count();
    over_ = passed > seconds_;
    if (!over_ && breathe && passed - breathed_ > kBreath) {
      breathe();
      breathed_ = passed;
    }
    return over_;
  }
  bool is_over() const { return over_; }
  double left() const { return seconds_ - std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  double seconds_;
  Clock::time_point start_ = Clock::now();
  double breathed_ = 0.0;
  bool over_ = false;
};

}  // namespace

Run::Run(std::shared_ptr<const Problem> problem, const VecX& start) : Run(make_stepper(std::move(problem), start)) {}

Run::Run(std::unique_ptr<Stepper> stepper) : stepper_(std::move(stepper)), start_(coordinates()) {
  retry_.asked_at(start_);
  afresh_.begin_at(start_);
}

void Run::restart(const VecX& start) { restart(start, {}); }

void Run::restart(const VecX& start, std::vector<ActiveBound> active) {
  history_.clear();
  retry_.cancel();
  start_ = clamp(*problem().figure, start);
  retry_.asked_at(start_);
  afresh_.begin_at(start_);
  stepper_->count_steps_from(0);
  stepper_->begin(start_, std::move(active), -1);
}

bool Run::begin_anew(const VecX& start) {
  if (!stepper_->begin_anew(start)) return false;
  retry_ = Retry();
  in_session_ = recording_ = false;
  history_.clear();
  shown_.reset();
  leapt_aside_ = false;
  afresh_ = Afresh();
  start_ = coordinates();
  retry_.asked_at(start_);
  afresh_.begin_at(start_);
  return true;
}

void Run::refresh() {
  retry_.asked_at(coordinates());
  afresh_.forget();
  stepper_->refresh();
}

void Run::resume(const Run& other) {
  const std::vector<LimitRow>& meaning = stepper_->evaluation().limit_meaning();
  std::vector<ActiveBound> active;
  if (other.stepper_->evaluation().limit_meaning() == meaning) {
    active = other.stepper_->active();
    active.resize(meaning.size());  // levels may have other rows
  }
  restart(other.coordinates(), std::move(active));
  afresh_.begin_at(clamp(*problem().figure, other.afresh_.beginning()));
}

void Run::allow_retry() { allow_ways(true); }

void Run::allow_retry_as_it_faces() { allow_ways(false); }

void Run::allow_ways(bool may_turn_round) {
  retry_.allow(may_turn_round);
  stepper_->note_near_symmetry(start_);
}

void Run::allow_retry_in_session() {
  in_session_ = true;
  leapt_aside_ = false;
  retry_.allow_in_session();
  stepper_->note_near_symmetry(afresh_.beginning());
}

// A retry from its beginning to its end, in one step: on its way levels above may be off. The motion it led to. `from`,
// `before`: where it was, and after how many steps.
double Run::complete_retry(const VecX& from, int before) {
  const int last = before + kStepsOfARetry;
  while (retry_.is_out_of_sight() && steps() < last) step_or_retry();
  if (retry_.is_out_of_sight()) retry_.finish(*stepper_, start_);
  const double motion = largest(difference(*problem().figure, from, coordinates()));
  stepper_->count_steps_from(motion > 0.0 ? before + 1 : before);
  return motion;
}

// To where the question that is asked afresh leads, if that is worth it. The motion.
double Run::leap_afresh(double seconds) {
  const std::optional<AskedAfresh> found = afresh_.find(*stepper_, has_gone_aside(), seconds);
  if (!found) return 0.0;
  const double motion = stepper_->evaluation().motion_to(found->coordinates);
  stepper_->begin(found->coordinates, {}, -1);
  if (found->upright) stepper_->set_end(true, false);
  leapt_aside_ = found->aside;
  retry_.come_back();
  return motion;
}

double Run::step(double seconds) {
  from_ = coordinates();
  const int before = steps();
  auto [motion, jumps] = step_or_retry();
  if (retry_.is_out_of_sight()) {
    motion = complete_retry(VecX(from_), before);
    jumps = true;
  }
  if (in_session_ && stepper_->settled() && problem().method == Method::kPriority) {
    const double leap = leap_afresh(seconds);
    jumps = jumps || leap > 0.0;
    motion = std::max(motion, leap);
  }
  if (recording_ && motion > 0.0) {
    history_.push_back(present());
    if (jumps) history_.back().way = StepWay::kJump;
  }
  return motion;
}

Run::Moved Run::step_or_retry() {
  if (stepper_->settled()) return {0.0};
  if (problem().method != Method::kPriority) return {stepper_->step()};  // the others are shown as they are
  here_ = coordinates();
  bool jumped = false;
  if (retry_.is_due(*stepper_)) {
    retry_.advance(*stepper_, start_);
    jumped = coordinates() != here_;
  }
  if (!stepper_->settled()) {
    if (const double motion = stepper_->step(); motion > 0.0) return {motion, jumped};
    if (in_session_ && !retry_.is_under_way()) start_ = coordinates();
    if (retry_.advance(*stepper_, start_)) {
      jumped = jumped || coordinates() != here_;
      const Moved next = step_or_retry();
      return {next.motion, jumped || next.jumped};
    }
  }
  const double back = largest(difference(*problem().figure, here_, coordinates()));  // to where the first try ended
  if (back > 0.0) stepper_->count_steps_from(steps() + 1);
  return {back, back > 0.0};
}

int Run::run_with_leaps(const Budget& budget, const MovingGoals& goals, const Leap& leap, int most_leaps) {
  int steps_before = 0;
  run(budget, goals);
  for (int i = 0; i < most_leaps; ++i) {
    const std::optional<VecX> start = leap();
    if (!start) break;
    steps_before += steps();
    restart(*start);
    run(budget, goals);
  }
  return steps_before;
}

bool Run::run(const Budget& budget, const MovingGoals& goals) {
  Watch watch(budget.seconds);
  const int last = steps() + budget.steps;
  int changes_left = goals.update ? goals.most : 0;
  for (bool awake = true; awake;) {
    const int look = goals.every > 0 ? std::min(last, steps() + goals.every) : last;
    while (!settled() && steps() < look && !watch.look(breathe_)) step(watch.left());
    const bool over = watch.is_over() || steps() >= last;
    if (settled() || over) retry_.finish(*stepper_, start_);
    const bool moved = !over && changes_left > 0 && goals.update(settled());
    if (moved) {
      afresh_.forget();
      stepper_->refresh();
      retry_.go_on();
      --changes_left;
    }
    awake = !over && !settled();
  }
  if (!history_.empty()) {  // what is shown is where the last step led
    const StepWay way = history_.back().way;
    history_.back() = present();
    history_.back().way = way;
  }
  return settled();
}

Pose Run::pose() const {
  const VecX& q = coordinates();
  if (!shown_ || shown_->coordinates() != q) shown_.emplace(problem().figure, q);
  return *shown_;
}

VecX Run::task_residuals() const {
  const Pose here = pose();
  const TaskView view{here.figure(), coordinates(), here.kinematics(), here.masses()};
  const std::vector<Demand>& demands = problem().demands;
  VecX residuals(static_cast<Eigen::Index>(demands.size())), error;
  MatX Jt;
  for (std::size_t i = 0; i < demands.size(); ++i) {
    const Task& task = *demands[i].task;
    error.resize(task.rows());
    if (task.is_inequality()) {  // its errors are what its rows lack, for which `measure` is not asked
      Jt.setZero(here.figure().dof(), task.rows());
      task.evaluate(view, error, Jt);
    } else {
      task.measure(view, error);
    }
    residuals[static_cast<Eigen::Index>(i)] = error.norm();
  }
  return residuals;
}

Ending Run::ending() const {
  return {pose(),         level_residuals(), task_residuals(), held(),          steps(),
          surplus_rows(), settled(),         stalled(),        has_gone_aside()};
}

Ending Run::settle(int steps, const MovingGoals& goals, const std::function<void()>& last) {
  allow_retry();
  run({steps}, goals);
  if (last) last();
  return ending();
}

}  // namespace poise
