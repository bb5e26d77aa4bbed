/** Everything that is drawn over a view and can be taken: pulled points, goals, rings of a joint, handles of limits. */

import type { Body } from "./body";
import { drawPull } from "./bodyDrag";
import type { Content } from "./content";
import { drawGoal } from "./goals";
import type { Desk } from "./handles";
import { jointFrame } from "./jointFrame";
import { drawLimitHandles } from "./limitHandles";
import { limitRadius } from "./overlays/limits";
import { drawRings } from "./rings";
import type { Goal, JointEvent, LimitEvent, Phase, PullMark } from "./types";

/** Told what hands do. */
export interface Hands {
  goal(goal: Goal, phase: Phase): void;
  joint(event: JointEvent): void;
  limit(event: LimitEvent): void;
}

/** `pull`: the point of the body in hand. */
export function drawTools(desk: Desk, content: Content, pull: PullMark | null, hands: Hands): void {
  const { body, frame, overlays, selection } = content;
  if (!body) return;
  for (const mark of frame.pulls ?? []) drawPull(desk, body, mark);
  if (pull) drawPull(desk, body, pull);
  if (overlays.goals) drawGoals(desk, body, content, hands);
  if (selection.joint && !pull) drawJoint(desk, body, content, selection.joint, hands);
}

function drawGoals(desk: Desk, body: Body, { goals, selection, blame, gizmo }: Content, hands: Hands): void {
  const table = { body, selected: selection.goal ?? null, blamed: new Set(blame.goals), mode: gizmo, edit: hands.goal };
  for (const goal of goals) drawGoal(desk, goal, table);
}

/** Rings that turn the joint; while limits are shown, handles on its limits instead. */
function drawJoint(desk: Desk, body: Body, { frame, overlays, size }: Content, name: string, hands: Hands): void {
  const joint = body.figure.joints.find((j) => j.name === name);
  if (!joint) return;
  const now = jointFrame(body, joint, frame.joints);
  if (overlays.limits) drawLimitHandles(desk, now, limitRadius(now, size), hands.limit);
  else drawRings(desk, now, hands.joint);
}
