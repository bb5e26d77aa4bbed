import { expect, test } from "vitest";
import { summary } from "./summary";

test.each([
  ["force", { vector: [3, 4, 0] }, "5 N"],
  ["weight", { kilograms: 12 }, "12 kg"],
  ["support", { rope: [0, 3, 0], friction: 0.5 }, "rope"],
  ["support", { grip: true, friction: 0.5 }, "grip"],
  ["support", { share: 0.25, friction: 0.5 }, "25 %"],
  ["support", { friction: 0.7 }, "μ 0.7"],
  ["near_pose", {}, ""],
])("%s %j reads %s", (kind, fields, text) => expect(summary({ kind, fields })).toBe(text));
