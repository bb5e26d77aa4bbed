/** Handles on a limit: vertices of polygons, the ends of an ellipse's axes, the rim of a cone, the ends of a range. */

import { Quaternion, Ray, Sphere, Vector3 } from "three";
import { knob, type Desk } from "./handles";
import type { Grip, Pointer } from "./input";
import { inWorld, type JointFrame } from "./jointFrame";
import { hingeDirections } from "./overlays/limits";
import { onCircle } from "./pen";
import { aroundAxis, turnBetween } from "./planes";
import { directionOf, halfway, swingOf } from "./swing";
import type { LimitEvent, Phase, Range, SwingLimit, Vec3 } from "./types";

/** Least opening of a limit, radians. */
const LEAST = 0.02;

type Emit = (event: LimitEvent) => void;

export function drawLimitHandles(desk: Desk, now: JointFrame, radius: number, emit: Emit): void {
  const { swing, flexion, angle } = now.joint.limits;
  if (swing) swingHandles(desk, now, radius, swing, emit);
  if (flexion) rangeHandles(desk, now, radius, "flexion", inWorld(now, 1, 0, 0), inWorld(now, 0, 0, 1), flexion, emit);
  if (angle && now.joint.model === "hinge") rangeHandles(desk, now, radius, "angle", ...hingeDirections(now), angle, emit);
}

function swingHandles(desk: Desk, now: JointFrame, radius: number, limit: SwingLimit, emit: Emit): void {
  const name = now.joint.name;
  const spots = handleSpots(limit);
  spots.forEach(({ direction, edited, small }, i) => {
    const place = new Vector3(...direction).multiplyScalar(radius).applyQuaternion(now.base).add(now.origin);
    const key = `${name}/limit ${i}`;
    const hot = desk.hot === key;
    knob(desk, place, desk.theme.boundary, small ? (hot ? 4.5 : 2.5) : hot ? 7 : 5.5);
    const grip = (): Grip => dragging(name, "swing", limit, emit, (at) => edited(onSphere(at, now, radius, place)));
    desk.add({ key, path: place.toArray(), reach: small ? 6 : 10, cursor: "grab", grip });
  });
}

/** A place on the sphere that edits a limit when it is dragged to another direction. */
export interface HandleSpot {
  direction: Vec3;
  edited(to: Vec3): SwingLimit;
  /** Puts a new vertex in. */
  small?: boolean;
}

export function handleSpots(limit: SwingLimit): HandleSpot[] {
  switch (limit.kind) {
    case "cone":
      return axisSpots(limit.angle, limit.angle, (_, angle) => ({ kind: "cone", angle }));
    case "ellipse":
      return axisSpots(limit.x, limit.y, (axis, angle) => ({ ...limit, [axis]: angle }));
    case "polygon": {
      const { vertices } = limit;
      const with_ = (i: number, drop: number, to: Vec3): SwingLimit => ({ kind: "polygon", vertices: vertices.toSpliced(i, drop, to) });
      const corners = vertices.map((direction, i): HandleSpot => ({ direction, edited: (to) => with_(i, 1, to) }));
      const middles = vertices.map((a, i): HandleSpot => ({
        direction: halfway(a, vertices[(i + 1) % vertices.length]!), small: true, edited: (to) => with_(i + 1, 0, to),
      }));
      return [...middles, ...corners];
    }
  }
}

/** Both ends of both axes; a handle's angle is how far it is from the middle, along its axis. */
function axisSpots(x: number, y: number, make: (axis: "x" | "y", angle: number) => SwingLimit): HandleSpot[] {
  return ([["x", 1], ["x", -1], ["y", 1], ["y", -1]] as const).map(([axis, side]) => ({
    direction: directionOf(axis === "x" ? side * x : 0, axis === "y" ? side * y : 0).toArray() as unknown as Vec3,
    edited: (to) => {
      const [sx, sy] = swingOf({ x: to[0], y: to[1], z: to[2] });
      return make(axis, Math.min(Math.max(side * (axis === "x" ? sx : sy), LEAST), Math.PI - LEAST));
    },
  }));
}

function rangeHandles(
  desk: Desk, now: JointFrame, radius: number, key: "flexion" | "angle", axis: Vector3, zero: Vector3, limit: Range, emit: Emit,
): void {
  for (const end of ["min", "max"] as const) {
    if (!Number.isFinite(limit[end])) continue;
    const place = onCircle(now.origin, axis, zero, radius, limit[end], new Vector3());
    const name = `${now.joint.name}/limit ${end}`;
    knob(desk, place, desk.theme.boundary, desk.hot === name ? 7 : 5.5);
    const grip = (press: Pointer): Grip => {
      let angle = aroundAxis(press.eye, now.origin, axis, zero, press.x, press.y);
      let value = limit[end];
      return dragging(now.joint.name, key, limit, emit, (at) => {
        const next = aroundAxis(at.eye, now.origin, axis, zero, at.x, at.y);
        value += turnBetween(angle, next);
        angle = next;
        return { ...limit, [end]: end === "min" ? Math.min(value, limit.max) : Math.max(value, limit.min) };
      });
    };
    desk.add({ key: name, path: place.toArray(), reach: 10, cursor: "grab", grip });
  }
}

function dragging<L extends SwingLimit | Range>(joint: string, key: LimitEvent["key"], before: L, emit: Emit, edit: (at: Pointer) => L | SwingLimit): Grip {
  let limit: SwingLimit | Range = before;
  const tell = (phase: Phase): void => emit({ phase, joint, key, limit: phase === "cancel" ? before : limit });
  return {
    cursor: "grabbing",
    start: () => tell("start"),
    move(at) {
      limit = edit(at);
      tell("move");
    },
    end: (_, cancelled) => tell(cancelled ? "cancel" : "end"),
  };
}

/** The direction under a pixel on a joint's sphere, on the side of the eye or the far side, as the handle was; its rim beside it. */
export function onSphere(at: Pointer, now: JointFrame, radius: number, handle: Vector3): Vec3 {
  at.eye.ray(at.x, at.y, ray);
  sphere.set(now.origin, radius);
  const { back } = at.eye.axes;
  const near = handle.clone().sub(now.origin).dot(new Vector3(...back)) >= 0;
  const hit = ray.intersectSphere(sphere, spot);
  if (!hit) ray.closestPointToPoint(now.origin, spot);
  else if (!near) ray.at(2 * ray.direction.dot(closest.copy(now.origin).sub(ray.origin)) - spot.distanceTo(ray.origin), spot);
  const direction = spot.sub(now.origin).normalize().applyQuaternion(turn.copy(now.base).conjugate());
  return [direction.x, direction.y, direction.z];
}

const ray = new Ray();
const sphere = new Sphere();
const spot = new Vector3();
const closest = new Vector3();
const turn = new Quaternion();
