/** What happens on the stage, said to the server. */

import type { Stage, DragEvent, GoalEvent, Hit, JointEvent, LimitEvent, Modifiers, SwivelEvent, ThingEvent } from "../../scene";
import { limitValue } from "../../scene";
import type { Desk, Follow } from "../../state/desk.svelte";
import { length3, type Vec3 } from "../../state/geometry";
import { handleId, movedValue, partOf } from "../../state/handles";
import { drifted, FAR, springing, stopped, touching } from "../../state/springing";
import type { StayMark } from "../../protocol/messages";
import type { Studio } from "../../state/studio.svelte";
import { degrees } from "../../state/units";

/** Alt: the limb follows; Ctrl or Command: this part alone; else as chosen. */
function followOf(desk: Desk, modifiers: Modifiers): Follow {
  if (modifiers.alt) return "limb";
  if (modifiers.ctrl || modifiers.meta) return "part";
  return desk.follow === "joint" && desk.joint === null ? "natural" : desk.follow;
}

export function wire(stage: Stage, studio: Studio, desk: Desk): void {
  stage.on("drag", (event) => dragged(studio, desk, event));
  stage.on("goal", (event) => goalMoved(studio, desk, event));
  stage.on("joint", (event) => jointTurned(studio, desk, event));
  stage.on("limit", (event) => limitChanged(studio, desk, event));
  stage.on("swivel", (event) => swivelled(studio, desk, event));
  stage.on("thing", (event) => thingMoved(studio, desk, event));
  stage.on("click", (event) => clicked(studio, desk, event));
  stage.on("menu", (hit) => opened(stage, studio, desk, hit));
}

/** What was placed when the hand took hold. */
let placed: readonly StayMark[] = [];

function dragged(studio: Studio, desk: Desk, event: DragEvent): void {
  const { hand } = studio;
  if (event.phase === "start") {
    placed = studio.document?.stays ?? [];
    const follow = followOf(desk, event.modifiers);
    hand.grab({ type: "grab_point", segment: event.segment, point: [...event.point], follow, joint: follow === "joint" ? desk.joint : null, symmetric: desk.symmetric, method: desk.method });
    desk.selectSegment(event.segment, follow === "joint" ? desk.joint : null, event.site, desk.through && desk.segment === event.segment); // rings would be in the way of the next drag
  }
  if (event.phase === "cancel") void hand.cancel().catch(studio.notices.warn);
  else hand.pull([...event.target]);
  if (event.phase !== "end") return;
  const from = studio.placeOf(event.segment, event.point);
  const keep = event.modifiers.shift; // then the body goes on towards the goal, which is no springing back
  const led = new Set([event.segment, ...(studio.now?.handles.map((h) => h.segment) ?? [])]);
  const others = placed.filter((stay) => !led.has(stay.part));
  void letGo(studio, desk, keep).then(() => (keep ? undefined : tellEnd(studio, desk, event, from, others).catch(() => undefined))); // the line may be gone
}

/** What held a drag that did not come where the hand was; else whether the part stays where it was let go. */
async function tellEnd(studio: Studio, desk: Desk, event: DragEvent, from: Vec3 | null, others: readonly StayMark[]): Promise<void> {
  desk.held = null;
  if (from !== null && length3(from, event.target) > FAR) {
    const words = stopped(event.segment, await studio.tryTo({ type: "ask_holders" }));
    if (words !== null) return studio.notices.tell(words);
  }
  await tellSpringing(studio, event, from);
  const moved = drifted(others, studio.document?.stays ?? []);
  if (moved !== null) studio.notices.tell(moved);
  tellTouch(studio, event.segment);
}

/** Who puts a foot on a step is told that it does not carry by itself. */
function tellTouch(studio: Studio, segment: string): void {
  const words = touching(segment, studio.now?.overlays.near ?? [], studio.document?.supports ?? [], studio.figure);
  if (words !== null) studio.notices.tell(words);
}

/** Once the body rests: whether the part is where it was let go. */
async function tellSpringing(studio: Studio, { segment, point }: DragEvent, from: Vec3 | null): Promise<void> {
  await studio.rested();
  const to = studio.placeOf(segment, point);
  if (studio.hand.holds || from === null || to === null || studio.document === null) return;
  const words = springing(segment, from, to, studio.document);
  if (words !== null) studio.notices.tell(words);
}

async function letGo(studio: Studio, desk: Desk, keep: boolean): Promise<void> {
  try {
    const place = await studio.hand.release(keep);
    if (keep && place !== null && place.at !== null) desk.select({ list: "tasks", at: place.at });
  } catch (error) {
    studio.notices.warn((error as Error).message);
  }
}

function goalMoved(studio: Studio, desk: Desk, event: GoalEvent): void {
  const goal = studio.document?.goals.find((g) => handleId(g) === event.id);
  if (goal === undefined) return;
  const { list, at, field } = partOf(event.id);
  if (event.phase === "start") studio.hand.grab({ type: "grab_field", list, at, field, symmetric: desk.symmetric });
  if (event.phase === "cancel") void studio.hand.cancel();
  else if (event.phase !== "start") studio.hand.pull(movedValue(goal, event));
  if (event.phase !== "end") return;
  const segment = studio.figure?.sites.find((site) => site.name === goal.site)?.segment;
  void studio.hand.release().then(() => studio.rested()).then(() => segment !== undefined && tellTouch(studio, segment));
}

function jointTurned(studio: Studio, desk: Desk, event: JointEvent): void {
  const joint = studio.figure?.joints.find((j) => j.name === event.joint);
  if (joint === undefined) return;
  if (event.phase === "start") studio.hand.grab({ type: "grab_joint", joint: joint.name, symmetric: desk.symmetric });
  if (event.phase === "cancel") return void studio.hand.cancel();
  const now = studio.now?.joints;
  studio.hand.pull(
    joint.coordinates.map((coordinate, i) => {
      const value = coordinate.name === event.coordinate ? event.value : (now?.[joint.offset + i] ?? 0);
      return coordinate.unit === "deg" ? degrees(value) : value;
    }),
  );
  if (event.phase === "end") void letGo(studio, desk, false);
}

function thingMoved(studio: Studio, desk: Desk, event: ThingEvent): void {
  const { hand } = studio;
  if (event.phase === "start") {
    hand.grab({ type: "grab_thing", name: event.name });
    desk.thing = event.name;
  } else if (event.phase === "cancel") return void hand.cancel();
  const { position, heading, sizes } = event;
  hand.pull(position ? [...position] : { ...(heading === undefined ? {} : { heading: degrees(heading) }), ...(sizes && { sizes }) });
  if (event.phase === "end") void hand.release();
}

function swivelled(studio: Studio, desk: Desk, event: SwivelEvent): void {
  const { hand } = studio;
  if (event.phase === "start") hand.grab({ type: "grab_circle", segment: event.segment, symmetric: desk.symmetric });
  else if (event.phase === "cancel") return void hand.cancel();
  hand.pull([event.swivel, event.branch]);
  if (event.phase === "end") void hand.release();
}

/** Drawn by the stage while it is dragged; the figure changes once, at the end. */
function limitChanged(studio: Studio, desk: Desk, event: LimitEvent): void {
  if (event.phase !== "end") return;
  const value = limitValue(event.limit, event.key === "distance" ? "m" : "deg");
  void studio.ask({ type: "set_limit", joint: event.joint, limit: event.key, value, symmetric: desk.symmetric });
}

const jointOf = (studio: Studio, segment: string | null): string | null => studio.figure?.segments.find((s) => s.name === segment)?.joint ?? null;

/** The site that a click on a part means: the one near the cursor, else one of that part. */
function siteOf(studio: Studio, hit: Hit): string | null {
  return hit.site ?? studio.figure?.sites.find((site) => site.segment === hit.segment)?.name ?? null;
}

/** What the menu speaks of is selected too, so that it is seen. */
function opened(stage: Stage, studio: Studio, desk: Desk, hit: Hit): void {
  if (hit.goal === null) desk.selectSegment(hit.segment, jointOf(studio, hit.segment), hit.segment === null ? null : siteOf(studio, hit));
  const box = stage.canvas.getBoundingClientRect();
  desk.menu = { place: { top: box.top + hit.y, left: box.left + hit.x }, found: { goal: hit.goal, segment: hit.segment, point: hit.point, site: hit.site } };
}

/** Alt-click goes through: each one selects what lies behind what was selected there. */
function behind(studio: Studio, desk: Desk, through: readonly string[]): void {
  const next = through[(through.indexOf(desk.segment ?? "") + 1) % through.length];
  if (next !== undefined) desk.selectSegment(next, null, studio.figure?.sites.find((site) => site.segment === next)?.name ?? null, true);
}

function clicked(studio: Studio, desk: Desk, hit: Hit & { double: boolean; modifiers: Modifiers; through: readonly string[] }): void {
  if (desk.picking !== null) {
    const site = siteOf(studio, hit);
    if (site !== null) desk.picking.done(site);
    return;
  }
  if (hit.modifiers.alt && hit.through.length > 0) return behind(studio, desk, hit.through);
  if (hit.goal !== null) return desk.select(partOf(hit.goal));
  if (hit.thing !== null) return void (desk.thing = hit.thing);
  if (hit.segment === null) desk.thing = null;
  desk.selectSegment(hit.segment, jointOf(studio, hit.segment), hit.segment === null ? null : siteOf(studio, hit));
  if (hit.segment === null) desk.select(null);
  if (hit.double && hit.segment === null) desk.layout = desk.layout === "quad" ? hit.view : "quad";
  if (hit.double && desk.joint !== null) desk.tab = "joints";
}
