import { expect, test } from "vitest";
import { matches } from "./keys";

const stroke = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "shiftKey" | "altKey", boolean>> = {}) => ({
  key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held,
});

test("a combination is matched exactly", () => {
  expect(matches("Ctrl+Z", stroke("z", { ctrlKey: true }))).toBe(true);
  expect(matches("Ctrl+Z", stroke("Z", { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(matches("Ctrl+Shift+Z", stroke("Z", { ctrlKey: true, shiftKey: true }))).toBe(true);
  expect(matches("P", stroke("p"))).toBe(true);
  expect(matches("Space", stroke(" "))).toBe(true);
  expect(matches("P", stroke("p", { altKey: true }))).toBe(false);
});

test("the command key of a Mac is Ctrl, and a question mark needs its Shift", () => {
  expect(matches("Ctrl+S", stroke("s", { metaKey: true }))).toBe(true);
  expect(matches("?", stroke("?", { shiftKey: true }))).toBe(true);
});
