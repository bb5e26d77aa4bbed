import { expect, test } from "vitest";
import { overall, residual, taskTone } from "./lights";

const light = { name: "reach", level: 3, enabled: true, met: false, residual: 0.132, unit: "m", note: "" };

test("a task that is not met is orange, at the top level red, switched off grey", () => {
  expect(taskTone(light)).toBe("orange");
  expect(taskTone({ ...light, level: 1 })).toBe("red");
  expect(taskTone({ ...light, met: true })).toBe("green");
  expect(taskTone({ ...light, enabled: false })).toBe("off");
  expect(taskTone(undefined)).toBe("off");
});

test("the overall light counts what is wanted", () => {
  const frame = { light: "orange", settled: true, tasks: [light, { ...light, met: true }, { ...light, enabled: false }] };
  expect(overall(frame).words).toContain("1 of 2 tasks met");
  expect(overall({ ...frame, tasks: [] }).tone).toBe("off");
  expect(overall(null).tone).toBe("off");
});

test("a residual has its unit", () => {
  expect(residual(light)).toBe("13.2 cm");
  expect(residual({ ...light, residual: 0.5, unit: "rad", note: "" })).toBe("29°");
  expect(residual({ ...light, enabled: false })).toBe("off");
});
