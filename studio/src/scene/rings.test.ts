import { Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import type { JointFrame } from "./jointFrame";
import { onCircle } from "./pen";
import { ringsOf } from "./rings";
import { directionOf, swingTurn } from "./swing";
import type { Joint, JointModel, Limits } from "./types";

const BASE = new Quaternion().setFromAxisAngle(new Vector3(2, -1, 3).normalize(), 0.7);

function frame(model: JointModel, names: string[], values: number[], limits: Limits = {}, axis: [number, number, number] = [0, 0, 1]): JointFrame {
  const joint: Joint = {
    name: "j", model, base: -1, segment: 0, placement: [0, 0, 0, 0, 0, 0, 1], axis, offset: 0, limits,
    coordinates: names.map((name) => ({ name, min: -1, max: 1, limited: false })),
  };
  return { joint, origin: new Vector3(1, 2, 3), base: BASE, swing: new Quaternion(), twist: 0, limb: new Vector3(0, 0, 1), length: 0.4, values };
}

/** Where a ring's needle points, in the joint's base frame. */
function needle(ring: ReturnType<typeof ringsOf>[number]): Vector3 {
  return onCircle(new Vector3(), ring.axis, ring.zero, 1, ring.value, new Vector3()).applyQuaternion(BASE.clone().conjugate());
}

test("the needle of an elbow's flexion points along the limb", () => {
  const now = frame("elbow", ["flexion", "twist"], [0.9, 0.2]);
  expect(needle(ringsOf(now)[0]!).distanceTo(directionOf(0.9, 0))).toBeLessThan(1e-12);
});

test("the needle of the twist points along the turned x axis", () => {
  const now = frame("ball", ["swing_x", "swing_y", "twist"], [0.4, -0.3, 0.8]);
  swingTurn(0.4, -0.3, now.swing);
  directionOf(0.4, -0.3, now.limb);
  const wanted = new Vector3(1, 0, 0).applyAxisAngle(new Vector3(0, 0, 1), 0.8).applyQuaternion(now.swing);
  const twist = ringsOf(now).find((r) => r.coordinate === "twist")!;
  expect(needle(twist).distanceTo(wanted)).toBeLessThan(1e-12);
});

test("a pure swing's needle points along the limb, on its own ring", () => {
  const now = frame("swing", ["swing_x", "swing_y"], [0.6, 0]);
  expect(needle(ringsOf(now)[0]!).distanceTo(directionOf(0.6, 0))).toBeLessThan(1e-12);
  const other = frame("swing", ["swing_x", "swing_y"], [0, -0.5]);
  expect(needle(ringsOf(other)[1]!).distanceTo(directionOf(0, -0.5))).toBeLessThan(1e-12);
});

test("the needle of a hinge points along its limb, whatever the axis", () => {
  const now = frame("hinge", ["angle"], [1.3], {}, [0.6, 0, 0.8]);
  now.limb.set(0.8, 0, -0.6);
  expect(needle(ringsOf(now)[0]!).distanceTo(now.limb)).toBeLessThan(1e-12);
});

test("ranges come from the limits, open where there are none", () => {
  const limits: Limits = { flexion: { kind: "range", min: 0, max: 2.5 } };
  expect(ringsOf(frame("elbow", ["flexion", "twist"], [1, 0], limits)).map((r) => r.range)).toEqual([[0, 2.5], [-Infinity, Infinity]]);
  const [x] = ringsOf(frame("swing", ["swing_x", "swing_y"], [0, 0], { swing: { kind: "cone", angle: 0.7 } }));
  expect(x!.range[0]).toBeCloseTo(-0.7, 3);
  expect(x!.range[1]).toBeCloseTo(0.7, 3);
});

test("joints that do not turn have no rings", () => {
  for (const model of ["fixed", "slide", "free"] as const) expect(ringsOf(frame(model, [], []))).toEqual([]);
});
