/** Rotations as people turn things: degrees about x, then y, then z of the world. */

import type { Quat, Vec3 } from "./geometry";
import { after } from "./geometry";
import { degrees, radians } from "./units";

const about = (axis: 0 | 1 | 2, angle: number): Quat => {
  const q: Quat = [0, 0, 0, Math.cos(angle / 2)];
  q[axis] = Math.sin(angle / 2);
  return q;
};

export function quaternionOf(turns: readonly number[]): Quat {
  const [x, y, z] = turns.map(radians);
  return after(about(2, z ?? 0), after(about(1, y ?? 0), about(0, x ?? 0)));
}

/** The turns, degrees, that make the rotation; at a quarter turn about y, where x and z are one, z is 0. */
export function turnsOf(q: readonly number[]): Vec3 {
  const [x, y, z, w] = [q[0] ?? 0, q[1] ?? 0, q[2] ?? 0, q[3] ?? 1];
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  const locked = Math.abs(sine) > 1 - 1e-9;
  const aboutX = locked ? 2 * Math.atan2(x, w) : Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y));
  const aboutZ = locked ? 0 : Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
  return [degrees(aboutX), degrees(Math.asin(sine)), degrees(aboutZ)];
}
