import { describe, expect, test } from "vitest";
import { angle, degrees, fileDegrees, length, measure, radians } from "./units";

describe("numbers on screen", () => {
  test.each([
    [1.4242, "1.42 m"],
    [0.382, "38.2 cm"],
    [0.0123, "12.3 mm"],
    [-0.0123, "-12.3 mm"],
    [0.00005, "0.050 mm"],
    [1e-9, "0 mm"],
  ])("%d metres read %s", (value, text) => expect(length(value)).toBe(text));

  test("angles are degrees on screen and radians everywhere else", () => {
    expect(angle(Math.PI / 2)).toBe("90°");
    expect(angle(-1e-12)).toBe("0°");
    expect(angle(0.001)).toBe("0.057°");
    expect(radians(degrees(0.7))).toBeCloseTo(0.7, 15);
  });

  test("angles of files are degrees, or say that they are radians", () => {
    expect(fileDegrees(30)).toBe(30);
    expect(fileDegrees("0.5 rad")).toBeCloseTo(28.6479, 4);
    expect(fileDegrees(null)).toBeNull();
  });

  test("what is not a number is a dash", () => {
    expect(measure(Number.NaN, "N")).toBe("–");
    expect(measure(undefined, "m")).toBe("–");
    expect(measure(700.4, "N")).toBe("700 N");
    expect(measure(0.5, "")).toBe("0.500");
  });
});
