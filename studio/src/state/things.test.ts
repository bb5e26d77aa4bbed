import { expect, test } from "vitest";
import { thingsNow } from "./things";

const solid = { kind: "box", radii: [1, 1, 1], length: 0, position: [0, 0.5, 0], rotation: [0, 0, 0, 1] };
const box = { name: "box 1", kind: "box", sizes: {}, position: [0, 0, 0], heading: 0, mesh: null, solids: [solid] };

test("a thing in the hand is where the hand has it, and all others where they were", () => {
  const live = { list: "things", at: "box 1", field: "", value: { ...box, position: [1, 0, 2], solids: [{ ...solid, position: [1, 0.5, 2] }] } };
  const [moved, other] = thingsNow([box, { ...box, name: "box 2" }], live);
  expect(moved!.solids[0]!.position).toEqual([1, 0.5, 2]);
  expect(other!.solids[0]!.position).toEqual([0, 0.5, 0]);
  expect(thingsNow([box], { ...live, list: "tasks" })).toEqual([box]);
});
