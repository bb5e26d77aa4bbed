import { expect, test } from "vitest";
import { drifted, springing, stopped, touching } from "./springing";

test("what springs back is told, with whose work it is; what stays is not", () => {
  const document = { criteria: [{ name: "rest_posture", kind: "rest_posture", fields: {} }] };
  expect(springing("left_hand", [0, 1, 0], [0, 1, 0.01], document)).toBeNull();
  expect(springing("left_hand", [0, 1, 0], [0, 0.85, 0], document)).toBe("The left hand went 15.0 cm back: the tasks and the criteria (rest posture) want it there. Pin it (P) to keep it.");
  expect(springing("left_hand", [0, 1, 0], [0, 0.9, 0], { criteria: [] })).toContain(": the tasks want");
});

test("what held a drag is told, and nothing where nothing did", () => {
  expect(stopped("right_toes", { words: "held by “hold right foot”", missed: "26 cm" })).toMatch(/^The right toes came no farther, 26 cm off: held by “hold right foot”\./);
  expect(stopped("right_toes", { words: "", missed: "" })).toBeNull();
});

test("a foot on a step that does not carry is told so, and one that does, or stands on the floor, is not", () => {
  const figure = { sites: [], soles: [{ name: "left_foot", segment: "left_foot", outline: [] }] } as never;
  const near = [{ segment: "left_foot", obstacle: "step 1", distance: 0.001 }];
  expect(touching("left_foot", near, [], figure)).toContain("touches the step 1");
  expect(touching("left_foot", near, [{ fields: { site: "left_foot" } }], figure)).toBeNull();
  expect(touching("left_foot", [{ ...near[0]!, obstacle: "floor" }], [], figure)).toBeNull();
  expect(touching("right_foot", near, [], figure)).toBeNull();
});

test("a placed hand that was taken along is told, with how far; the part that was dragged is none of them", () => {
  const before = [{ part: "left_hand", place: [0, 1, 0] }, { part: "right_hand", place: [1, 1, 0] }, { part: "left_knee", place: null }];
  const after = [{ part: "left_hand", place: [0, 0.85, 0] }, { part: "right_hand", place: [1, 1.01, 0] }, { part: "left_knee", place: null }];
  expect(drifted(before, after)).toBe("What was placed could not stay: the left hand by 15.0 cm. P pins a part strictly.");
  expect(drifted(before, before)).toBeNull();
});
