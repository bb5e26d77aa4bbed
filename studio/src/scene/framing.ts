/** How views are fitted to a figure, and where its floor is. */

import { type Matrix4, Vector3 } from "three";
import type { Eye } from "./eye";
import { fit, viewAxes } from "./fit";
import type { Goal } from "./types";

/** Radius of what is brought into view with a goal, in sizes of the figure: its handles. */
const BALL = 0.1;

/** Share of a picture left free at each edge: there are buttons. */
const MARGIN = 0.1;
const MARGIN_OF_PARTS = 0.2;

/** Fits views to balls (x y z radius). Parallel views get the same scale, so that they can be compared. */
export function fitAll(eyes: readonly Eye[], balls: ArrayLike<number>, parts = false): void {
  for (const eye of eyes) eye.frame(balls, parts ? MARGIN_OF_PARTS : MARGIN);
  const flat = eyes.filter((eye) => !eye.perspective);
  const distance = Math.max(...flat.map((eye) => eye.distance));
  for (const eye of flat) eye.place({ distance });
}

/** Largest extent of the figure along the axes of the world, metres. */
export function sizeOf(balls: ArrayLike<number>): number {
  if (balls.length < 4) return 1;
  return 2 * Math.max(...[0, Math.PI / 2].map((azimuth) => fit(balls, viewAxes(azimuth, 0), 1, false, 0).distance));
}

/** At 0 when the figure stands on or above it and not out of sight, else under its lowest point. */
export function floorUnder(balls: ArrayLike<number>): number {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i + 3 < balls.length; i += 4) {
    low = Math.min(low, balls[i + 1]! - balls[i + 3]!);
    high = Math.max(high, balls[i + 1]! + balls[i + 3]!);
  }
  const size = high - low;
  return !(size > 0) || (low >= -0.03 * size && low <= 1.5 * size) ? 0 : low;
}

/** Whether the middle of any ball lies outside a view. `hidden`: also of one that is not shown just now, as if it were square. */
export function leaves(eye: Eye, balls: ArrayLike<number>, hidden = false): boolean {
  if (!eye.rect && !hidden) return false;
  const { x, y, width, height } = eye.rect ?? { x: 0, y: 0, width: 1, height: 1 };
  for (let i = 0; i + 3 < balls.length; i += 4) {
    eye.project(spot.set(balls[i]!, balls[i + 1]!, balls[i + 2]!), spot);
    if (!(spot.x >= x && spot.x <= x + width && spot.y >= y && spot.y <= y + height && Math.abs(spot.z) <= 1)) return true;
  }
  return false;
}

/** Balls about a goal; of what is looked at, also where it comes when it is carried round the body. */
export function roomOf({ position: [x, y, z], kind }: Pick<Goal, "position" | "kind">, root: Matrix4 | null, size: number): number[] {
  const radius = BALL * size;
  const middle = root && new Vector3().setFromMatrixPosition(root);
  const there = [x, y, z, radius];
  return kind === "look" && middle ? [...there, 2 * middle.x - x, y, 2 * middle.z - z, radius] : there;
}

const spot = new Vector3();
