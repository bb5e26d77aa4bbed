import { expect, test } from "vitest";
import { sizeKnobs } from "./thingTools";
import type { Thing } from "./types";

const thing = (changes: Partial<Thing>): Thing => ({ name: "box 1", kind: "box", position: [1, 0, 2], heading: 0, sizes: {}, movable: true, shapes: [], ...changes });

test("a knob stands on the side whose size it is, and both sides grow", () => {
  const knobs = sizeKnobs(thing({ sizes: { width: 0.4, height: 0.2, depth: 0.6 }, heading: Math.PI / 2 }));
  const [width, height, depth] = knobs.map(({ at }) => at.toArray());
  expect(width![0]).toBeCloseTo(1);
  expect(width![2]).toBeCloseTo(1.8); // turned by a quarter, x leads backwards
  expect(height).toEqual([1, 0.2, 2]);
  expect(depth![0]).toBeCloseTo(1.3);
  expect(knobs.map(({ grows }) => grows)).toEqual([2, 1, 2]);
});

test("an obstacle has its knobs along the axes of its shape", () => {
  const upright = Math.SQRT1_2;
  const shapes = [{ kind: "cylinder", radius: 0.1, length: 1, placement: [1, 0.5, 2, -upright, 0, 0, upright] }] as unknown as Thing["shapes"];
  const knobs = sizeKnobs(thing({ kind: "obstacle", position: [1, 0.5, 2], sizes: { radius: 0.1, length: 1 }, shapes }));
  expect(knobs[0]!.at.x).toBeCloseTo(1.1);
  expect(knobs[1]!.at.y).toBeCloseTo(1);
  expect(knobs[1]!.grows).toBe(2);
});
