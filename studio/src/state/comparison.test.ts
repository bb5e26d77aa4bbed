import { expect, test } from "vitest";
import { comparisonReport } from "./comparison";

test("a report of a comparison has every person and every row, and runs nothing that a title says", () => {
  const person = { figure: {}, picture: new Uint8Array([0x89, 0x50]), light: "green", dropped: [] };
  const text = comparisonReport("A <b>shelf</b>", {
    people: [{ ...person, title: "5th percentile, woman" }, { ...person, title: "95th percentile, man", light: "orange", dropped: ["pin"] }],
    rows: [
      { group: "person", label: "stature", unit: "m", values: [1.526, 1.87] },
      { group: "balance", label: "margin", unit: "m", values: [0.079, 0.145] },
    ],
    asked: ["1. hold left foot", "a weight of 5 kg at right hand & left hand"],
    sources: ["~ order of magnitude: 0.6 × an athlete"],
  }, new Date(2026, 10, 19));
  expect(text).toContain("5th percentile, woman");
  expect(text).toContain("not all tasks met<br>without pin");
  expect(text).toContain("1.526 m");
  expect(text).toContain("<td class=\"number\">79 mm</td><td class=\"number\">145 mm</td>");
  expect(text).toContain("19 November 2026");
  expect(text).toContain("<li>a weight of 5 kg at right hand &amp; left hand</li>");
  expect(text).toContain("<li>~ order of magnitude: 0.6 × an athlete</li>");
  expect(text).toContain("&lt;b&gt;shelf");
  expect(text).toContain("data:image/png;base64,iVA=");
  expect(text).not.toContain("<b>shelf");
  expect(text).not.toMatch(/https?:/);
});
