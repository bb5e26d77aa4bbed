/** Handles on a limit: vertices of polygons, the ends of an ellipse's axes, the rim of a cone, the ends of a range or a twist. */

import { Quaternion, Ray, Sphere, Vector3 } from "three";
import { knob, type Sketch } from "./handles";
import type { Grip, Pointer } from "./input";
import { inWorld, type JointFrame } from "./jointFrame";
import { hingeDirections, twistFan, type Circle } from "./overlays/limits";
import { TWIST } from "./palette";
import { onCircle } from "./pen";
import { aroundAxis, turnBetween } from "./planes";
import { directionOf, finiteRange, halfway, swingOf, twistRange } from "./swing";
import type { AnyLimit, LimitEvent, Phase, Range, SwingLimit, TwistTable, Vec3 } from "./types";

/** Least opening of a limit, radians. */
const LEAST = 0.02;
/** Least radius at which the ends of a twist can be told apart, CSS pixels. */
const FAN_PIXELS = 34;

type Emit = (event: LimitEvent) => void;

export function drawLimitHandles(sketch: Sketch, now: JointFrame, radius: number, emit: Emit): void {
  const { swing, flexion, angle, twist } = now.joint.limits;
  const center = now.origin;
  if (swing) swingHandles(sketch, now, radius, swing, emit);
  if (flexion) {
    const circle = { center, axis: inWorld(now, 1, 0, 0), zero: inWorld(now, 0, 0, 1) };
    endHandles(sketch, now.joint.name, "flexion", circle, radius, flexion, [flexion.min, flexion.max], emit);
  }
  if (angle && now.joint.model === "hinge") {
    const [axis, zero] = hingeDirections(now);
    endHandles(sketch, now.joint.name, "angle", { center, axis, zero }, radius, angle, [angle.min, angle.max], emit);
  }
  if (twist) twistHandles(sketch, now, radius, twist, emit);
}

function swingHandles(sketch: Sketch, now: JointFrame, radius: number, limit: SwingLimit, emit: Emit): void {
  const name = now.joint.name;
  const spots = handleSpots(limit);
  spots.forEach(({ direction, edited, small }, i) => {
    const place = new Vector3(...direction).multiplyScalar(radius).applyQuaternion(now.base).add(now.origin);
    const key = `${name}/limit ${i}`;
    const hot = sketch.hot === key;
    knob(sketch, place, sketch.theme.boundary, small ? (hot ? 4.5 : 2.5) : hot ? 7 : 5.5);
    const grip = (): Grip => dragging(name, "swing", limit, emit, (at) => edited(onSphere(at, now, radius, place)));
    sketch.add({ key, path: place.toArray(), reach: small ? 6 : 10, cursor: "grab", grip });
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

/** On the rim of the fan; where that is seen too small to be taken, on a wider arc around it. */
function twistHandles(sketch: Sketch, now: JointFrame, radius: number, twist: Range | TwistTable, emit: Emit): void {
  const { rim, ...circle } = twistFan(now, radius);
  const { center, axis, zero } = circle;
  const ends = twistRange(twist, now.limb);
  const wide = Math.max(rim, FAN_PIXELS * sketch.eye.metresPerPixel(center));
  sketch.pen.style(TWIST, 1, 2).arc(center, axis, zero, wide, ...finiteRange(...ends));
  endHandles(sketch, now.joint.name, "twist", circle, wide, twist, ends, emit);
}

/** Both ends of an arc; `ends`: where they are now. */
function endHandles(
  sketch: Sketch, joint: string, key: "flexion" | "angle" | "twist", circle: Circle, radius: number, limit: Range | TwistTable,
  ends: readonly [number, number], emit: Emit,
): void {
  const { center, axis, zero } = circle;
  (["min", "max"] as const).forEach((end, i) => {
    const before = ends[i]!;
    if (!Number.isFinite(before)) return;
    const place = onCircle(center, axis, zero, radius, before, new Vector3());
    const name = `${joint}/${key} ${end}`;
    knob(sketch, place, key === "twist" ? TWIST : sketch.theme.boundary, sketch.hot === name ? 7 : 5.5);
    const grip = (press: Pointer): Grip => {
      let angle = aroundAxis(press.eye, center, axis, zero, press.x, press.y);
      let turned = 0;
      return dragging(joint, key, limit, emit, (at) => {
        const next = aroundAxis(at.eye, center, axis, zero, at.x, at.y);
        turned += turnBetween(angle, next);
        angle = next;
        return endMoved(limit, end, turned, key === "twist" ? Math.PI : Infinity);
      });
    };
    sketch.add({ key: name, path: place.toArray(), reach: 10, cursor: "grab", grip });
  });
}

/** With one end moved, as far as the other and no farther out than `most`; of a table, at all its directions alike. */
export function endMoved<L extends Range | TwistTable>(limit: L, end: "min" | "max", by: number, most = Infinity): L {
  const ranges: readonly Ends[] = limit.kind === "table" ? limit.rows : [limit];
  const out = end === "max" ? 1 : -1;
  const inwards = Math.min(...ranges.map((range) => range.max - range.min));
  const outwards = Math.max(0, Math.min(...ranges.map((range) => most - out * range[end])));
  const step = out * Math.min(Math.max(out * by, -inwards), outwards);
  const moved = <R extends Ends>(range: R): R => ({ ...range, [end]: range[end] + step });
  return limit.kind === "table" ? { ...limit, rows: limit.rows.map(moved) } : moved(limit as L & Ends);
}

type Ends = { min: number; max: number };

function dragging(joint: string, key: LimitEvent["key"], before: AnyLimit, emit: Emit, edit: (at: Pointer) => AnyLimit): Grip {
  let limit = before;
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
