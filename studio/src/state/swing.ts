/** Swing limits on paper: a direction of the limb on the sphere and the two swings that lead there. */

export type Swing = [number, number];

/** The swings (radians) that carry the z axis to a unit direction: R = exp([s_x, s_y, 0]×). */
export function swingOf(x: number, y: number, z: number): Swing {
  const sine = Math.hypot(x, y);
  const scale = sine < 1e-9 ? 1 : Math.atan2(sine, z) / sine;
  return [-y * scale || 0, x * scale || 0];
}

export function directionOf([x, y]: Swing): [number, number, number] {
  const angle = Math.hypot(x, y);
  const scale = angle < 1e-9 ? 1 : Math.sin(angle) / angle;
  return [y * scale, -x * scale || 0, Math.cos(angle)];
}

/** A closed curve of unit directions (x y z, x y z, …) as swings. */
export function curveOf(directions: Float32Array): Swing[] {
  const curve: Swing[] = [];
  for (let i = 0; i + 2 < directions.length; i += 3) curve.push(swingOf(directions[i]!, directions[i + 1]!, directions[i + 2]!));
  return curve;
}
