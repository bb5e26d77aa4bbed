#include "limits/leeway.hpp"

#include "limits/coupled_group.hpp"
#include "limits/tied_figure_test.hpp"
#include "testing/check.hpp"

using namespace poise;
using namespace poise::test;

namespace {

// Notes every joint and group of a figure at q, as rows of limits do.
void note_all(const Figure& figure, const VecX& q, Leeway& leeway) {
  for (std::size_t i = 0; i < figure.joints().size(); ++i) {
    const Joint& joint = figure.joints()[i];
    if (!has_swing(joint.model) || std::holds_alternative<Ellipse>(joint.limit.swing)) continue;
    const Vec3 direction = limb_direction(joint, q);
    double room = kPi;
    if (const auto* cone = std::get_if<Cone>(&joint.limit.swing))
      room = cone->angle - angle_between(Vec3::UnitZ(), direction);
    if (const auto* polygon = std::get_if<SphericalPolygon>(&joint.limit.swing))
      room = angle_between(direction, polygon->nearest(direction).point);
    const SwingTwist angles = joint.model == Model::kBall ? swing_twist(stored_rotation(joint, q)) : SwingTwist{};
    leeway.note_joint(static_cast<int>(i), q, room, angles);
  }
  VecX natural(figure.natural());
  write_natural(figure, figure.coupled_joints(), q, natural);
  for (std::size_t g = 0; g < leeway.groups().size(); ++g) leeway.note_group(g, q, natural);
}

bool is_inside(const Figure& figure, int index, const VecX& q) {
  VecX moved = q;
  return bring_inside(figure.joints()[static_cast<std::size_t>(index)], moved) == 0.0;
}

}  // namespace

TEST("what is clear is inside its limits, wherever it has turned") {
  const Figure figure = tied_figure();
  Leeway leeway(figure);
  Dice dice;
  int clear_joints = 0, clear_groups = 0, all = 0;
  VecX natural(figure.natural());
  for (int pose = 0; pose < 60; ++pose) {
    const VecX noted = clamp(figure, integrate(figure, figure.home(), random_step(dice, figure.dof(), 0.6)));
    note_all(figure, noted, leeway);
    for (int turn = 0; turn < 60; ++turn, ++all) {
      const VecX q = integrate(figure, noted, random_step(dice, figure.dof(), turn % 2 == 0 ? 0.03 : 0.3));
      for (int i = 0; i < static_cast<int>(figure.joints().size()); ++i) {
        if (!leeway.is_joint_clear(i, q)) continue;
        ++clear_joints;
        CHECK(is_inside(figure, i, q));
      }
      write_natural(figure, figure.coupled_joints(), q, natural);
      for (std::size_t g = 0; g < leeway.groups().size(); ++g) {
        if (!leeway.is_group_clear(g, q)) continue;
        ++clear_groups;
        for (const int c : leeway.groups()[g].couplings)
          CHECK(coupling_violation(figure.couplings()[static_cast<std::size_t>(c)], natural) == 0.0);
      }
    }
  }
  CHECK(clear_joints > all && clear_groups > all / 20);  // often enough to be worth it
}

TEST("a reach is kept free around what is clear") {
  const Figure figure = tied_figure();
  Leeway leeway(figure);
  Dice dice;
  note_all(figure, figure.home(), leeway);
  for (int turn = 0; turn < 2000; ++turn) {
    const VecX q = integrate(figure, figure.home(), random_step(dice, figure.dof(), 0.1));
    const VecX further = integrate(figure, q, random_step(dice, figure.dof(), 0.1 / std::sqrt(3.0)));
    for (int i = 0; i < static_cast<int>(figure.joints().size()); ++i)
      if (leeway.is_joint_clear(i, q, 0.1)) CHECK(is_inside(figure, i, further));
  }
}

TEST("clamping with leeway leads to the very pose that clamping leads to") {
  const Figure figure = tied_figure();
  Leeway leeway(figure);
  Dice dice;
  for (int pose = 0; pose < 40; ++pose) {
    const VecX noted = clamp(figure, integrate(figure, figure.home(), random_step(dice, figure.dof(), 0.6)));
    note_all(figure, noted, leeway);
    for (const double far : {0.001, 0.03, 0.3, 1.0}) {
      const VecX q = integrate(figure, noted, random_step(dice, figure.dof(), far));
      CHECK_NEAR(clamp(figure, q, leeway), clamp(figure, q), 0.0);
    }
  }
}

TEST("nothing is clear before anybody has noted it, nor after half a turn, nor of an ellipse") {
  const Figure figure = tied_figure();
  Leeway leeway(figure);
  for (int i = 0; i < static_cast<int>(figure.joints().size()); ++i) CHECK(!leeway.is_joint_clear(i, figure.home()));
  note_all(figure, figure.home(), leeway);
  CHECK(!leeway.is_joint_clear(1, figure.home()));
  VecX around = figure.home();
  store_rotation(figure.joints()[3], Quat(0.0, 1.0, 0.0, 0.0), around);
  CHECK(leeway.is_joint_clear(3, figure.home()) && !leeway.is_joint_clear(3, around));
  store_rotation(figure.joints()[3], Quat(-1.0, 0.0, 0.0, 0.0), around);  // the same rotation by the opposite numbers
  CHECK(leeway.is_joint_clear(3, around));
}

TEST("a twist in the band of its joint is allowed wherever the limb points, and most allowed twists are in it") {
  const Figure figure = tied_figure();
  Dice dice;
  int in_band = 0, allowed = 0;
  for (int i = 0; i < 20000; ++i) {
    const Joint& joint = figure.joints()[static_cast<std::size_t>(i % 2 == 0 ? 0 : 3)];
    const Quat rotation = dice.rotation();
    const SwingTwist angles = swing_twist(rotation);
    const Range range = twist_range(joint.limit.twist, direction_of(angles.swing));
    const bool has = joint.twist_band.has(rotation);
    if (has) CHECK(range.violation(angles.twist) == 0.0);
    in_band += has ? 1 : 0;
    allowed += range.violation(angles.twist) == 0.0 ? 1 : 0;
  }
  CHECK(in_band > allowed / 2 && allowed > 1000);
  CHECK(!figure.joints()[1].twist_band.has(rotation_of({Vec2(0.1, 0.2), 0.61})));
}
