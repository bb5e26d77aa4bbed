import { expect, test } from "vitest";
import { middleOfWidest, onTrack, swivelAt } from "./circle";

const bend = (branch: number, ...arcs: [number, number][]) => ({
  branch, center: [0, 1, 0], u: [0.2, 0, 0], v: [0, 0, 0.2], arcs: arcs.map(([start, stop]) => ({ start, stop })),
});
const circle = { limb: "right_arm", joint: "right_elbow", goal: "", swivel: 0, angle: null, analytic: false };

test("the swivel of a place is its angle", () => {
  expect(swivelAt(bend(0), [0, 1, 0.2])).toBeCloseTo(Math.PI / 2, 12);
});

test("the widest arc of all ways to bend has its middle", () => {
  const bends = [bend(0, [-1, 0], [1, 1.5]), bend(1, [2.5, 4.5])];
  expect(middleOfWidest({ ...circle, bends })).toEqual({ swivel: 3.5 - 2 * Math.PI, branch: 1 });
  expect(middleOfWidest({ ...circle, bends: [bend(0)] })).toBeNull();
});

test("an arc over the end of the track is two", () => {
  expect(onTrack([{ start: 3, stop: 4 }])).toEqual([{ from: 3, to: Math.PI }, { from: -Math.PI, to: 4 - 2 * Math.PI }]);
});
