import { expect, test } from "vitest";
import { Desk } from "./desk.svelte";

test("what another figure has not is not selected any more, and what it has still is", () => {
  const desk = new Desk();
  const named = (...names: string[]) => names.map((name) => ({ name }));
  desk.selectSegment("left_hand", "left_wrist", "left_hand");
  desk.keepOnly({ segments: named("left_hand"), joints: named("left_wrist"), sites: named("left_hand", "head") });
  expect([desk.segment, desk.joint, desk.site]).toEqual(["left_hand", "left_wrist", "left_hand"]);
  desk.keepOnly({ segments: named("ann/left_hand"), joints: named("ann/left_wrist"), sites: named("head") });
  expect([desk.segment, desk.joint, desk.site, desk.circle]).toEqual([null, null, null, null]);
});
