import { expect, test } from "vitest";
import { rotate } from "./geometry";
import { quaternionOf, turnsOf } from "./turns";

test.each([[[30, -40, 100]], [[0, 0, 0]], [[-170, 80, -10]], [[25, 90, 0]]])("turns of %j come back as the same rotation", (turns) => {
  const q = quaternionOf(turns);
  const back = quaternionOf(turnsOf(q));
  for (const v of [[1, 0, 0], [0, 1, 0], [0, 0, 1]]) {
    const [a, b] = [rotate(q, v), rotate(back, v)];
    for (let i = 0; i < 3; i++) expect(b[i]).toBeCloseTo(a[i]!, 7);
  }
});

test("a quarter turn about y carries z to x", () => {
  expect(rotate(quaternionOf([0, 90, 0]), [0, 0, 1])[0]).toBeCloseTo(1, 12);
});
