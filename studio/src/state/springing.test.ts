import { expect, test } from "vitest";
import { springing, stopped } from "./springing";

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
