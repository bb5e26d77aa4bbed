import { expect, test, vi } from "vitest";
import type { Actions } from "./actions";
import type { Desk } from "./desk.svelte";
import { stageMenu, type Found } from "./stageMenu";
import type { Studio } from "./studio.svelte";
import type { Viewport } from "./viewport";

const HAND: Found = { goal: null, segment: "right_hand", point: [0, 0.1, 0], site: "right_hand" };

function opened(found: Found, tasks: unknown[] = []) {
  const ask = vi.fn();
  const studio = { ask, tasks, figure: { segments: [{ name: "right_hand", joint: "right_wrist" }] } } as unknown as Studio;
  const desk = { layout: "perspective", traced: null, select: vi.fn(), selectJoint: vi.fn() };
  const actions = { add: vi.fn(), remove: vi.fn(), why: vi.fn(), keepGoal: vi.fn(), setOverlay: vi.fn() };
  const menu = stageMenu(found, studio, desk as unknown as Desk, actions as unknown as Actions, {} as Viewport);
  const choose = (title: string) => menu.items.find((item) => item.title === title)!.run!();
  return { ...menu, titles: menu.items.map((item) => item.title), choose, ask, desk, actions };
}

test("a part of the body is pinned at its site, else at the point itself", () => {
  const near = opened(HAND);
  expect(near.label).toBe("right hand");
  near.choose("Pin it with its direction");
  expect(near.ask).toHaveBeenCalledWith({ type: "pin", site: "right_hand", turn: true });
  const away = opened({ ...HAND, site: null });
  away.choose("Pin it here");
  expect(away.ask).toHaveBeenCalledWith({ type: "pin", segment: "right_hand", point: [0, 0.1, 0], turn: false });
  expect(away.titles).not.toContain("Push it with a force");
});

test("what is pinned can be let go", () => {
  const held = opened(HAND, [{ name: "hold right_hand", kind: "hold", fields: { site: "right_hand" } }]);
  expect(held.titles[0]).toBe("Let it go");
  expect(held.titles).not.toContain("Pin it here");
});

test("a part of the body can be kept, pushed, traced and turned", () => {
  const hand = opened(HAND);
  hand.choose("Keep a goal here");
  expect(hand.actions.keepGoal).toHaveBeenCalledWith("right_hand", [0, 0.1, 0]);
  hand.choose("Push it with a force");
  expect(hand.actions.add).toHaveBeenCalledWith("forces", "force", { site: "right_hand", vector: [0, 0, -50] });
  hand.choose("Trace its path");
  expect([hand.desk.traced, hand.actions.setOverlay.mock.calls[0]]).toEqual(["right_hand", ["traces", true]]);
  hand.choose("Turn its joint");
  expect(hand.desk.selectJoint).toHaveBeenCalledWith("right_wrist");
});

test("a goal can be inspected, removed and asked about; a force not asked", () => {
  const goal = opened({ goal: JSON.stringify(["tasks", "reach", "point"]), segment: null, point: null, site: null });
  goal.choose("Why is it not met?");
  expect(goal.actions.why).toHaveBeenCalledWith("reach");
  goal.choose("Inspect it");
  expect(goal.desk.select).toHaveBeenCalledWith({ list: "tasks", at: "reach" });
  const force = opened({ goal: JSON.stringify(["forces", 0, "vector"]), segment: null, point: null, site: null });
  expect([force.label, force.titles]).toEqual(["force 1", ["Inspect it", "Remove it"]]);
  force.choose("Remove it");
  expect(force.actions.remove).toHaveBeenCalledWith("forces", 0);
});

test("beside the body the menu is about the view", () => {
  const view = opened({ goal: null, segment: null, point: null, site: null });
  view.choose("Four views");
  expect(view.desk.layout).toBe("quad");
});
