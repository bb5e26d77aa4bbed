import { expect, test } from "vitest";
import { springing, stopped, touching } from "./springing";

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
