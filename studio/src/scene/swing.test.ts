import { Quaternion, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { boundary, directionOf, finiteRange, halfway, swingOf, swingRange, swingTurn, twistRange } from "./swing";
import type { SwingLimit, Vec3 } from "./types";

const SWINGS = [[0, 0], [0.7, -0.2], [-2.1, 1.4], [0, 3], [1e-12, 0]] as const;

test("a direction gives back its swing, and the swing's turn takes the limb there", () => {
  for (const [x, y] of SWINGS) {
    const direction = directionOf(x, y);
    const [bx, by] = swingOf(direction);
    expect(bx).toBeCloseTo(x, 9);
    expect(by).toBeCloseTo(y, 9);
    expect(new Vector3(0, 0, 1).applyQuaternion(swingTurn(x, y)).distanceTo(direction)).toBeLessThan(1e-12);
    const axis = new Vector3(x, y, 0);
    const turn = new Quaternion().setFromAxisAngle(axis.clone().normalize(), axis.length());
    if (axis.length() > 1e-6) expect(turn.angleTo(swingTurn(x, y))).toBeLessThan(1e-7);
  }
});

describe("boundaries", () => {
  test("of a cone: all at its angle", () => {
    const curve = boundary({ kind: "cone", angle: 0.8 });
    for (let i = 0; i < curve.length; i += 3) expect(Math.acos(curve[i + 2]!)).toBeCloseTo(0.8, 12);
  });

  test("of an ellipse: (s_x / x)² + (s_y / y)² = 1, evenly close together", () => {
    const curve = boundary({ kind: "ellipse", x: 1.9, y: 0.5 });
    for (let i = 0; i < curve.length; i += 3) {
      const [sx, sy] = swingOf({ x: curve[i]!, y: curve[i + 1]!, z: curve[i + 2]! });
      expect((sx / 1.9) ** 2 + (sy / 0.5) ** 2).toBeCloseTo(1, 9);
      const next = new Vector3().fromArray(curve, (i + 3) % curve.length);
      expect(next.angleTo(new Vector3().fromArray(curve, i))).toBeLessThan(0.06);
    }
  });

  test("of a polygon: along great arcs, through its vertices", () => {
    const vertices: Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    const curve = boundary({ kind: "polygon", vertices });
    for (let i = 0; i < curve.length; i += 3) {
      const p = new Vector3().fromArray(curve, i);
      expect(p.length()).toBeCloseTo(1, 12);
      expect(Math.min(Math.abs(p.x), Math.abs(p.y), Math.abs(p.z))).toBeLessThan(1e-12); // in a plane of two vertices
    }
    for (const v of vertices) {
      const nearest = Math.min(...Array.from({ length: curve.length / 3 }, (_, i) => new Vector3().fromArray(curve, 3 * i).distanceTo(new Vector3(...v))));
      expect(nearest).toBeLessThan(1e-12);
    }
  });

  test("turn counter-clockwise seen from outside, so that the allowed side is on the left", () => {
    const curve = boundary({ kind: "ellipse", x: 0.6, y: 0.4 });
    const [a, b] = [new Vector3().fromArray(curve, 0), new Vector3().fromArray(curve, 3)];
    const left = a.clone().cross(b.sub(a));
    expect(left.dot(new Vector3(0, 0, 1).sub(a))).toBeGreaterThan(0);
  });
});

test("the range of one swing while the other stays is where the ellipse is crossed", () => {
  const curve = boundary({ kind: "ellipse", x: 1.2, y: 0.5 }, 0.001);
  for (const y of [0, 0.2, -0.45]) {
    const half = 1.2 * Math.sqrt(1 - (y / 0.5) ** 2);
    const [low, high] = swingRange(curve, "x", [0.1, y]);
    expect(low).toBeCloseTo(-half, 3);
    expect(high).toBeCloseTo(half, 3);
  }
  expect(swingRange(curve, "y", [0, 0.1])[1]).toBeCloseTo(0.5, 3);
});

test("in a concave region the range is the part that holds the present value", () => {
  const swings = [[1, 1], [-1, 1], [-1, -1], [-0.4, -1], [-0.4, 0], [0.4, 0], [0.4, -1], [1, -1]] as const; // a gap in the middle below
  const limit: SwingLimit = { kind: "polygon", vertices: swings.map(([x, y]) => directionOf(x, y).toArray() as unknown as Vec3) };
  const [low, high] = swingRange(boundary(limit, 0.002), "x", [0.7, -0.8]);
  expect(low).toBeGreaterThan(0.2);
  expect(low).toBeLessThan(0.6);
  expect(high).toBeGreaterThan(0.7);
});

test("twist tables: exact at their rows, between them in between, the same as a range with one row", () => {
  const [up, side] = [[0, 0, 1], [1, 0, 0]] as const;
  const table = { kind: "table", rows: [{ direction: up, min: -1, max: 1 }, { direction: side, min: 0, max: 2 }] } as const;
  expect(twistRange(table, new Vector3(0, 0, 1))).toEqual([-1, 1]);
  const [low, high] = twistRange(table, new Vector3(1, 0, 1).normalize());
  expect(low).toBeCloseTo(-0.5, 12);
  expect(high).toBeCloseTo(1.5, 12);
  expect(twistRange(undefined, new Vector3(0, 0, 1))).toEqual([-Infinity, Infinity]);
});

test("ranges that can be drawn go round once at most", () => {
  expect(finiteRange(-1, 2)).toEqual([-1, 2]);
  expect(finiteRange(-10, 10)).toEqual([-Math.PI, Math.PI]);
  expect(finiteRange(0.5, Infinity)).toEqual([0.5, 0.5 + 2 * Math.PI]);
  expect(finiteRange(-Infinity, 0.5)).toEqual([0.5 - 2 * Math.PI, 0.5]);
});

test("halfway between two directions is as far from both", () => {
  const middle = new Vector3(...halfway([1, 0, 0], [0, 0.6, 0.8]));
  expect(middle.angleTo(new Vector3(1, 0, 0))).toBeCloseTo(middle.angleTo(new Vector3(0, 0.6, 0.8)), 12);
  expect(middle.length()).toBeCloseTo(1, 12);
});
