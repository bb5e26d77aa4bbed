#include "statics/equilibrium_region.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace poise {

namespace {

// A far point pulls at the centre of mass, harder and harder, until the price of forces is nothing beside it. Pulled
// hard from the start, Newton's method would creep along the mantles of the cones: the motion y grows with the pull,
// and cones that are about to let go are as curved as it is large.
constexpr double kFar = 100.0;
constexpr double kPulls[] = {1e-2, 0.3, 10.0, 300.0, 1e4};
constexpr double kHeld = 1e-7;      // what may be missing of equilibrium, in units of the scene
constexpr double kOnePlace = 1e-7;  // places no farther apart (m) are one
constexpr int kMostCorners = 200;

// Finds the place of the centre of mass that is farthest in a direction: minimise ½ pull |c − p|² + ½ Σ |f|² with the
// far point p, subject to Σ G f = b + E c. The dual is that of `contact_forces` with give = E Eᵀ / pull.
class Explorer {
 public:
  Explorer(const TaskView& body, const std::vector<Load>& loads, const std::vector<Contact>& contacts)
      : scale_(scale_of(body, loads, contacts)) {
    const Vec3 weight = body.figure.mass() * body.figure.gravity();
    const Vec6 load = unbalanced(body.figure, body.kinematics, body.masses, loads);
    problem_ = scaled_problem(body.masses.center, load, contacts, scale_);
    wanted_ = problem_.wanted;
    const Vec3 up = -weight.normalized();
    axes_.col(0) = up.unitOrthogonal();
    axes_.col(1) = up.cross(axes_.col(0));
    push_.setZero();
    for (int i = 0; i < 2; ++i) push_.col(i).tail<3>() = -axes_.col(i).cross(weight) / scale_.force;
  }

  // In metres from the present centre of mass, along the axes; none when no place will do.
  std::optional<Vec2> farthest(const Vec2& direction) {
    const Vec2 p = kFar * direction;
    problem_.wanted = wanted_ + push_ * p;
    Vec6 y = wanted_, before = Vec6::Zero();
    double pull = 0.0, pull_before = 0.0;
    for (const double next : kPulls) {
      const Vec6 guess = pull_before > 0.0 ? Vec6(y + (next - pull) / (pull - pull_before) * (y - before)) : y;
      problem_.give = push_ * push_.transpose() / next;
      const ForceAnswer answer = contact_forces(problem_, guess);
      if (answer.missing.norm() > kHeld) break;
      before = std::exchange(y, answer.motion);
      pull_before = std::exchange(pull, next);
    }
    if (pull == 0.0) return std::nullopt;
    return scale_.length * (p - push_.transpose() * y / pull);
  }

  Vec3 in_world(const Vec2& place) const { return axes_ * place; }

 private:
  Scale scale_;
  ForceProblem problem_;
  Vec6 wanted_;
  Eigen::Matrix<double, 3, 2> axes_;
  Eigen::Matrix<double, 6, 2> push_;  // E
};

Vec2 outward(const Vec2& a, const Vec2& b) {
  const Vec2 edge = b - a;
  return Vec2(edge.y(), -edge.x()).normalized();
}

bool apart(const Vec2& a, const Vec2& b) { return (a - b).norm() > kOnePlace; }

// Corners between a and b that lie beyond their edge, in order.
void refine(Explorer& explorer, const Vec2& a, const Vec2& b, double tolerance, std::vector<Vec2>& out) {
  if (!apart(a, b) || out.size() > kMostCorners) return;
  const Vec2 n = outward(a, b);
  const std::optional<Vec2> c = explorer.farthest(n);
  if (!c || n.dot(*c - a) <= tolerance || !apart(*c, a) || !apart(*c, b)) return;
  refine(explorer, a, *c, tolerance, out);
  out.push_back(*c);
  refine(explorer, *c, b, tolerance, out);
}

// Without corners that lie on the line between their neighbours. A line keeps its ends, a point itself.
std::vector<Vec2> tidy(const std::vector<Vec2>& corners) {
  std::vector<Vec2> kept;
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 before = kept.empty() ? corners[n - 1] : kept.back(), after = corners[(i + 1) % n];
    const Vec2 in = corners[i] - before, out = after - corners[i];
    const double turn = in.x() * out.y() - in.y() * out.x();
    const bool turns_back = in.dot(out) < 0.0;
    if (in.norm() > kOnePlace && (turns_back || std::abs(turn) > kOnePlace * (after - before).norm()))
      kept.push_back(corners[i]);
  }
  if (kept.empty() && n > 0) kept.push_back(corners[0]);
  return kept;
}

}  // namespace

Region equilibrium_region(const TaskView& body, const std::vector<Load>& loads, const std::vector<Contact>& contacts,
                          double tolerance, double reach) {
  Region region;
  region.corners.resize(3, 0);
  if (body.figure.mass() * body.figure.gravity().norm() <= 0.0) return region;
  Explorer explorer(body, loads, contacts);
  std::vector<Vec2> rough, corners;
  for (int i = 0; i < 4; ++i) {
    const double angle = 0.5 * kPi * i + 0.1;  // askew, so that no edge of a usual scene is met head-on
    const std::optional<Vec2> c = explorer.farthest({std::cos(angle), std::sin(angle)});
    if (!c) return region;
    if (c->norm() > reach) region.bounded = false;
    rough.push_back(*c);
  }
  if (!region.bounded) return region;
  for (std::size_t i = 0; i < 4; ++i) {
    if (i == 0 || apart(rough[i], rough[i - 1])) corners.push_back(rough[i]);
    refine(explorer, rough[i], rough[(i + 1) % 4], tolerance, corners);
  }
  while (corners.size() > 1 && !apart(corners.front(), corners.back())) corners.pop_back();  // all the way round
  const std::vector<Vec2> kept = tidy(corners);
  region.corners.resize(3, static_cast<Eigen::Index>(kept.size()));
  for (std::size_t i = 0; i < kept.size(); ++i)
    region.corners.col(static_cast<Eigen::Index>(i)) = body.masses.center + explorer.in_world(kept[i]);
  return region;
}

}  // namespace poise
