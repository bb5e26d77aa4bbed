/** The elbow's circle in numbers: where the joint is on it now, and where the limits leave most room. */

import type { Bend, LimbCircle } from "../protocol/messages";
import type { Vec3 } from "./geometry";

const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

/** The swivel of a place on the circle. */
export function swivelAt(bend: Bend, place: Vec3): number {
  const away = place.map((x, i) => x - bend.center[i]!);
  return Math.atan2(dot(away, bend.v), dot(away, bend.u));
}

/** Metres: a limb whose circle is smaller is straight, and its elbow says nothing of how it is turned. */
const STRAIGHT = 0.005;

export const isStraight = (bend: Bend): boolean => Math.hypot(...bend.u) < STRAIGHT;

/** Radians of an arc along which something can be dragged. */
const ROOM = 0.01;

export const hasRoom = (bend: Bend): boolean => bend.arcs.some((arc) => arc.stop - arc.start > ROOM);

/** An angle as it stands on a track from −π to π. */
export const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** The middle of the widest arc of all ways to bend; null where the limits leave none. */
export function middleOfWidest(circle: LimbCircle): { swivel: number; branch: number } | null {
  const all = circle.bends.flatMap((bend) => bend.arcs.map((arc) => ({ ...arc, branch: bend.branch })));
  const widest = all.reduce<(typeof all)[number] | null>((best, arc) => (best && best.stop - best.start >= arc.stop - arc.start ? best : arc), null);
  return widest && { swivel: wrapped((widest.start + widest.stop) / 2), branch: widest.branch };
}

/** Arcs cut where a track from −π to π ends. */
export function onTrack(arcs: readonly { start: number; stop: number }[]): { from: number; to: number }[] {
  return arcs.flatMap(({ start, stop }) =>
    stop <= Math.PI ? [{ from: start, to: stop }] : [{ from: start, to: Math.PI }, { from: -Math.PI, to: Math.min(stop - 2 * Math.PI, start) }],
  );
}
