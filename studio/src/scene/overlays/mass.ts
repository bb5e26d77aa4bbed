/** The centre of mass, the point under it, the area stood on, and the spread of the mass. */

import { Vector3 } from "three";
import type { Context } from "../marks";
import { CENTER, INERTIA, SUPPORT } from "../palette";
import type { Pen } from "../pen";

export function drawCenter(marks: Pen, over: Pen, { frame, size, floor }: Context): void {
  for (const [x, y, z] of triples(frame.com)) {
    const center = at.set(x, y, z);
    const foot = below.set(x, floor, z);
    over.style(CENTER).ball(center, 0.014 * size);
    marks.style(CENTER, 1, 2).line(center, foot);
    over.style(CENTER, 1, 2.5).ring(foot, UP, 0.022 * size);
    over.style(CENTER).ball(foot, 0.005 * size);
  }
}

/** Three numbers each. */
export function triples(values: ArrayLike<number> | null | undefined): [number, number, number][] {
  return Array.from({ length: Math.floor((values?.length ?? 0) / 3) }, (_, i) => [values![3 * i]!, values![3 * i + 1]!, values![3 * i + 2]!]);
}

/** The area every body stands on: filled and outlined on the floor. */
export function drawSupport(marks: Pen, { frame, size }: Context): void {
  for (const corners of frame.support ?? []) if (corners.length >= 9) area(marks, corners, SUPPORT, 0.4, 2.5, 0, 0.003 * size);
}

/** Where the supports can hold the pose: a wider area, lighter, with a dashed rim. */
export function drawRegion(marks: Pen, { frame, size, theme, floor }: Context): void {
  if (!frame.region || frame.region.length < 9) return;
  const flat = Array.from(frame.region, (x, i) => (i % 3 === 1 ? floor : x)); // on the floor, whatever the supports' height
  area(marks, flat, theme.accent, 0.16, 2, 10, 0.002 * size);
}

/** Three circles about the centre of mass: where all mass could sit and be as hard to turn about each axis. */
export function drawInertia(over: Pen, { frame, size }: Context): void {
  if (!frame.inertia || !frame.com) return;
  const center = at.set(frame.com[0]!, frame.com[1]!, frame.com[2]!);
  for (let axis = 0; axis < 3; axis++) {
    over.style(INERTIA, 1, axis === 1 ? 3 : 2).ring(center, below.set(0, 0, 0).setComponent(axis, 1), frame.inertia[axis]!);
  }
  over.style(INERTIA).ball(center, 0.008 * size);
}

function area(pen: Pen, corners: ArrayLike<number>, color: string, fill: number, width: number, dash: number, lift: number): void {
  const raised = Array.from(corners, (x, i) => (i % 3 === 1 ? x + lift : x));
  pen.style(color, fill).polygon(raised);
  pen.style(color, 1, width, dash).path(raised, true);
}

const at = new Vector3();
const below = new Vector3();
const UP = new Vector3(0, 1, 0);
