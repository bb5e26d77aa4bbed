import { expect, test } from "vitest";
import { after, pointAt, rotate, siteAt } from "./geometry";

const half = Math.SQRT1_2;
const aboutY = [0, half, 0, half]; // a quarter turn
const aboutX = [half, 0, 0, half];

test("a quarter turn about y carries z to x", () => {
  expect(rotate(aboutY, [0, 0, 1])).toEqual([expect.closeTo(1), expect.closeTo(0), expect.closeTo(0)]);
});

test("rotations follow one another as matrices do", () => {
  const v = [0.3, -0.7, 1.1];
  const once = rotate(aboutY, rotate(aboutX, v));
  const both = rotate(after(aboutY, aboutX), v);
  for (let i = 0; i < 3; i++) expect(both[i]).toBeCloseTo(once[i]!, 12);
});

test("a site is carried along by its segment", () => {
  const placements = new Float32Array([0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 0, half, 0, half]);
  const site = { name: "tip", segment: "b", position: [0, 0, 2], rotation: [0, 0, 0, 1], partner: null };
  const { position, rotation } = siteAt(placements, 1, site);
  expect(position.map((x) => Math.round(x * 1e5) / 1e5)).toEqual([3, 2, 3]);
  expect(rotation[1]).toBeCloseTo(half, 6);
  expect(pointAt({ position: [1, 1, 1], rotation: [0, 0, 0, 1] }, [1, 2, 3])).toEqual([2, 3, 4]);
});
