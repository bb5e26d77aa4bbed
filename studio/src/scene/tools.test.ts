import { expect, test } from "vitest";
import { asHeld } from "./tools";
import type { PullMark } from "./types";

const taken: PullMark = { segment: "pelvis", point: [0, 0, 0.12], target: [0, 1, 0.12] };

test("a trunk that is held by its axis is marked there, and a hand where it was taken", () => {
  const axis: PullMark = { segment: "pelvis", point: [0, 0, 0], target: [0, 1, 0] };
  expect(asHeld(taken, [axis])).toBe(axis);
  expect(asHeld(taken, [{ ...taken, target: [0, 0.9, 0.12] }])).toBe(taken);
  expect(asHeld(taken, [{ ...axis, segment: "chest" }])).toBe(taken);
  expect(asHeld(taken, null)).toBe(taken);
});
