/** What is about to touch glows; distances are drawn as lines between the nearest points. */

import { Vector3 } from "three";
import type { Context } from "../marks";
import { rampColor } from "../palette";
import type { Pen } from "../pen";
import type { Nearness, Vec3 } from "../types";

/** Metres: from here on it glows, and farther than `FAR` a line is as green as any. */
const SOON = 0.04;
const FAR = 0.2;
/** Radii of the glow about a place, in heights of the figure, the innermost first, and how much each covers. */
const HALO: readonly [radius: number, alpha: number][] = [[0.008, 0.85], [0.018, 0.35], [0.03, 0.16]];

export function drawGlow(over: Pen, { frame, size }: Context): void {
  for (const { distance, from, to } of frame.near ?? []) {
    if (distance > SOON) continue;
    const heat = 1 - Math.max(0, distance) / SOON;
    middle.set(...(from as Triple)).lerp(other.set(...(to as Triple)), 0.5);
    for (const [radius, alpha] of HALO) over.style(rampColor(0.5 + 0.5 * heat), alpha * (0.25 + 0.75 * heat)).ball(middle, radius * size);
  }
}

export function drawDistances(over: Pen, { frame, size }: Context): void {
  for (const { distance, from, to } of frame.near ?? []) {
    const color = rampColor(1 - Math.max(0, distance) / FAR);
    over.style(color, 1, 2).line(middle.set(...(from as Triple)), other.set(...(to as Triple)));
    over.style(color).ball(middle, 0.004 * size);
    over.style(color).ball(other, 0.004 * size);
  }
}

/** "left forearm, table 1 top: 34 mm". */
export const nearWords = ({ segment, thing, distance }: Pick<Nearness, "segment" | "thing" | "distance">): string =>
  `${segment.replaceAll("_", " ")}, ${thing}\n${distance < 0 ? `${(-1000 * distance).toFixed(1)} mm inside` : `${(1000 * distance).toFixed(distance < 0.01 ? 1 : 0)} mm`}`;

export const nearPlace = ({ from, to }: Nearness): Vec3 => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];

type Triple = [number, number, number];
const [middle, other] = [new Vector3(), new Vector3()];
