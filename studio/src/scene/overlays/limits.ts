/** Limits where they are: regions on spheres, fans of twist, sectors of hinges (Baerlocher figs. 3.9 to 3.12). */

import { Quaternion, Vector3 } from "three";
import type { Body } from "../body";
import { inWorld, jointFrame, type JointFrame } from "../jointFrame";
import type { Context } from "../marks";
import { REGION, SINGULAR, TWIST } from "../palette";
import type { Pen } from "../pen";
import { boundary, directionOf, finiteRange, swingOf, twistRange } from "../swing";
import type { Range, SwingLimit } from "../types";

/** Curves float this much above their sphere. */
const LIFT = 1.006;
/** Rings of triangles between the middle of a region and its boundary. */
const RINGS = 7;

/** A place to measure angles at: about `axis`, from `zero`; unit directions of the world. */
export interface Circle {
  center: Vector3;
  axis: Vector3;
  zero: Vector3;
}

/** The limits of the selected joint, or of all; those of blamed joints always, in the colour of blame. */
export function drawLimits(marks: Pen, over: Pen, body: Body, context: Context): void {
  const { overlays, selection, blame, frame, theme } = context;
  const blamed = new Set(blame.joints);
  for (const joint of body.figure.joints) {
    const wanted = overlays.limits && (!selection.joint || selection.joint === joint.name);
    if (!wanted && !blamed.has(joint.name)) continue;
    const now = jointFrame(body, joint, frame.joints);
    const fully = selection.joint === joint.name || blamed.has(joint.name);
    drawLimit(marks, over, now, limitRadius(now, context.size, fully), blamed.has(joint.name) ? theme.blame : theme.boundary, fully);
  }
}

export function limitRadius(now: JointFrame, size: number, fully = true): number {
  return Math.min(0.7 * now.length, 0.3 * size) * (fully ? 1 : 0.55);
}

function drawLimit(marks: Pen, over: Pen, now: JointFrame, radius: number, color: string, fully: boolean): void {
  const { limits, model } = now.joint;
  if (limits.swing) drawRegion(marks, now, radius, limits.swing, color, fully);
  if (limits.flexion) drawSector(marks, now, radius, inWorld(now, 1, 0, 0), inWorld(now, 0, 0, 1), limits.flexion, color);
  if (limits.angle && model === "hinge") drawSector(marks, now, radius, ...hingeDirections(now), limits.angle, color);
  if (limits.twist && fully) drawTwist(over, now, radius, ...twistRange(limits.twist, now.limb));
  if (limits.distance) drawRod(over, now, limits.distance, color);
  if (fully && model !== "slide" && model !== "free" && model !== "fixed") drawLimb(over, now, radius);
}

/** Axis of a hinge and the direction of its limb at zero, in the world. */
export function hingeDirections(now: JointFrame): [axis: Vector3, zero: Vector3] {
  const axis = inWorld(now, ...(now.joint.axis as [number, number, number])).normalize();
  const zero = inWorld(now, now.limb.x, now.limb.y, now.limb.z).applyQuaternion(new Quaternion().setFromAxisAngle(axis, -(now.values[0] ?? 0)));
  return [axis, zero];
}

function drawRegion(pen: Pen, now: JointFrame, radius: number, limit: SwingLimit, color: string, fully: boolean): void {
  const curve = boundary(limit);
  const n = curve.length / 3;
  const at = (i: number): Vector3 => new Vector3().fromArray(curve, 3 * (i % n));
  const place = (direction: Vector3): Vector3 => direction.multiplyScalar(radius * LIFT).applyQuaternion(now.base).add(now.origin);
  if (fully) fillRegion(pen, Array.from({ length: n }, (_, i) => swingOf(at(i))), place);
  pen.style(color, 1, fully ? 3 : 2).path(Array.from({ length: n }, (_, i) => place(at(i)).toArray()).flat(), true);
  if (!fully) return;
  const every = Math.max(1, Math.round(n / 48));
  for (let i = 0; i < n; i += every) {
    const inside = at(i).cross(at(i + 1).sub(at(i + n - 1))).normalize(); // the allowed side is on the left
    pen.style(color, 1, 1.5).line(place(at(i)), place(at(i).addScaledVector(inside, 0.1).normalize()));
  }
}

/** In the plane of swings the region is seen whole from its middle; each ray there is cut into short steps on the sphere. */
function fillRegion(pen: Pen, rim: readonly (readonly [number, number])[], place: (direction: Vector3) => Vector3): void {
  const middle = rim.reduce((sum, p) => [sum[0] + p[0] / rim.length, sum[1] + p[1] / rim.length] as const, [0, 0] as readonly [number, number]);
  const at = (i: number, t: number): Vector3 => {
    const p = rim[i % rim.length]!;
    return place(directionOf(middle[0] + t * (p[0] - middle[0]), middle[1] + t * (p[1] - middle[1])));
  };
  pen.style(REGION, 0.36);
  for (let i = 0; i < rim.length; i++) {
    for (let k = 0; k < RINGS; k++) {
      const [near, far] = [k / RINGS, (k + 1) / RINGS];
      if (k > 0) pen.triangle(at(i, near), at(i, far), at(i + 1, near));
      pen.triangle(at(i + 1, near), at(i, far), at(i + 1, far));
    }
  }
}

function drawSector(pen: Pen, now: JointFrame, radius: number, axis: Vector3, zero: Vector3, limit: Range, color: string): void {
  const [low, high] = finiteRange(limit.min, limit.max);
  pen.style(REGION, 0.4).sector(now.origin, axis, zero, radius, low, high);
  pen.style(color, 1, 3).arc(now.origin, axis, zero, radius, low, high);
  if (high - low > 2 * Math.PI - 1e-9) return;
  for (const end of [low, high]) {
    const rim = zero.clone().applyQuaternion(new Quaternion().setFromAxisAngle(axis, end)).multiplyScalar(radius).add(now.origin);
    pen.style(color, 1, 1.75).line(now.origin, rim);
  }
}

/** At the tip of the limb: where twisting can take the joint's x axis, and where it is. */
function drawTwist(pen: Pen, now: JointFrame, radius: number, min: number, max: number): void {
  const [low, high] = finiteRange(min, max);
  const { center, axis, zero, rim } = twistFan(now, radius);
  pen.style(TWIST, 0.75).sector(center, axis, zero, rim, low, high);
  const needle = zero.clone().applyQuaternion(new Quaternion().setFromAxisAngle(axis, now.twist));
  pen.style(SINGULAR, 1, 3).line(center, needle.multiplyScalar(1.17 * rim).add(center));
}

/** Where the fan of a twist is drawn: about the limb, just beyond the sphere of `radius`. */
export function twistFan(now: JointFrame, radius: number): Circle & { rim: number } {
  const axis = inWorld(now, now.limb.x, now.limb.y, now.limb.z);
  const zero = new Vector3(1, 0, 0).applyQuaternion(now.swing).applyQuaternion(now.base);
  return { center: axis.clone().multiplyScalar(radius * 1.02).add(now.origin), axis, zero, rim: 0.24 * radius };
}

function drawLimb(pen: Pen, now: JointFrame, radius: number): void {
  const tip = inWorld(now, now.limb.x, now.limb.y, now.limb.z).multiplyScalar(radius).add(now.origin);
  pen.style("#3b3f46", 1, 3).line(now.origin, tip);
  pen.style("#3b3f46").ball(tip, 0.04 * radius);
}

function drawRod(pen: Pen, now: JointFrame, limit: Range, color: string): void {
  if (!Number.isFinite(limit.min) || !Number.isFinite(limit.max)) return;
  const axis = inWorld(now, ...(now.joint.axis as [number, number, number]));
  const at = (x: number): Vector3 => axis.clone().multiplyScalar(x).add(now.origin);
  pen.style(color, 1, 3).line(at(limit.min), at(limit.max));
  for (const [x, tint] of [[limit.min, color], [limit.max, color], [now.values[0] ?? 0, SINGULAR]] as const) {
    pen.style(tint, 1, 3).ring(at(x), axis, 0.015);
  }
}

