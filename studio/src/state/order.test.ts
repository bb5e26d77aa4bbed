import { describe, expect, test } from "vitest";
import { dropped, findTask, leap, step } from "./order";

const levels = [[{ name: "left" }, { name: "right" }], [{ name: "balance" }], [{ name: "reach" }]];

describe("the order of priority", () => {
  test("finds a task, or nothing", () => {
    expect(findTask(levels, "right")).toEqual({ level: 0, place: 1 });
    expect(findTask(levels, "nobody")).toBeNull();
  });

  test("a task that shares its level leaves it for one of its own", () => {
    expect(step(levels, "left", -1)).toEqual({ task: "left", level: 1, alone: true });
    expect(step(levels, "left", 1)).toEqual({ task: "left", level: 2, alone: true });
  });

  test("a task that is alone joins its neighbour", () => {
    expect(step(levels, "reach", -1)).toEqual({ task: "reach", level: 2, place: null });
    expect(step(levels, "balance", 1)).toEqual({ task: "balance", level: 3, place: 0 });
    expect(step(levels, "reach", 1)).toBeNull();
  });

  test("a leap changes places with a whole level", () => {
    expect(leap(levels, "reach", -1)).toEqual({ task: "reach", level: 2, alone: true });
    expect(leap(levels, "balance", 1)).toEqual({ task: "balance", level: 4, alone: true });
    expect(leap(levels, "reach", 1)).toBeNull();
    expect(leap(levels, "left", -1)).toBeNull();
  });

  test("a drop into a gap makes a level, next to where it was alone it changes nothing", () => {
    expect(dropped(levels, "reach", { gap: 0 })).toEqual({ task: "reach", level: 1, alone: true });
    expect(dropped(levels, "balance", { gap: 1 })).toBeNull();
    expect(dropped(levels, "balance", { gap: 2 })).toBeNull();
    expect(dropped(levels, "left", { gap: 0 })).toEqual({ task: "left", level: 1, alone: true });
  });

  test("a drop into a level goes before the task at that place", () => {
    expect(dropped(levels, "reach", { level: 0, place: 1 })).toEqual({ task: "reach", level: 1, place: 1 });
    expect(dropped(levels, "left", { level: 0, place: 0 })).toBeNull();
  });
});
