import { expect, test } from "vitest";
import { nextUp } from "./joints";

const coordinates = [{ name: "angle", unit: "deg" }] as never[];
const joints = [
  { name: "root", base: null, segment: "pelvis", coordinates },
  { name: "shoulder", base: "pelvis", segment: "arm", coordinates },
  { name: "elbow", base: "arm", segment: "forearm", coordinates },
  { name: "weld", base: "forearm", segment: "cuff", coordinates: [] },
  { name: "wrist", base: "cuff", segment: "hand", coordinates },
];

test("R walks up the joints of a part, past those that cannot move", () => {
  expect(nextUp(joints, "hand", null)).toBe("wrist");
  expect(nextUp(joints, "hand", "wrist")).toBe("elbow");
  expect(nextUp(joints, "hand", "shoulder")).toBeNull();
  expect(nextUp(joints, "pelvis", null)).toBeNull();
  expect(nextUp(joints, "arm", "wrist")).toBe("shoulder");
});
