import { expect, test } from "vitest";
import { Path } from "./trace";

test("standing still adds nothing", () => {
  const path = new Path();
  expect(path.add(0, 1, 0)).toBe(true);
  expect(path.add(0, 1.001, 0)).toBe(false);
  expect(path.add(0, 1.01, 0)).toBe(true);
  expect([...path.all].map((x) => Math.round(x * 1000))).toEqual([0, 1000, 0, 0, 1010, 0]);
});

test("a long path forgets its beginning, never its end", () => {
  const path = new Path();
  for (let i = 0; i < 20_000; i++) path.add(i, 0, 0);
  expect(path.all.length).toBeLessThanOrEqual(18_000);
  expect(path.all.at(-3)).toBe(19_999);
});
