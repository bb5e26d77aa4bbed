import { expect, test } from "vitest";
import { Eye } from "./eye";
import { Matrix4 } from "three";
import { fitAll, floorUnder, leaves, roomOf, sizeOf } from "./framing";

const STANDING = [0, 0.1, 0, 0.1, 0, 1.7, 0, 0.1, 0.6, 1.3, 0.1, 0.05];

function eyes(): Eye[] {
  return (["perspective", "front", "side", "top"] as const).map((name) => {
    const eye = new Eye(name);
    eye.rect = { x: 0, y: 0, width: 500, height: 400 };
    eye.update();
    return eye;
  });
}

test("the floor is at zero under one who stands or jumps, and under the lowest point of one who hangs or floats far away", () => {
  expect(floorUnder(STANDING)).toBe(0);
  expect(floorUnder([0, 0.9, 0, 0.1, 0, 2, 0, 0.1])).toBe(0);
  expect(floorUnder([0, -1, 0, 0.1, 0, 1, 0, 0.1])).toBeCloseTo(-1.1, 12);
  expect(floorUnder([0, 30, 0, 0.1, 0, 31, 0, 0.1])).toBeCloseTo(29.9, 12);
  expect(floorUnder([])).toBe(0);
});

test("the size of a figure is its largest extent", () => {
  expect(sizeOf(STANDING)).toBeCloseTo(1.8, 12);
  expect(sizeOf([-1, 0, 0, 0.1, 2, 0, 0, 0.1])).toBeCloseTo(3.2, 12);
  expect(sizeOf([])).toBe(1);
});

test("after fitting nothing leaves a view, parallel ones share a scale; far away something does", () => {
  const all = eyes();
  fitAll(all, STANDING);
  expect(all.some((eye) => leaves(eye, STANDING))).toBe(false);
  expect(new Set(all.slice(1).map((eye) => eye.distance)).size).toBe(1);
  expect(all.every((eye) => leaves(eye, [...STANDING, 9, 9, 9, 0.1]))).toBe(true);
});

test("of a view that is not shown it can be asked what it would not see", () => {
  const top = eyes()[3]!;
  fitAll([top], STANDING);
  top.rect = null;
  expect(leaves(top, [0, 1.6, 5, 0.1])).toBe(false);
  expect(leaves(top, [0, 1.6, 5, 0.1], true)).toBe(true);
  expect(leaves(top, STANDING, true)).toBe(false);
});

test("what is looked at needs room behind the body, too; other goals do not", () => {
  const root = new Matrix4().makeTranslation(0.5, 0.9, 0);
  expect(roomOf({ position: [0.5, 1.6, 1], kind: "look" }, root, 2)).toEqual([0.5, 1.6, 1, 0.2, 0.5, 1.6, -1, 0.2]);
  expect(roomOf({ position: [0.5, 1.6, 1], kind: "point" }, root, 2)).toEqual([0.5, 1.6, 1, 0.2]);
});
