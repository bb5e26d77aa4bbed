import { describe, expect, test } from "vitest";
import { angle, degrees, fieldNumber, fileDegrees, length, measure, radians } from "./units";

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

  test.each([
    [6.625070e-18, false, "0"],
    [-3.08e-17, false, "0"],
    [-0.1234567, false, "-0.123"],
    [1.5, false, "1.5"],
    [400, false, "400"],
    [0.0001, true, "0.0001"],
    [0.00000123, true, "0.0000012"],
    [-0, true, "0"],
    [null, false, ""],
  ])("a field shows %d (small values meant: %s) as %s", (value, fine, text) => expect(fieldNumber(value, fine)).toBe(text));

  test("a field of degrees shows tenths", () => {
    expect(fieldNumber(-0.0132, false, 1)).toBe("0");
    expect(fieldNumber(179.96, false, 1)).toBe("180");
  });

  test("what is not a number is a dash", () => {
    expect(measure(Number.NaN, "N")).toBe("–");
    expect(measure(undefined, "m")).toBe("–");
    expect(measure(700.4, "N")).toBe("700 N");
    expect(measure(0.5, "")).toBe("0.500");
  });
});
