/** From where a view sees everything: the fitting of the still pictures. */

import type { Vec3 } from "./types";

/** Full vertical opening of the perspective: long, like a portrait lens, so that limbs keep their proportions. */
export const OPENING = (24 * Math.PI) / 180;

export interface Axes {
  right: Vec3;
  up: Vec3;
  /** Towards the eye. */
  back: Vec3;
}

/** `azimuth` turns from the front to the figure's left, `elevation` from level to overhead. */
export function viewAxes(azimuth: number, elevation: number): Axes {
  const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
  return { right: [ca, 0, -sa], up: [-sa * se, ce, -ca * se], back: [sa * ce, se, ca * ce] };
}

export interface Fitted {
  /** The middle of the picture, at the depth of the middle of the points. */
  target: Vec3;
  /** From target to eye, or half the height of a parallel view. */
  distance: number;
}

/** The nearest eye that sees all balls (x y z radius, four numbers each), leaving `margin` of the picture free at each edge. */
export function fit(balls: ArrayLike<number>, axes: Axes, aspect: number, perspective: boolean, margin = 0.07, opening = OPENING): Fitted {
  const used = 1 - 2 * margin;
  return perspective ? fitPerspective(balls, axes, aspect, used, opening) : fitParallel(balls, axes, aspect, used);
}

function fitParallel(balls: ArrayLike<number>, axes: Axes, aspect: number, used: number): Fitted {
  const x = extent(balls, axes.right);
  const y = extent(balls, axes.up);
  const z = extent(balls, axes.back);
  const half = Math.max(y.high - y.low, (x.high - x.low) / aspect, 1e-3) / 2 / used;
  return { target: along(axes, x.middle, y.middle, z.middle), distance: half };
}

/**
 * The planes through the eye must leave all balls inside: |x − x_eye| + r / cos ≤ t (z_eye − z) on either axis.
 *
 * With a = max(x + t z + r √(1 + t²)) and b = max(−x + t z + r √(1 + t²)) the nearest eye has z_eye = (a + b) / 2t
 * and x_eye = (a − b) / 2.
 */
function fitPerspective(balls: ArrayLike<number>, axes: Axes, aspect: number, used: number, opening: number): Fitted {
  const tangent = Math.tan(opening / 2) * used;
  const x = wedge(balls, axes.right, axes.back, tangent * aspect);
  const y = wedge(balls, axes.up, axes.back, tangent);
  const z = extent(balls, axes.back);
  const eye = Math.max(x.depth, y.depth, z.high + 0.01);
  return { target: along(axes, x.at, y.at, z.middle), distance: eye - z.middle };
}

function wedge(balls: ArrayLike<number>, side: Vec3, back: Vec3, t: number): { at: number; depth: number } {
  let a = -Infinity;
  let b = -Infinity;
  for (let i = 0; i + 3 < balls.length; i += 4) {
    const s = dot(balls, i, side);
    const z = t * dot(balls, i, back) + balls[i + 3]! * Math.sqrt(1 + t * t);
    a = Math.max(a, s + z);
    b = Math.max(b, z - s);
  }
  return { at: (a - b) / 2, depth: (a + b) / (2 * t) };
}

function extent(balls: ArrayLike<number>, axis: Vec3): { low: number; high: number; middle: number } {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i + 3 < balls.length; i += 4) {
    const at = dot(balls, i, axis);
    low = Math.min(low, at - balls[i + 3]!);
    high = Math.max(high, at + balls[i + 3]!);
  }
  return { low, high, middle: (low + high) / 2 };
}

function dot(values: ArrayLike<number>, at: number, axis: Vec3): number {
  return values[at]! * axis[0] + values[at + 1]! * axis[1] + values[at + 2]! * axis[2];
}

function along(axes: Axes, x: number, y: number, z: number): Vec3 {
  const one = (k: 0 | 1 | 2): number => x * axes.right[k] + y * axes.up[k] + z * axes.back[k];
  return [one(0), one(1), one(2)];
}
