import { expect, test } from "vitest";
import { mainCulprits, MAIN } from "./why";

const culprit = (name: string, share: number) => ({ kind: "task", name, joints: [], share, meets: false, words: "" });
const finding = { task: "reach", heading: "", lines: [], culprits: [culprit("a", 0.1), culprit("b", 0.9), culprit("c", 0.5), culprit("d", 0.2)] };

test("the heaviest culprits of that task come first, a few of them", () => {
  const found = mainCulprits({ findings: [finding] }, "reach");
  expect(found.map((c) => c.name)).toEqual(["b", "c", "d"]);
  expect(found).toHaveLength(MAIN);
});

test("nothing is blamed for a task that is met, or before the answer", () => {
  expect(mainCulprits({ findings: [finding] }, "other")).toEqual([]);
  expect(mainCulprits(null, "reach")).toEqual([]);
});
