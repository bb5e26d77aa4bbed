/** A little geometry for the panels: where sites and points of the body are in the world. Quaternions are x y z w. */

import type { SiteShape } from "../protocol/messages";

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];

export function rotate(q: ArrayLike<number>, v: ArrayLike<number>): Vec3 {
  const [x, y, z, w] = [q[0]!, q[1]!, q[2]!, q[3]!];
  const [a, b, c] = [v[0]!, v[1]!, v[2]!];
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** The rotation p after q, both as quaternions. */
export function after(p: ArrayLike<number>, q: ArrayLike<number>): Quat {
  const [a, b, c, d] = [p[0]!, p[1]!, p[2]!, p[3]!];
  const [x, y, z, w] = [q[0]!, q[1]!, q[2]!, q[3]!];
  return [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z];
}

/** Metres between two places. */
export const length3 = (a: ArrayLike<number>, b: ArrayLike<number>): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

export interface Placed {
  position: Vec3;
  rotation: Quat;
}

/** The placement of a segment in a frame: `placements` holds seven numbers a segment. */
export function segmentAt(placements: Float32Array, segment: number): Placed {
  const p = placements.subarray(segment * 7, segment * 7 + 7);
  return { position: [p[0]!, p[1]!, p[2]!], rotation: [p[3]!, p[4]!, p[5]!, p[6]!] };
}

export function pointAt(placed: Placed, point: ArrayLike<number>): Vec3 {
  const [x, y, z] = rotate(placed.rotation, point);
  return [placed.position[0] + x, placed.position[1] + y, placed.position[2] + z];
}

export function siteAt(placements: Float32Array, segment: number, site: SiteShape): Placed {
  const carrier = segmentAt(placements, segment);
  return { position: pointAt(carrier, site.position), rotation: after(carrier.rotation, site.rotation) };
}

/** A number that is worth showing in a field: no digits beyond a hundredth of a millimetre. */
export const tidy = (value: number): number => Math.round(value * 1e5) / 1e5 || 0;
