import { expect, test } from "vitest";
import { onlyChanges } from "./changes";

test("the same again is not handed on", () => {
  const got: number[][] = [];
  const hand = onlyChanges<number[]>((value) => got.push(value));
  for (const value of [[1, 2], [1, 2], [3], [1, 2]]) hand(value);
  expect(got).toEqual([[1, 2], [3], [1, 2]]);
});
