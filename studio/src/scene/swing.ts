/**
 * Swing, twist and their limits on the unit sphere of limb directions, in a joint's base frame (Baerlocher 3.6).
 *
 * A swing (s_x, s_y) turns the limb, which lies along z at zero, about the axis (s_x, s_y, 0) by its length in radians.
 */

import { Quaternion, Vector3 } from "three";
import type { Range, SwingLimit, TwistTable, Vec3 } from "./types";

/** Where a swing takes the limb: exp([s_x, s_y, 0]×) z. */
export function directionOf(x: number, y: number, into = new Vector3()): Vector3 {
  const angle = Math.hypot(x, y);
  const s = angle < 1e-9 ? 1 : Math.sin(angle) / angle;
  return into.set(y * s, -x * s, Math.cos(angle));
}

/** The swing that takes the limb to a unit direction; half a turn about x for −z, where it is not unique. */
export function swingOf(direction: { x: number; y: number; z: number }): [x: number, y: number] {
  const across = Math.hypot(direction.x, direction.y);
  const angle = Math.atan2(across, direction.z);
  if (across < 1e-12) return [angle, 0];
  return [(-direction.y * angle) / across, (direction.x * angle) / across];
}

/** The rotation of a swing. */
export function swingTurn(x: number, y: number, into = new Quaternion()): Quaternion {
  const angle = Math.hypot(x, y);
  const s = angle < 1e-9 ? 0.5 : Math.sin(angle / 2) / angle;
  return into.set(x * s, y * s, 0, Math.cos(angle / 2));
}

/** Unit directions along a limit's closed boundary, three numbers each, at most about `step` radians apart. */
export function boundary(limit: SwingLimit, step = Math.PI / 60): number[] {
  switch (limit.kind) {
    case "polygon":
      return limit.vertices.flatMap((a, i) => greatArc(a, limit.vertices[(i + 1) % limit.vertices.length]!, step));
    case "ellipse":
      return ellipse(limit.x, limit.y, step);
    case "cone":
      return ellipse(limit.angle, limit.angle, step);
  }
}

function ellipse(x: number, y: number, step: number): number[] {
  const count = Math.max(24, Math.ceil((2 * Math.PI * Math.max(x, y)) / step));
  return Array.from({ length: count }, (_, i) => {
    const turn = (2 * Math.PI * i) / count;
    return directionOf(x * Math.cos(turn), y * Math.sin(turn), spot).toArray();
  }).flat();
}

/** From one direction to just before the next, along the shortest way on the sphere. */
function greatArc(from: Vec3, to: Vec3, step: number): number[] {
  const [a, b] = [new Vector3(...from), new Vector3(...to)];
  const angle = a.angleTo(b);
  const count = Math.max(1, Math.ceil(angle / step));
  return Array.from({ length: count }, (_, i) => between(a, b, angle, i / count).toArray()).flat();
}

function between(a: Vector3, b: Vector3, angle: number, t: number): Vector3 {
  if (angle < 1e-9) return a;
  return spot.set(0, 0, 0).addScaledVector(a, Math.sin((1 - t) * angle) / Math.sin(angle)).addScaledVector(b, Math.sin(t * angle) / Math.sin(angle));
}

/** The halfway point of an edge of a polygon, where a vertex may be put in. */
export function halfway(from: Vec3, to: Vec3): Vec3 {
  const middle = new Vector3(...from).add(new Vector3(...to)).normalize();
  return [middle.x, middle.y, middle.z];
}

/**
 * How far one swing coordinate may go while the other stays: the part of the line that holds `now`.
 *
 * `curve` is a boundary; it is crossed in the plane of swings. Without a crossing on a side, that side is open.
 */
export function swingRange(curve: ArrayLike<number>, coordinate: "x" | "y", now: readonly [number, number]): [number, number] {
  const [along, fixed] = coordinate === "x" ? [0, 1] : [1, 0];
  let [low, high] = [-Math.PI, Math.PI];
  const n = curve.length / 3;
  const at = (i: number): [number, number] => swingOf({ x: curve[3 * i]!, y: curve[3 * i + 1]!, z: curve[3 * i + 2]! });
  let before = at(n - 1);
  for (let i = 0; i < n; i++) {
    const here = at(i);
    const [f0, f1] = [before[fixed]! - now[fixed]!, here[fixed]! - now[fixed]!];
    if (f0 < 0 !== f1 < 0 && Math.abs(f0 - f1) < Math.PI) {
      const crossing = before[along]! + ((here[along]! - before[along]!) * f0) / (f0 - f1);
      if (crossing <= now[along]!) low = Math.max(low, crossing);
      else high = Math.min(high, crossing);
    }
    before = here;
  }
  return [low, high];
}

/** Lowest and highest twist at a limb direction: tables are blended by inverse squared distance on the sphere. */
export function twistRange(limit: Range | TwistTable | undefined, direction: Vector3): [number, number] {
  if (!limit) return [-Infinity, Infinity];
  if (limit.kind === "range") return [limit.min, limit.max];
  let [low, high, whole] = [0, 0, 0];
  for (const row of limit.rows) {
    const away = direction.angleTo(spot.set(...(row.direction as [number, number, number])));
    if (away < 1e-9) return [row.min, row.max];
    const weight = 1 / (away * away);
    low += weight * row.min;
    high += weight * row.max;
    whole += weight;
  }
  return [low / whole, high / whole];
}

/** A range that can be drawn: at most one full turn, about zero where it is open. */
export function finiteRange(low: number, high: number): [number, number] {
  const turn = 2 * Math.PI;
  if (Number.isFinite(low) && Number.isFinite(high)) return high - low <= turn ? [low, high] : [-Math.PI, Math.PI];
  if (Number.isFinite(low)) return [low, low + turn];
  return Number.isFinite(high) ? [high - turn, high] : [-Math.PI, Math.PI];
}

const spot = new Vector3();
