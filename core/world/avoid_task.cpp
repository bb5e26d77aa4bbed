#include "world/avoid_task.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "tasks/curvature.hpp"
#include "tasks/task_parts.hpp"

namespace poise {

namespace {

constexpr int kPlaces = 5;          // of a pair
constexpr int kStretch = 2;         // ends of a stretch along an obstacle, from here on
constexpr int kBetween = 4;         // the place between ends
constexpr int kMostSlots = 64;      // rows at once; beyond that the nearest count
constexpr double kNoBound = 1e300;  // as other tasks say it
constexpr double kNoWidth = 1e-6;   // m: axes that are nearer have no direction between them

using Named = std::pair<std::uint64_t, const NearPair*>;

// Which row a pair gets. It must be the same from pose to pose as far as that is possible, since factorisations and
// active sets are kept, and depend on the pose alone, so that the same question gets the same answer: the place is
// taken from a hash of what the pair is about, or the next free one.
class Slots {
 public:
  explicit Slots(std::uint64_t kinds)
      : direct_(kinds <= kMostSlots), count_(direct_ ? static_cast<int>(kinds) : kMostSlots) {}
  int count() const { return count_; }

  // slots[i], null where there is none.
  void assign(const std::vector<Named>& pairs, std::vector<const NearPair*>& slots) const {
    slots.assign(static_cast<std::size_t>(count_), nullptr);
    for (const auto& [name, pair] : pairs) {
      std::size_t slot = direct_ ? name : hashed(name);
      while (slots[slot] != nullptr) slot = (slot + 1) % slots.size();
      slots[slot] = pair;
    }
  }

 private:
  static std::size_t hashed(std::uint64_t name) {  // Fibonacci hashing: Knuth, The Art of Computer Programming 6.4
    constexpr int kBits = 6;
    static_assert((1 << kBits) == kMostSlots);
    return static_cast<std::size_t>((name * 0x9E3779B97F4A7C15ULL) >> (64 - kBits));
  }

  bool direct_;
  int count_;
};

class AvoidTask final : public Inequality {
 public:
  AvoidTask(std::shared_ptr<const BodyShape> body, std::shared_ptr<const World> world, const Lookout& lookout)
      : body_(std::move(body)), world_(std::move(world)), lookout_(lookout), slots_(kinds()) {}
  int rows() const override { return slots_.count(); }
  int goal_size() const override { return 0; }
  void set_goal(const VecX&) override {}
  bool bars_the_way() const override { return true; }

  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    const std::vector<const NearPair*>& slots = look(view);
    write_room(slots, low, high);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i] != nullptr) write_row(view, *slots[i], Jt.col(static_cast<Eigen::Index>(i)));
    }
  }
  void measure_room(const TaskView& view, Out low, Out high) const override { write_room(look(view), low, high); }

  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    const std::vector<const NearPair*>& slots = look(view);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const double force = pull[static_cast<Eigen::Index>(i)];
      if (force == 0.0 || slots[i] == nullptr) continue;
      if (slots[i]->self)
        add_self_bend(view, *slots[i], force, H);
      else
        add_bend(view, *slots[i], force, H);
    }
  }

 private:
  std::uint64_t kinds() const {
    const std::uint64_t parts = body_->parts().size();
    return kPlaces * (parts * (lookout_.self ? parts : 0) + (world_ ? 2 * parts * world_->obstacles().size() : 0));
  }
  std::uint64_t name_of(const NearPair& pair) const {
    const auto part = static_cast<std::uint64_t>(pair.part), other = static_cast<std::uint64_t>(pair.other);
    const std::uint64_t parts = body_->parts().size();
    const std::uint64_t own = lookout_.self ? parts * parts : 0;
    const std::uint64_t both = pair.self ? part * parts + other : own + (2 * other + pair.later) * parts + part;
    return kPlaces * both + static_cast<std::uint64_t>(pair.place);
  }
  double zone_of(const NearPair& pair) const { return pair.self ? lookout_.self_zone : lookout_.world_zone; }
  int segment(int part) const { return body_->parts()[static_cast<std::size_t>(part)].segment; }

  // What is near the pose, by rows. The answer is good until the next call in the same thread.
  const std::vector<const NearPair*>& look(const TaskView& view) const {
    thread_local Proximity proximity;
    thread_local std::vector<Named> pairs;
    thread_local std::vector<const NearPair*> slots;
    pairs.clear();
    for (const NearPair& pair : proximity.look(*body_, world_.get(), view.kinematics, lookout_))
      pairs.emplace_back(name_of(pair), &pair);
    if (pairs.size() > static_cast<std::size_t>(slots_.count())) {  // as they come, their order is always the same
      std::stable_sort(pairs.begin(), pairs.end(),
                       [](const Named& a, const Named& b) { return a.second->room < b.second->room; });
      pairs.resize(static_cast<std::size_t>(slots_.count()));
      std::sort(pairs.begin(), pairs.end(), [](const Named& a, const Named& b) { return a.first < b.first; });
    }
    slots_.assign(pairs, slots);
    return slots;
  }

  void write_room(const std::vector<const NearPair*>& slots, Out low, Out high) const {
    low.setConstant(-kNoBound);
    high.setConstant(kNoBound);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i] != nullptr) low[static_cast<Eigen::Index>(i)] = -approach(slots[i]->room, zone_of(*slots[i]));
    }
  }

  // The distance grows as the nearest points part along the normal. What carries both does not part them.
  template <typename Column>
  void write_row(const TaskView& view, const NearPair& pair, Column&& row) const {
    const int one = segment(pair.part), two = pair.self ? segment(pair.other) : -1;
    const int own = pair.self ? first_own(view.figure, one, two) : 0;
    write_motion(view, one, own, pair.normal, pair.self ? pair.on_first : pair.center, row);
    if (pair.self) write_motion(view, two, own, -pair.normal, pair.on_second, row);
  }

  // How fast degrees of freedom from `own` on move a point of a segment along n: n · (ν + ω × arm) = n · ν + (arm × n)
  // · ω.
  template <typename Column>
  static void write_motion(const TaskView& view, int segment, int own, const Vec3& n, const Vec3& point, Column&& row) {
    const Vec3 moment = Vec3(point - view.kinematics.reference).cross(n);
    const double a = n[0], b = n[1], c = n[2], d = moment[0], e = moment[1], f = moment[2];
    const Rows3 &linear = view.kinematics.linear, &angular = view.kinematics.angular;
    const double *x = linear.data(), *y = x + linear.cols(), *z = y + linear.cols();
    const double *u = angular.data(), *v = u + angular.cols(), *w = v + angular.cols();
    double* out = row.data();
    for_each_run(view.figure, segment, [&](int begin, int end) {
#pragma omp simd
      for (int k = std::max(begin, own); k < end; ++k)
        out[k] = (a * x[k] + b * y[k] + c * z[k]) + (d * u[k] + e * v[k] + f * w[k]);
    });
  }

  // The first degree of freedom that does not carry both segments: those that do come before all others of the two.
  static int first_own(const Figure& figure, int one, int two) {
    const std::vector<SweepPlan::Run>& runs = figure.plan().runs;
    while (one >= 0 && two >= 0) {
      const SweepPlan::Run &a = runs[static_cast<std::size_t>(one)], &b = runs[static_cast<std::size_t>(two)];
      if (std::max(a.begin, b.begin) < std::min(a.end, b.end)) return std::min(a.end, b.end);
      (a.begin > b.begin ? one : two) = a.begin > b.begin ? a.next : b.next;
    }
    return 0;
  }

  // H ← H − pull · ∂² of the distance from an obstacle. With c(t) on the axis, d = min φ(c(t)) − r(t): φ bends by T
  // where c moves, and between the ends t follows: less g gᵀ / (uᵀ T u), g = d(n · u)/dq, u = c'(t). At the end of a
  // stretch t follows the edge, dt/dq = s: more by g sᵀ + s gᵀ + (uᵀ T u) s sᵀ.
  void add_bend(const TaskView& view, const NearPair& pair, double pull, MatX& H) const {
    const Obstacle& now = world_->obstacles()[static_cast<std::size_t>(pair.other)];
    const Obstacle obstacle = pair.later ? now.later(lookout_.ahead) : now;
    const int moved_by = segment(pair.part);
    const Round round = body_->parts()[static_cast<std::size_t>(pair.part)].round.moved(
        view.kinematics.segments[static_cast<std::size_t>(moved_by)]);
    const Mat3 T = pair.bend > 0.0 ? Mat3(pair.bend * (Mat3::Identity() - pair.normal * pair.normal.transpose()))
                                   : obstacle.turning(pair.center);
    const Vec3 arm = pair.center - view.kinematics.reference, u = round.b - round.a;
    Eigen::Matrix3Xd motion = Eigen::Matrix3Xd::Zero(3, view.figure.dof());
    VecX g = VecX::Zero(view.figure.dof());
    for_each_carrier(view.figure, moved_by, [&](int k) {
      motion.col(k) = velocity(view, arm, k);
      g[k] = u.dot(T * motion.col(k)) + pair.normal.dot(Vec3(view.kinematics.angular.col(k)).cross(u));
    });
    add_point_curvature(view, moved_by, pair.center, pull * pair.normal, H);
    H -= pull * motion.transpose() * T * motion;
    if (!pair.along.isZero()) {
      const VecX s = -motion.transpose() * pair.along;
      H -= pull * (g * s.transpose() + s * g.transpose() + u.dot(T * u) * s * s.transpose());
    } else if (pair.place >= kStretch) {
      H += pull / (u.dot(T * u) + kEven) * g * g.transpose();
    }
  }

  // The same of two parts of the body: d = min |w| − r₁(s) − r₂(t), w = c₁(s) − c₂(t). With s and t fixed it bends as
  // the points do, and by T = (1 − n nᵀ)/|w| where w moves; what of s and t is free follows: less G D⁻¹ Gᵀ, D the
  // second derivatives by s and t, G how the first ones change with q.
  void add_self_bend(const TaskView& view, const NearPair& pair, double pull, MatX& H) const {
    const int one = segment(pair.part), two = segment(pair.other), n_dof = view.figure.dof();
    const Round first = placed(view, pair.part), second = placed(view, pair.other);
    const Vec3 u = first.b - first.a, v = second.b - second.a, &n = pair.normal;
    const double s = share_of_axis(pair.on_first, first, -n), t = share_of_axis(pair.on_second, second, n);
    const Vec3 c1 = first.center(s), c2 = second.center(t);
    const Mat3 T = (Mat3::Identity() - n * n.transpose()) / std::max((c1 - c2).norm(), kNoWidth);
    Eigen::Matrix3Xd motion = Eigen::Matrix3Xd::Zero(3, n_dof);
    Eigen::Matrix2Xd G = Eigen::Matrix2Xd::Zero(2, n_dof);
    for_each_carrier(view.figure, one, [&](int k) {
      motion.col(k) += velocity(view, c1 - view.kinematics.reference, k);
      G(0, k) += n.dot(Vec3(view.kinematics.angular.col(k)).cross(u));
    });
    for_each_carrier(view.figure, two, [&](int k) {
      motion.col(k) -= velocity(view, c2 - view.kinematics.reference, k);
      G(1, k) -= n.dot(Vec3(view.kinematics.angular.col(k)).cross(v));
    });
    G.row(0) += u.transpose() * T * motion;
    G.row(1) -= v.transpose() * T * motion;
    add_point_curvature(view, one, c1, pull * n, H);
    add_point_curvature(view, two, c2, -pull * n, H);
    H -= pull * motion.transpose() * T * motion;
    const bool s_free = pair.place >= 2 && is_between(s),
               t_free = (pair.place < 2 || pair.place == kBetween) && is_between(t);
    Eigen::Matrix2d D;
    D << u.dot(T * u) + kEven, -u.dot(T * v), -u.dot(T * v), v.dot(T * v) + kEven;
    if (!s_free || !t_free) D(0, 1) = D(1, 0) = 0.0;
    if (!s_free) G.row(0).setZero();
    if (!t_free) G.row(1).setZero();
    H += pull * G.transpose() * D.inverse() * G;
  }

  Round placed(const TaskView& view, int part) const {
    return body_->parts()[static_cast<std::size_t>(part)].round.moved(
        view.kinematics.segments[static_cast<std::size_t>(segment(part))]);
  }

  // Where on its axis the ball is that touches a point of a round's surface, `out` leading off there.
  static double share_of_axis(const Vec3& point, const Round& round, const Vec3& out) {
    const Vec3 axis = round.b - round.a;
    const double width = axis.squaredNorm() + (round.rb - round.ra) * out.dot(axis);
    if (width < kNoWidth * kNoWidth) return 0.0;
    return std::min(1.0, std::max(0.0, ((point - round.a).dot(axis) - round.ra * out.dot(axis)) / width));
  }
  static bool is_between(double share) { return share > 1e-9 && share < 1.0 - 1e-9; }

  std::shared_ptr<const BodyShape> body_;
  std::shared_ptr<const World> world_;
  Lookout lookout_;
  Slots slots_;
};

}  // namespace

// room / (1 − (room/zone)²): slope 1 at 0, infinite at the edge.
double approach(double room, double zone) {
  if (room <= 0.0) return room;
  const double share = room / zone;
  return share >= 1.0 - 1e-9 ? kNoBound : room / (1.0 - share * share);
}

std::unique_ptr<Task> avoid_task(std::shared_ptr<const BodyShape> body, std::shared_ptr<const World> world,
                                 const Lookout& lookout) {
  return std::make_unique<AvoidTask>(std::move(body), std::move(world), lookout);
}

}  // namespace poise
