import { expect, test } from "vitest";
import { compared, differences, whoseName } from "./people";

test("values are written with their units", () => {
  expect(compared(1.755, "m")).toBe("1.755 m");
  expect(compared(0.0853, "m")).toBe("85 mm");
  expect(compared(0.0006, "m")).toBe("0.6 mm");
  expect(compared(1e-9, "m")).toBe("0 mm");
  expect(compared(0.111, "m", 1.2)).toBe("0.111 m"); // as the largest of its row
  expect(compared(43.9, "°")).toBe("44°");
  expect(compared(0.3476, "of its strength")).toBe("35 %");
  expect(compared(null, "m")).toBe("–");
});

test("the difference is of the last person and the first", () => {
  expect(differences({ group: "joints", label: "", unit: "°", values: [44, 65, 86] })).toBe("+42°");
  expect(differences({ group: "person", label: "", unit: "kg", values: [80, 70] })).toBe("-10.0 kg");
  expect(differences({ group: "person", label: "", unit: "m", values: [null, 1] })).toBe("–");
});

test("names of one of several figures are taken apart", () => {
  const figures = ["ann", "bob"];
  expect(whoseName("hold ann/right_foot", figures)).toEqual({ whose: "ann", own: "hold right_foot" });
  expect(whoseName("balance bob", figures)).toEqual({ whose: "bob", own: "balance" });
  expect(whoseName("together ann/right_hand bob/left_hand", figures)).toEqual({ whose: null, own: "together ann/right_hand bob/left_hand" });
  expect(whoseName("hold right_foot", [])).toEqual({ whose: null, own: "hold right_foot" });
});
