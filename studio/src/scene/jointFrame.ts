/** A joint as it stands now: its base frame in the world, the turn of its limb, and how long that is. */

import { Matrix4, Quaternion, Vector3 } from "three";
import type { Body } from "./body";
import { across } from "./pen";
import { directionOf, swingTurn } from "./swing";
import type { Joint } from "./types";

export interface JointFrame {
  joint: Joint;
  origin: Vector3;
  /** Turn of the base frame in the world. */
  base: Quaternion;
  /** Turn of the limb in the base frame: swing without twist. */
  swing: Quaternion;
  twist: number;
  /** Of the limb in the base frame, unit. */
  limb: Vector3;
  /** Metres to the farthest joint or site that the moved segment carries. */
  length: number;
  values: readonly number[];
}

export function jointFrame(body: Body, joint: Joint, coordinates: ArrayLike<number> | null | undefined): JointFrame {
  const values = joint.coordinates.map((_, i) => coordinates?.[joint.offset + i] ?? 0);
  const [origin, base] = [new Vector3(), new Quaternion()];
  body.jointBase(joint, matrix).decompose(origin, base, scale);
  const { limb, length } = reach(body, joint, origin);
  const frame: JointFrame = { joint, origin, base, swing: new Quaternion(), twist: 0, limb: new Vector3(0, 0, 1), length, values };
  const value = (name: string): number => values[joint.coordinates.findIndex((c) => c.name === name)] ?? 0;
  frame.twist = value("twist");
  switch (joint.model) {
    case "hinge":
      frame.limb.copy(flattened(limb.applyQuaternion(base.clone().conjugate()), joint.axis));
      break;
    case "elbow":
      swingTurn(value("flexion"), 0, frame.swing);
      directionOf(value("flexion"), 0, frame.limb);
      break;
    case "swing":
    case "ball":
      swingTurn(value("swing_x"), value("swing_y"), frame.swing);
      directionOf(value("swing_x"), value("swing_y"), frame.limb);
      break;
  }
  return frame;
}

/** A direction of the base frame in the world. */
export function inWorld(frame: JointFrame, x: number, y: number, z: number): Vector3 {
  return new Vector3(x, y, z).applyQuaternion(frame.base);
}

/** The part of a limb across a hinge's axis, unit; any direction across when the limb lies along it. */
function flattened(limb: Vector3, axis: readonly [number, number, number]): Vector3 {
  const n = new Vector3(...axis).normalize();
  limb.addScaledVector(n, -limb.dot(n));
  return limb.length() > 1e-6 ? limb.normalize() : across(n, limb);
}

/** From the joint to the farthest end of what it moves: the next joints, else its sites, else its balls. */
function reach(body: Body, joint: Joint, origin: Vector3): { limb: Vector3; length: number } {
  const ends: Vector3[] = [];
  for (const next of body.figure.joints) {
    if (next.base === joint.segment && next !== joint) ends.push(new Vector3().setFromMatrixPosition(body.jointBase(next, matrix)));
  }
  if (!ends.length) {
    body.figure.sites.forEach((site, i) => {
      if (site.segment === joint.segment) ends.push(new Vector3().setFromMatrixPosition(body.siteFrame(i, matrix)));
    });
  }
  if (!ends.length) {
    const balls = body.ballsNowOf([body.figure.segments[joint.segment]?.name ?? ""]);
    for (let i = 0; i + 3 < balls.length; i += 4) ends.push(new Vector3(balls[i], balls[i + 1], balls[i + 2]));
  }
  const limb = new Vector3();
  for (const end of ends) if (end.distanceTo(origin) > limb.length()) limb.subVectors(end, origin);
  return { limb, length: limb.length() || 0.1 };
}

const matrix = new Matrix4();
const scale = new Vector3();
