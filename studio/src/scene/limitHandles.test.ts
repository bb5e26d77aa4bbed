import { Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { Eye } from "./eye";
import type { Handle } from "./handles";
import type { JointFrame } from "./jointFrame";
import { drawLimitHandles, endMoved, handleSpots, onSphere } from "./limitHandles";
import { THEMES } from "./palette";
import { Pen, onCircle } from "./pen";
import { directionOf } from "./swing";
import type { Joint, LimitEvent, Range, TwistTable, Vec3 } from "./types";

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

test("an end of a range goes as far as the other end, and out as far as it may", () => {
  const range: Range = { kind: "range", min: -0.5, max: 1 };
  expect(endMoved(range, "max", 0.25)).toEqual({ kind: "range", min: -0.5, max: 1.25 });
  expect(endMoved(range, "min", 0.25)).toEqual({ kind: "range", min: -0.25, max: 1 });
  expect(endMoved(range, "max", -4)).toEqual({ kind: "range", min: -0.5, max: -0.5 });
  expect(endMoved(range, "min", 4)).toEqual({ kind: "range", min: 1, max: 1 });
  expect(endMoved(range, "max", 9, Math.PI).max).toBeCloseTo(Math.PI, 12);
  expect(endMoved(range, "min", -9, Math.PI).min).toBeCloseTo(-Math.PI, 12);
  expect(endMoved(range, "max", 9).max).toBe(10); // a hinge may turn round more than once
  expect(endMoved({ kind: "range", min: -Infinity, max: 1 }, "max", -3)).toEqual({ kind: "range", min: -Infinity, max: -2 });
  expect(range).toEqual({ kind: "range", min: -0.5, max: 1 });
});

test("a table of twists is moved at all directions alike, as far as its narrowest range lets it", () => {
  const table: TwistTable = { kind: "table", rows: [{ direction: [0, 0, 1], min: -1, max: 1 }, { direction: [1, 0, 0], min: 0, max: 0.5 }] };
  expect(endMoved(table, "max", 0.25).rows.map((r) => [r.min, r.max])).toEqual([[-1, 1.25], [0, 0.75]]);
  expect(endMoved(table, "min", 2).rows.map((r) => [r.min, r.max])).toEqual([[-0.5, 1], [0.5, 0.5]]);
});

test("the ends of a fan of twist follow the hand about the limb", () => {
  const eye = new Eye("perspective");
  eye.rect = { x: 0, y: 0, width: 800, height: 600 };
  eye.update();
  const toEye = new Vector3(...eye.axes.back);
  const base = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), toEye); // the limb points at the eye
  const joint: Joint = { ...JOINT, limits: { twist: { kind: "range", min: -0.6, max: 0.9 } } };
  const now: JointFrame = { joint, origin: new Vector3(0, 1, 0), base, swing: new Quaternion(), twist: 0, limb: new Vector3(0, 0, 1), length: 0.4, values: [] };
  const handles: Handle[] = [];
  const told: LimitEvent[] = [];
  drawLimitHandles({ eye, pen: new Pen(0), theme: THEMES.light, hot: null, add: (handle) => handles.push(handle) }, now, 0.25, (event) => told.push(event));
  expect(handles.map((h) => h.key)).toEqual(["hip/twist min", "hip/twist max"]);
  const at = (angle: number) => {
    const fan = { center: toEye.clone().multiplyScalar(0.25 * 1.02).add(now.origin), zero: new Vector3(1, 0, 0).applyQuaternion(base) };
    const pixel = eye.project(onCircle(fan.center, toEye, fan.zero, 0.06, angle, new Vector3()));
    return { eye, x: pixel.x, y: pixel.y, touch: false, modifiers: { shift: false, ctrl: false, alt: false, meta: false } };
  };
  const grip = handles[1]!.grip(at(0.9));
  grip.start?.(at(0.9));
  grip.move(at(1.0));
  grip.move(at(1.3));
  grip.end(at(1.3), false);
  expect(told.map((event) => event.phase)).toEqual(["start", "move", "move", "end"]);
  expect(told.at(-1)).toMatchObject({ joint: "hip", key: "twist", limit: { kind: "range", min: -0.6 } });
  expect((told.at(-1)!.limit as Range).max).toBeCloseTo(1.3, 4);
  const other = handles[0]!.grip(at(-0.6));
  other.move(at(-0.2));
  other.end(at(-0.2), true);
  expect(told.at(-1)).toMatchObject({ phase: "cancel", limit: joint.limits.twist });
});
