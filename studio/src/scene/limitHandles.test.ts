import { Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { Eye } from "./eye";
import type { JointFrame } from "./jointFrame";
import { handleSpots, onSphere } from "./limitHandles";
import { directionOf } from "./swing";
import type { Joint, Vec3 } from "./types";

const JOINT: Joint = { name: "hip", model: "ball", base: -1, segment: 0, placement: [0, 0, 0, 0, 0, 0, 1], axis: [0, 0, 1], offset: 0, coordinates: [], limits: {} };

test("dragging an end of an ellipse's axis changes that axis alone", () => {
  const spots = handleSpots({ kind: "ellipse", x: 0.8, y: 0.5 });
  const to = (x: number, y: number): Vec3 => directionOf(x, y).toArray() as unknown as Vec3;
  const close = (limit: unknown, x: number, y: number): void => {
    expect((limit as { x: number }).x).toBeCloseTo(x, 9);
    expect((limit as { y: number }).y).toBeCloseTo(y, 9);
  };
  close(spots[0]!.edited(to(1.1, 0.2)), 1.1, 0.5);
  close(spots[1]!.edited(to(-0.6, 0)), 0.6, 0.5);
  close(spots[3]!.edited(to(0.3, -0.9)), 0.8, 0.9);
  close(spots[0]!.edited(to(-0.5, 0)), 0.02, 0.5); // never through the middle
});

test("any handle of a cone opens it", () => {
  for (const [i, x, y] of [[0, 0.7, 0], [1, -0.7, 0], [2, 0, 0.7], [3, 0, -0.7]] as const) {
    const edited = handleSpots({ kind: "cone", angle: 0.4 })[i]!.edited(directionOf(x, y).toArray() as unknown as Vec3);
    expect(edited).toMatchObject({ kind: "cone" });
    expect((edited as { angle: number }).angle).toBeCloseTo(0.7, 9);
  }
});

test("a polygon's corners move, and the middles of its edges put a corner in", () => {
  const vertices: Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const spots = handleSpots({ kind: "polygon", vertices });
  const to: Vec3 = [0.6, 0, 0.8];
  const corners = spots.filter((s) => !s.small);
  expect(corners[1]!.edited(to)).toEqual({ kind: "polygon", vertices: [vertices[0], to, vertices[2]] });
  const middles = spots.filter((s) => s.small);
  expect(middles[0]!.edited(to)).toEqual({ kind: "polygon", vertices: [vertices[0], to, vertices[1], vertices[2]] });
  expect(middles[2]!.edited(to)).toEqual({ kind: "polygon", vertices: [...vertices, to] });
  expect(vertices).toEqual([[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
});

test("a handle follows the cursor over the sphere, on its own side of it", () => {
  const eye = new Eye("perspective");
  eye.rect = { x: 0, y: 0, width: 800, height: 600 };
  eye.update();
  const base = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 3).normalize(), 1.1);
  const origin = new Vector3(0.1, 1.2, 0.2);
  const now: JointFrame = { joint: JOINT, origin, base, swing: new Quaternion(), twist: 0, limb: new Vector3(0, 0, 1), length: 0.4, values: [] };
  const modifiers = { shift: false, ctrl: false, alt: false, meta: false };
  for (const side of [1, -1]) {
    const out = new Vector3(...eye.axes.back).multiplyScalar(side).addScaledVector(new Vector3(...eye.axes.right), 0.4).normalize();
    const place = origin.clone().addScaledVector(out, 0.25);
    const pixel = eye.project(place);
    const found = onSphere({ eye, x: pixel.x, y: pixel.y, touch: false, modifiers }, now, 0.25, place);
    expect(new Vector3(...found).applyQuaternion(base).distanceTo(out)).toBeLessThan(1e-5);
  }
  const beside = onSphere({ eye, x: 0, y: 0, touch: false, modifiers }, now, 0.25, origin.clone());
  expect(new Vector3(...beside).length()).toBeCloseTo(1, 9);
});
