#include "world/avoid_task.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tasks/curvature.hpp"
#include "tasks/task_parts.hpp"

namespace poise {

namespace {

constexpr int kPlaces = 5;          // of a pair
constexpr int kBetween = 4;         // the place between ends
constexpr int kMostSlots = 64;      // rows at once; beyond that the nearest count
constexpr double kNoBound = 1e300;  // as other tasks say it

// Which row a pair gets. It must be the same from pose to pose as far as that is possible, since factorisations and
// active sets are kept, and depend on the pose alone, so that the same question gets the same answer: the place is
// taken from a hash of what the pair is about, or the next free one.
class Slots {
 public:
  explicit Slots(std::uint64_t kinds)
      : direct_(kinds <= kMostSlots), count_(direct_ ? static_cast<int>(kinds) : kMostSlots) {}
  int count() const { return count_; }

  // pairs[slot], null where there is none.
  void assign(const std::vector<NearPair>& pairs, const std::vector<std::uint64_t>& names,
              std::vector<const NearPair*>& slots) const {
    slots.assign(static_cast<std::size_t>(count_), nullptr);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      std::size_t slot = direct_ ? names[i] : hashed(names[i]);
      while (slots[slot] != nullptr) slot = (slot + 1) % slots.size();
      slots[slot] = &pairs[i];
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

  void evaluate_room(const TaskView& view, Out low, Out high, OutT Jt) const override {
    const std::vector<const NearPair*>& slots = look(view);
    write_room(slots, low, high);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i] != nullptr) write_row(view, *slots[i], Jt.col(static_cast<Eigen::Index>(i)));
    }
  }
  void measure_room(const TaskView& view, Out low, Out high) const override { write_room(look(view), low, high); }

  // Of what is against obstacles; when parts of the body press each other, by finite differences.
  void add_curvature(const TaskView& view, const VecX& pull, MatX& H) const override {
    const std::vector<const NearPair*>& slots = look(view);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (pull[static_cast<Eigen::Index>(i)] != 0.0 && (slots[i] == nullptr || slots[i]->self))
        return Task::add_curvature(view, pull, H);
    }
    const std::vector<const NearPair*> held = slots;
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (const double force = pull[static_cast<Eigen::Index>(i)]; force != 0.0) add_bend(view, *held[i], force, H);
    }
  }

 private:
  std::uint64_t kinds() const {
    const std::uint64_t parts = body_->parts().size();
    return kPlaces * (parts * (lookout_.self ? parts : 0) + (world_ ? parts * world_->obstacles().size() : 0));
  }
  std::uint64_t name_of(const NearPair& pair) const {
    const auto part = static_cast<std::uint64_t>(pair.part), other = static_cast<std::uint64_t>(pair.other);
    const std::uint64_t parts = body_->parts().size();
    const std::uint64_t own = lookout_.self ? parts * parts : 0;
    const std::uint64_t both = pair.self ? part * parts + other : own + other * parts + part;
    return kPlaces * both + static_cast<std::uint64_t>(pair.place);
  }
  double zone_of(const NearPair& pair) const { return pair.self ? lookout_.self_zone : lookout_.world_zone; }
  int segment(int part) const { return body_->parts()[static_cast<std::size_t>(part)].segment; }

  // What is near the pose, by rows. The answer is good until the next call in the same thread.
  const std::vector<const NearPair*>& look(const TaskView& view) const {
    thread_local Proximity proximity;
    thread_local std::vector<NearPair> pairs;
    thread_local std::vector<std::uint64_t> names;
    thread_local std::vector<const NearPair*> slots;
    pairs = proximity.look(*body_, world_.get(), view.kinematics, lookout_);
    if (pairs.size() > static_cast<std::size_t>(slots_.count())) {
      std::stable_sort(pairs.begin(), pairs.end(),
                       [](const NearPair& a, const NearPair& b) { return a.room < b.room; });
      pairs.resize(static_cast<std::size_t>(slots_.count()));
    }
    std::sort(pairs.begin(), pairs.end(),
              [&](const NearPair& a, const NearPair& b) { return name_of(a) < name_of(b); });
    names.clear();
    for (const NearPair& pair : pairs) names.push_back(name_of(pair));
    slots_.assign(pairs, names, slots);
    return slots;
  }

  void write_room(const std::vector<const NearPair*>& slots, Out low, Out high) const {
    low.setConstant(-kNoBound);
    high.setConstant(kNoBound);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      if (slots[i] != nullptr) low[static_cast<Eigen::Index>(i)] = -approach(slots[i]->room, zone_of(*slots[i]));
    }
  }

  // The distance grows as the nearest points part along the normal.
  template <typename Column>
  void write_row(const TaskView& view, const NearPair& pair, Column&& row) const {
    const Vec3 arm = pair.on_first - view.kinematics.reference;
    for_each_carrier(view.figure, segment(pair.part),
                     [&](int k) { row[k] += pair.normal.dot(velocity(view, arm, k)); });
    if (!pair.self) return;
    const Vec3 other = pair.on_second - view.kinematics.reference;
    for_each_carrier(view.figure, segment(pair.other),
                     [&](int k) { row[k] -= pair.normal.dot(velocity(view, other, k)); });
  }

  // H ← H − pull · ∂² of the distance from an obstacle. With c(t) on the axis, d = min φ(c(t)) − r(t): φ bends by T
  // where c moves, and between the ends t follows: less g gᵀ / (uᵀ T u), g = d(n · u)/dq, u = c'(t).
  void add_bend(const TaskView& view, const NearPair& pair, double pull, MatX& H) const {
    const Obstacle& obstacle = world_->obstacles()[static_cast<std::size_t>(pair.other)];
    const int moved_by = segment(pair.part);
    const Round round = body_->parts()[static_cast<std::size_t>(pair.part)].round.moved(
        view.kinematics.segments[static_cast<std::size_t>(moved_by)]);
    const Mat3 T = obstacle.turning(pair.center);
    const Vec3 arm = pair.center - view.kinematics.reference, u = round.b - round.a;
    Eigen::Matrix3Xd motion = Eigen::Matrix3Xd::Zero(3, view.figure.dof());
    VecX g = VecX::Zero(view.figure.dof());
    for_each_carrier(view.figure, moved_by, [&](int k) {
      motion.col(k) = velocity(view, arm, k);
      g[k] = u.dot(T * motion.col(k)) + pair.normal.dot(Vec3(view.kinematics.angular.col(k)).cross(u));
    });
    add_point_curvature(view, moved_by, pair.center, pull * pair.normal, H);
    H -= pull * motion.transpose() * T * motion;
    if (pair.place == kBetween) H += pull / (u.dot(T * u) + kEven) * g * g.transpose();
  }

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
