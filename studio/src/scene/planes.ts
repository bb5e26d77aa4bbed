/** Where the hand is in the world: a pixel has no depth, so it is taken on a plane, a line or a circle. */

import { Plane, Ray, Vector3, type Vector3Like } from "three";
import type { Eye } from "./eye";

/** The point under a pixel on the plane through `anchor` that faces the eye. */
export function onFacingPlane(eye: Eye, anchor: Vector3Like, x: number, y: number, into = new Vector3()): Vector3 {
  const { back } = eye.axes;
  return onPlane(eye, anchor, normal.set(back[0], back[1], back[2]), x, y, into) ?? into.copy(anchor as Vector3);
}

/** The point under a pixel on a plane; null where the plane is seen edge-on or lies behind the eye. */
export function onPlane(
  eye: Eye, anchor: Vector3Like, across: Vector3Like, x: number, y: number, into = new Vector3(),
): Vector3 | null {
  eye.ray(x, y, ray);
  plane.setFromNormalAndCoplanarPoint(across as Vector3, anchor as Vector3);
  if (Math.abs(plane.normal.dot(ray.direction)) < 0.02) return null;
  return ray.intersectPlane(plane, into);
}

/** The point of the line of sight through a pixel that is nearest to `here`: the ray rule (Welman 1993, fig. 6.3). */
export function onRay(eye: Eye, here: Vector3Like, x: number, y: number, into = new Vector3()): Vector3 {
  return eye.ray(x, y, ray).closestPointToPoint(here as Vector3, into);
}

/** How far along a line (from `anchor`, unit `axis`) the point is that is seen nearest to a pixel; null along the sight. */
export function alongLine(eye: Eye, anchor: Vector3Like, axis: Vector3Like, x: number, y: number): number | null {
  eye.ray(x, y, ray);
  const between = way.subVectors(ray.origin, anchor as Vector3);
  const b = ray.direction.dot(axis as Vector3);
  const slant = 1 - b * b;
  if (slant < 1e-3) return null;
  return (between.dot(axis as Vector3) - b * between.dot(ray.direction)) / slant;
}

/**
 * The angle about `axis` of the point under a pixel, from the direction `zero` (both unit, across each other).
 *
 * Where the circle is seen edge-on, the pointer's way along it counts instead: the point on the facing plane is used.
 */
export function aroundAxis(
  eye: Eye, center: Vector3Like, axis: Vector3Like, zero: Vector3Like, x: number, y: number,
): number {
  const { back } = eye.axes;
  const facing = Math.abs(axis.x * back[0] + axis.y * back[1] + axis.z * back[2]);
  const found = facing > 0.12 ? onPlane(eye, center, axis, x, y, spot) : null;
  const at = (found ?? onFacingPlane(eye, center, x, y, spot)).sub(center as Vector3);
  const side = way.crossVectors(axis as Vector3, zero as Vector3);
  return Math.atan2(at.dot(side), at.dot(zero as Vector3));
}

/** The turn from one angle to another by the shorter way. */
export function turnBetween(from: number, to: number): number {
  const turn = to - from;
  return turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
}

/** Distance of a pixel from a path of pixels (x y pairs). */
export function pixelDistance(path: ArrayLike<number>, x: number, y: number): number {
  let least = Infinity;
  const n = path.length / 2;
  for (let i = 0; i < Math.max(1, n - 1); i++) {
    const j = Math.min(i + 1, n - 1);
    const [ax, ay, bx, by] = [path[2 * i]!, path[2 * i + 1]!, path[2 * j]!, path[2 * j + 1]!];
    const [dx, dy] = [bx - ax, by - ay];
    const long = dx * dx + dy * dy;
    const t = long > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long)) : 0;
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return least;
}

const ray = new Ray();
const plane = new Plane();
const normal = new Vector3();
const way = new Vector3();
const spot = new Vector3();
