/** Everything that is drawn over a view and can be taken: pulled points, goals, rings of a joint, handles of limits. */

import type { Body } from "./body";
import { drawPull } from "./bodyDrag";
import { drawCircle } from "./circle";
import type { Content } from "./content";
import { drawGoal } from "./goals";
import type { Sketch } from "./handles";
import { jointFrame } from "./jointFrame";
import { drawLimitHandles } from "./limitHandles";
import { limitRadius } from "./overlays/limits";
import { drawRings } from "./rings";
import { drawThingTools } from "./thingTools";
import type { Goal, JointEvent, LimitEvent, Phase, PullMark, SwivelEvent, ThingEvent } from "./types";

/** A segment that is held this far, metres, from where it was taken is shown where it is held. */
const ELSEWHERE = 1e-3;

/** Told what is done with goals, joints and limits. */
export interface ToolEvents {
  goal(goal: Goal, phase: Phase): void;
  joint(event: JointEvent): void;
  limit(event: LimitEvent): void;
  swivel(event: SwivelEvent): void;
  thing(event: ThingEvent): void;
}

/** `pull`: the point of the body in hand. */
export function drawTools(sketch: Sketch, content: Content, pull: PullMark | null, events: ToolEvents): void {
  const { body, frame, overlays, selection } = content;
  if (!body) return;
  for (const mark of frame.pulls ?? []) drawPull(sketch, body, mark);
  if (pull) drawPull(sketch, body, asHeld(pull, frame.held));
  if (overlays.goals) drawGoals(sketch, body, content, events);
  const thing = selection.thing ? content.things.find((t) => t.name === selection.thing && t.movable) : undefined;
  if (thing && !pull) drawThingTools(sketch, thing, events.thing);
  if (content.circle && !pull) drawCircle(sketch, body, content.circle, events.swivel);
  if (selection.joint && !pull) drawJoint(sketch, body, content, selection.joint, events);
}

/** Where the server holds the segment in hand: the trunk by its own axis, wherever it was taken. */
export function asHeld(pull: PullMark, held: Content["frame"]["held"]): PullMark {
  return held?.find((mark) => mark.segment === pull.segment && Math.hypot(...mark.point.map((x, i) => x - pull.point[i]!)) > ELSEWHERE) ?? pull;
}

function drawGoals(sketch: Sketch, body: Body, { goals, selection, blame, gizmo }: Content, events: ToolEvents): void {
  const table = { body, selected: selection.goal ?? null, blamed: new Set(blame.goals), mode: gizmo, edit: events.goal };
  // The selected one last: where two lie on each other in a view, it is the one that is taken.
  const last = goals.filter((goal) => goal.id === table.selected);
  for (const goal of [...goals.filter((goal) => goal.id !== table.selected), ...last]) drawGoal(sketch, goal, table);
}

/** Rings that turn the joint; while limits are shown, handles on its limits instead. */
function drawJoint(sketch: Sketch, body: Body, { frame, overlays, size }: Content, name: string, events: ToolEvents): void {
  const joint = body.figure.joints.find((j) => j.name === name);
  if (!joint) return;
  const now = jointFrame(body, joint, frame.joints);
  if (overlays.limits) drawLimitHandles(sketch, now, limitRadius(now, size), events.limit);
  else drawRings(sketch, now, events.joint);
}
