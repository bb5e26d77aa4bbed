/** What can be done with what lies under the cursor: the menu of a right click, a long press or the menu key. */

import type { MenuItem } from "./menu";
import type { Actions } from "./actions";
import type { Desk } from "./desk.svelte";
import { partOf } from "./handles";
import type { Studio } from "./studio.svelte";
import type { Viewport } from "./viewport";

/** What was found there: a goal, or a point of a segment, near a site perhaps; or nothing. */
export interface Found {
  goal: string | null;
  segment: string | null;
  point: readonly number[] | null;
  site: string | null;
}

const words = (name: string): string => name.replaceAll("_", " ");

export function stageMenu(found: Found, studio: Studio, desk: Desk, actions: Actions, viewport: Viewport): { label: string; items: MenuItem[] } {
  if (found.goal !== null) return goalMenu(found.goal, desk, actions);
  if (found.segment !== null) return bodyMenu(found, found.segment, studio, desk, actions, viewport);
  return {
    label: "View",
    items: [
      { title: "Frame the body", keys: "F", run: () => viewport.frameSelection() },
      { title: desk.layout === "quad" ? "One view" : "Four views", run: () => void (desk.layout = desk.layout === "quad" ? "perspective" : "quad") },
      { title: "Clear the traces", run: () => viewport.clearTraces() },
    ],
  };
}

function goalMenu(goal: string, desk: Desk, actions: Actions): { label: string; items: MenuItem[] } {
  const { list, at } = partOf(goal);
  const name = typeof at === "string" ? at : `${list.slice(0, -1)} ${at + 1}`;
  const items: MenuItem[] = [
    { title: "Inspect it", run: () => desk.select({ list, at }) },
    { title: "Remove it", keys: "Delete", run: () => void actions.remove(list, at) },
  ];
  if (list === "tasks") items.push({ title: "Why is it not met?", keys: "W", run: () => void actions.why(String(at)), line: true });
  return { label: name, items };
}

function bodyMenu(found: Found, segment: string, studio: Studio, desk: Desk, actions: Actions, viewport: Viewport): { label: string; items: MenuItem[] } {
  const { site, point } = found;
  const spot = site === null ? { segment, point: [...(point ?? [0, 0, 0])] } : { site };
  const pinned = site !== null && studio.tasks.some((task) => task.fields["site"] === site && (task.kind === "hold" || task.name.startsWith("pin ")));
  const pin = (turn: boolean) => void studio.ask({ type: "pin", ...spot, turn, symmetric: desk.symmetric });
  const joint = studio.figure?.segments.find((s) => s.name === segment)?.joint ?? null;
  const items: MenuItem[] = pinned
    ? [{ title: "Let it go", keys: "P", run: () => pin(false) }]
    : [
        { title: "Pin it here", keys: "P", run: () => pin(false) },
        { title: "Pin it with its direction", keys: "Shift+P", run: () => pin(true) },
        { title: "Keep a goal here", note: "as a task below all others", run: () => void actions.keepGoal(segment, point ?? [0, 0, 0]) },
      ];
  if (site !== null) {
    items.push({ title: "Push it with a force", run: () => void actions.add("forces", "force", { site, vector: [0, 0, -50] }), line: true });
    items.push({ title: "Trace its path", run: () => trace(site, desk, actions) });
  }
  items.push({ title: "Rest it on what it touches", note: "the floor or a thing carries it", run: () => void studio.ask({ type: "stand_on", segment }), line: true });
  if (joint !== null) items.push({ title: "Turn its joint", line: true, run: () => desk.selectJoint(joint) });
  items.push({ title: "Frame it", keys: "F", run: () => viewport.frameSelection() });
  return { label: words(site ?? segment), items };
}

function trace(site: string, desk: Desk, actions: Actions): void {
  desk.traced = site;
  actions.setOverlay("traces", true);
}
