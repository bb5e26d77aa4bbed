import { expect, test } from "vitest";
import { carriedBy } from "./contacts";

test("a sole carries what its corners carry together", () => {
  const carried = carriedBy([
    { site: "left_foot", force: [3, 100, 0] },
    { site: "right_foot", force: [0, 0, 5] },
    { site: "left_foot", force: [-3, 200, 0] },
    { site: "left_foot", force: [0, 100, 300] },
  ]);
  expect([...carried]).toEqual([["left_foot", 500], ["right_foot", 5]]);
});
