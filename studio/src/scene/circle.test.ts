import { expect, test } from "vitest";
import { arcPath, onBend } from "./circle";

const bend = { branch: 0, center: [1, 2, 3], u: [0.1, 0, 0], v: [0, 0.1, 0], arcs: [{ start: 0, stop: 1 }] } as const;

test("the joint goes round its circle", () => {
  expect(onBend(bend, 0).toArray()).toEqual([1.1, 2, 3]);
  const up = onBend(bend, Math.PI / 2);
  expect(up.x).toBeCloseTo(1, 12);
  expect(up.y).toBeCloseTo(2.1, 12);
});

test("an arc begins and ends where it should, and is a line of points", () => {
  const path = arcPath(bend, -0.5, 0.5);
  expect(path.length % 3).toBe(0);
  expect(path.length).toBeGreaterThan(30);
  expect(path.slice(0, 3)).toEqual(onBend(bend, -0.5).toArray());
  expect(path.slice(-3)).toEqual(onBend(bend, 0.5).toArray());
});
