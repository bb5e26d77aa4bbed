import { expect, test } from "vitest";
import { Path, tracedSite } from "./trace";

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

test("what is traced is on the figure", () => {
  const of = (...names: string[]) => ({ sites: names.map((name) => ({ name })) });
  expect(tracedSite(null, of("left_hand", "right_hand"))).toBe("right_hand");
  expect(tracedSite("left_hand", of("left_hand", "right_hand"))).toBe("left_hand");
  expect(tracedSite("gone", of("tip", "base"))).toBe("tip");
  expect(tracedSite(null, null)).toBe("");
});
