import { expect, test } from "vitest";
import { curveOf, directionOf, swingOf } from "./swing";

test.each([[[0.3, -0.8]], [[0, 0]], [[-2.1, 1.3]], [[1e-12, 0]]] as [[number, number]][])("swings %j lead to a direction and back", (swing) => {
  const [x, y, z] = directionOf(swing);
  expect(Math.hypot(x, y, z)).toBeCloseTo(1, 12);
  const back = swingOf(x, y, z);
  expect(back[0]).toBeCloseTo(swing[0], 9);
  expect(back[1]).toBeCloseTo(swing[1], 9);
});

test("swinging about x by a quarter carries z to minus y", () => {
  const [x, y, z] = directionOf([Math.PI / 2, 0]);
  expect([x, y, z].map((v) => Math.round(v * 1e9))).toEqual([0, -1e9, 0]);
});

test("a curve has a swing for every direction", () => expect(curveOf(new Float32Array([0, 0, 1, 1, 0, 0]))).toHaveLength(2));
