/** Rings about a joint: one for each way it can turn, with the limit as an arc and the present value as a needle. */

import { Vector3 } from "three";
import { circlePath } from "./gizmo";
import { knob, type Sketch } from "./handles";
import type { Grip, Pointer } from "./input";
import { inWorld, type JointFrame } from "./jointFrame";
import { hingeDirections } from "./overlays/limits";
import { AXES, REGION } from "./palette";
import { onCircle } from "./pen";
import { alongLine, aroundAxis, turnBetween } from "./planes";
import { boundary, finiteRange, swingRange, twistRange } from "./swing";
import type { JointEvent, Phase } from "./types";

/** Smallest radius of a ring, CSS pixels, and how much of the limb it is otherwise. */
const LEAST = 46;
const SHARE = 0.42;

/** One way to turn: about `axis` at `center`, measured from `zero`. */
export interface Ring {
  coordinate: string;
  value: number;
  /** Where the coordinate may go; infinite where it is free. */
  range: readonly [number, number];
  center: Vector3;
  axis: Vector3;
  zero: Vector3;
  color: string;
}

/** The rings of a joint that turns; none for fixed, free and sliding joints. */
export function ringsOf(now: JointFrame): Ring[] {
  const { joint, values, origin } = now;
  const value = (name: string): number => values[joint.coordinates.findIndex((c) => c.name === name)] ?? 0;
  const about = (coordinate: string, color: string, axis: Vector3, zero: Vector3, range: readonly [number, number], center = origin): Ring => ({
    coordinate, color, axis, zero, range, center, value: value(coordinate),
  });
  const twist = (): Ring => {
    const limb = inWorld(now, now.limb.x, now.limb.y, now.limb.z);
    const zero = new Vector3(1, 0, 0).applyQuaternion(now.swing).applyQuaternion(now.base);
    return about("twist", AXES[2], limb, zero, twistRange(joint.limits.twist, now.limb), limb.clone().multiplyScalar(0.5 * now.length).add(origin));
  };
  const swing = (which: "x" | "y"): Ring => {
    const range = joint.limits.swing ? swingRange(boundary(joint.limits.swing), which, [value("swing_x"), value("swing_y")]) : FREE;
    return about(`swing_${which}`, AXES[which === "x" ? 0 : 1], inWorld(now, which === "x" ? 1 : 0, which === "y" ? 1 : 0, 0), inWorld(now, 0, 0, 1), range);
  };
  switch (joint.model) {
    case "hinge":
      return [about("angle", AXES[0], ...hingeDirections(now), rangeOf(joint.limits.angle))];
    case "elbow":
      return [about("flexion", AXES[0], inWorld(now, 1, 0, 0), inWorld(now, 0, 0, 1), rangeOf(joint.limits.flexion)), twist()];
    case "swing":
      return [swing("x"), swing("y")];
    case "ball":
      return [swing("x"), swing("y"), twist()];
    default:
      return [];
  }
}

export function drawRings(sketch: Sketch, now: JointFrame, emit: (event: JointEvent) => void): void {
  for (const ring of ringsOf(now)) drawRing(sketch, now, ring, emit);
  if (now.joint.model === "slide") drawSlide(sketch, now, emit);
}

function drawRing(sketch: Sketch, now: JointFrame, ring: Ring, emit: (event: JointEvent) => void): void {
  const { pen, eye } = sketch;
  const { center, axis, zero, value, color } = ring;
  const twists = ring.coordinate === "twist";
  const radius = Math.max((twists ? 0.7 : 1) * SHARE * now.length, LEAST * eye.metresPerPixel(center) * (twists ? 0.75 : 1));
  const key = `${now.joint.name}/${ring.coordinate}`;
  const hot = sketch.hot === key;
  const [low, high] = finiteRange(...ring.range);
  pen.style(color, hot ? 0.35 : 0.16, 1.5).ring(center, axis, radius);
  if (hot) pen.style(REGION, 0.3).sector(center, axis, zero, radius, low, high);
  pen.style(color, 1, hot ? 5 : 3).arc(center, axis, zero, radius, low, high);
  if (high - low < 2 * Math.PI - 1e-6) for (const end of [low, high]) tick(sketch, ring, radius, end, 0.1, 2.5);
  const here = onCircle(center, axis, zero, radius, value, new Vector3());
  if (hot) pen.style(color, 1, 2).line(center, here);
  knob(sketch, here, color, hot ? 7 : 5.5);
  const grip = (press: Pointer): Grip => turning(press, now.joint.name, ring, emit);
  sketch.add({ key, path: circlePath(center, axis, radius), reach: 7, cursor: "grab", grip });
  sketch.add({ key, path: here.toArray(), reach: 12, cursor: "grab", grip });
}

/** A short line across the ring where a limit is. */
function tick(sketch: Sketch, ring: Ring, radius: number, angle: number, share: number, width: number): void {
  const inner = onCircle(ring.center, ring.axis, ring.zero, radius * (1 - share), angle, new Vector3());
  const outer = onCircle(ring.center, ring.axis, ring.zero, radius * (1 + share), angle, new Vector3());
  sketch.pen.style(ring.color, 1, width).line(inner, outer);
}

function turning(press: Pointer, joint: string, ring: Ring, emit: (event: JointEvent) => void): Grip {
  let angle = aroundAxis(press.eye, ring.center, ring.axis, ring.zero, press.x, press.y);
  let wanted = ring.value;
  const tell = (phase: Phase): void =>
    emit({ phase, joint, coordinate: ring.coordinate, value: phase === "cancel" ? ring.value : clamped(wanted, ring.range) });
  return {
    cursor: "grabbing",
    start: () => tell("start"),
    move(now) {
      const next = aroundAxis(now.eye, ring.center, ring.axis, ring.zero, now.x, now.y);
      wanted += turnBetween(angle, next);
      angle = next;
      tell("move");
    },
    end: (_, cancelled) => tell(cancelled ? "cancel" : "end"),
  };
}

function drawSlide(sketch: Sketch, now: JointFrame, emit: (event: JointEvent) => void): void {
  const axis = inWorld(now, ...(now.joint.axis as [number, number, number])).normalize();
  const value = now.values[0] ?? 0;
  const here = now.origin.clone().addScaledVector(axis, value);
  const key = `${now.joint.name}/distance`;
  const pixel = sketch.eye.metresPerPixel(here);
  sketch.pen.style(AXES[0], 1, sketch.hot === key ? 5 : 3).line(here.clone().addScaledVector(axis, -30 * pixel), here.clone().addScaledVector(axis, 30 * pixel));
  knob(sketch, here, AXES[0], 6);
  const grip = (press: Pointer): Grip => sliding(press, now, axis, value, emit);
  sketch.add({ key, path: here.toArray(), reach: 14, cursor: "grab", grip });
}

function sliding(press: Pointer, now: JointFrame, axis: Vector3, value: number, emit: (event: JointEvent) => void): Grip {
  const from = alongLine(press.eye, now.origin, axis, press.x, press.y) ?? 0;
  let wanted = value;
  const range = rangeOf(now.joint.limits.distance);
  const tell = (phase: Phase): void =>
    emit({ phase, joint: now.joint.name, coordinate: "distance", value: phase === "cancel" ? value : clamped(wanted, range) });
  return {
    cursor: "grabbing",
    start: () => tell("start"),
    move(at) {
      const to = alongLine(at.eye, now.origin, axis, at.x, at.y);
      if (to !== null) wanted = value + to - from;
      tell("move");
    },
    end: (_, cancelled) => tell(cancelled ? "cancel" : "end"),
  };
}

const FREE = [-Infinity, Infinity] as const;

function rangeOf(limit: { min: number; max: number } | undefined): readonly [number, number] {
  return limit ? [limit.min, limit.max] : FREE;
}

function clamped(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(Math.max(value, low), high);
}

