"""Keeping out of things while solving: never inside, settled, told; what moves; oneself."""

from __future__ import annotations

import numpy as np
import pytest

import poise

CHAIN = poise.figures.chain(8)
SHAPES = {
    "sphere": poise.Sphere(0.2),
    "box": poise.Box((0.3, 0.3, 0.3)),
    "cylinder": poise.Cylinder(0.2, 0.4),
    "ellipsoid": poise.Ellipsoid((0.2, 0.1, 0.3)),
    "half-space": poise.HalfSpace((0.0, 0.0, -1.0)),
    "capsule": poise.Capsule(0.1, 0.3, 0.15),
}


def world_of(shape: object, at: tuple[float, float, float] = (0.02, 0.5, 0.35)) -> poise.World:
    return poise.World([poise.Obstacle("thing", shape, placement=poise.Placement(at))])


def least(world: poise.World, pose: poise.Pose) -> float:
    return min((entry.distance for entry in world.distances(pose)), default=1.0)


@pytest.mark.parametrize("kind", SHAPES)
def test_no_step_goes_inside_and_all_settle(kind: str) -> None:
    world, rng = world_of(SHAPES[kind]), np.random.default_rng(2)
    for _ in range(4):
        goal = rng.uniform((-0.3, 0.1, 0.1), (0.3, 0.9, 0.7))
        solution = poise.solve(CHAIN.rest(), [poise.Reach("tip", goal)], world=world, max_steps=400, history=True)
        assert solution.status in ("converged", "compromise", "stalled")
        assert solution.tasks[0].name == "avoid world"
        assert solution.history is not None
        lacking = solution.history.residuals[:, 0]
        assert lacking.max() < 1e-6  # what is promised on the way: a long step that gains much is restored loosely
        assert lacking[-1] < 1e-9
        assert least(world, solution.pose) > -1e-6


def test_the_nearest_place_outside_is_found() -> None:
    """The tip is wanted in the middle of a ball: its own round end comes to touch the surface."""
    world = world_of(SHAPES["sphere"])
    solution = poise.solve(CHAIN.rest(), [poise.Reach("tip", (0.02, 0.5, 0.35))], world=world, max_steps=400)
    assert solution.status == "compromise"
    assert least(world, solution.pose) == pytest.approx(0.0, abs=1e-8)
    reached = np.linalg.norm(solution.pose.position("tip") - (0.02, 0.5, 0.35))
    radius = CHAIN.segments["link_8"].shapes[0].radius
    assert reached == pytest.approx(0.2 + radius, abs=1e-8)


@pytest.mark.parametrize("kind", ["sphere", "box", "ellipsoid"])
def test_starting_inside_comes_out_monotonically(kind: str) -> None:
    world = world_of(SHAPES[kind], (0.03, 0.55, 0.05))
    assert least(world, CHAIN.rest()) < -0.05
    solution = poise.solve(CHAIN.rest(), [poise.Reach("tip", (0.1, 0.3, 0.4))], world=world, history=True)
    assert solution.history is not None
    lacking = solution.history.residuals[:, 0]
    assert np.all(np.diff(lacking) <= 1e-9)
    assert lacking[-1] < 1e-9
    assert least(world, solution.pose) > -1e-6


def test_what_cannot_be_avoided_settles_and_is_told() -> None:
    world = poise.World([poise.Obstacle("room", poise.Box((10.0, 10.0, 10.0)))])
    solution = poise.solve(CHAIN.rest(), [poise.Reach("tip", (0.1, 0.3, 0.4))], world=world)
    assert solution.status in ("compromise", "stalled")
    told = solution.tasks[0]
    assert (told.name, told.met) == ("avoid world", False)
    assert "the link 1 and the room overlap by" in told.note


def test_margins_are_kept_and_a_task_stands_where_it_is_put() -> None:
    world = world_of(SHAPES["sphere"])
    goal = poise.Reach("tip", (0.02, 0.5, 0.35))
    kept = poise.solve(CHAIN.rest(), [poise.Avoid("thing", margin=0.03), goal], world=world, max_steps=400)
    assert least(world, kept.pose) == pytest.approx(0.03, abs=1e-6)
    assert [(task.name, task.level) for task in kept.tasks] == [("avoid thing", 1), ("reach tip", 2)]
    below = poise.solve(CHAIN.rest(), [goal, poise.Avoid("thing")], world=world, max_steps=400)
    assert below.tasks[0].met
    assert not below.tasks[1].met


def test_two_chains_of_one_figure_keep_out_of_each_other() -> None:
    human = poise.human()
    start = human.pose("t_pose")
    wanted = [poise.Reach("left_hand", (0.0, 1.1, 0.45)), poise.Reach("right_hand", (0.0, 1.1, 0.45))]
    near = [poise.NearPose(start)]
    through = poise.solve(start, [wanted], criteria=near)
    apart = poise.solve(start, [wanted], avoid_self=True, criteria=near, max_steps=60)
    empty = poise.World()

    def hands(pose: poise.Pose) -> float:
        found = empty.distances(pose, itself=True)
        return next(e.distance for e in found if {e.a, e.b} == {"left_hand", "right_hand"})

    assert hands(through.pose) < -0.01
    assert hands(apart.pose) > -1e-6
    assert apart.tasks[0].name == "avoid self"
    assert apart.tasks[0].met


@pytest.mark.parametrize("known", [True, False])
def test_what_moves_is_avoided_before_it_is_there(known: bool) -> None:
    """A ball at 2 m/s and 60 Hz against a chain: with its speed known it is never inside, else by up to a frame."""
    begin, velocity = np.array([0.0, 0.7, 0.9]), np.array([0.0, 0.0, -2.0])
    world = poise.World([poise.Obstacle("ball", poise.Sphere(0.1), velocity=velocity * known)])
    world = world.moved("ball", tuple(begin))
    session = poise.Session(CHAIN.rest(), [poise.Reach("tip", (0.0, 0.95, 0.0))], world=world)
    deepest = 0.0
    for frame in range(30):
        session.world = world = world.moved("ball", tuple(begin + velocity * frame / 60))
        for _ in range(30):
            pose = session.step()
            if session.settled:
                break
        deepest = min(deepest, least(world.moved("ball", tuple(begin + velocity * (frame + 1) / 60)), pose))
    assert deepest > -1e-6 if known else deepest < -0.01


def test_a_session_keeps_its_world_and_takes_another() -> None:
    goal = (0.02, 0.5, 0.35)
    session = poise.Session(CHAIN.rest(), [poise.Reach("tip", goal)], world=world_of(SHAPES["sphere"]))
    session.step(budget=5.0)
    assert not session.solution().tasks[-1].met
    session.levels = [poise.Reach("tip", goal)]
    assert list(session.tasks) == ["avoid world", "reach tip"]
    session.world = world_of(SHAPES["sphere"], (3.0, 0.0, 0.0))
    session.step(budget=5.0)
    assert session.solution().status == "converged"
    session.world = world_of(SHAPES["box"])
    session.step(budget=5.0)
    assert least(session.world, session.pose) > -1e-6
    with pytest.raises(poise.InputError, match="must be a World"):
        session.world = 3  # type: ignore[assignment]


def test_the_same_question_gets_the_same_bits() -> None:
    world = world_of(SHAPES["cylinder"])
    answers = [poise.solve(CHAIN.rest(), [poise.Reach("tip", (0.1, 0.5, 0.6))], world=world).pose for _ in range(2)]
    assert np.array_equal(answers[0].coordinates, answers[1].coordinates)


def test_an_explanation_names_the_pair() -> None:
    chain, goal = poise.figures.planar_chain(6), (0.0, 0.5, 0.35)
    solution = poise.solve(chain.rest(), [poise.Reach("tip", goal)], world=world_of(SHAPES["sphere"], goal))
    text = str(solution.explain())
    assert "avoid world" in text
    assert "stops it: without it 0 mm, but the link 6 and the thing overlap by" in text


@pytest.mark.parametrize(("size", "depth"), [((1.0, 0.4, 1.0), "200 mm"), ((10.0, 10.0, 10.0), "4.97 m")])
def test_who_begins_inside_is_told_so(size: tuple[float, float, float], depth: str) -> None:
    """Feet in a block, and a cube around everything."""
    world = poise.World([poise.Obstacle("block", poise.Box(size))])
    human = poise.human()
    feet = [poise.Hold("left_foot"), poise.Hold("right_foot")]
    (told,) = poise.solve(human.rest(), [feet], world=world, criteria=(), max_steps=5).notes
    assert told.startswith("the start is inside: the ")
    assert f"foot and the block overlap by {depth}" in told
    floor = poise.World([poise.Obstacle("floor", poise.HalfSpace((0.0, 1.0, 0.0)))])
    assert poise.solve(human.rest(), [feet], world=floor, criteria=(), max_steps=5).notes == ()


def test_a_margin_that_no_arm_can_bridge_is_told_with_what_may_be_meant() -> None:
    """Nothing is refused: somebody may mean it."""
    chain, goal = poise.figures.chain(4), poise.Reach("tip", (0.0, 0.8, 0.1))
    ball = poise.Obstacle("ball", poise.Sphere(0.1), placement=(0.0, 0.5, 3.0))
    own = poise.solve(chain.rest(), [poise.Avoid("ball", margin=20), goal], world=poise.World([ball]), max_steps=2)
    assert (
        "the margin of task 'avoid ball' is 20 m, more than an arm is long; lengths are metres here: 20 centimetres"
        in (" ".join(own.notes))
    )
    wide = poise.World([poise.Obstacle("ball", poise.Sphere(0.1), placement=(0.0, 0.5, 3.0), margin=300.0)])
    theirs = poise.solve(chain.rest(), [goal], world=wide, max_steps=2)
    assert "the margin of obstacle 'ball' is 300 m" in " ".join(theirs.notes)
    assert not poise.solve(chain.rest(), [goal], world=poise.World([ball]), max_steps=2).notes
