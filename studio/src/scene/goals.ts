/** Things in the world that tasks and forces are about: drawn, and taken by their handles. */

import { Matrix4, Quaternion, Vector3 } from "three";
import type { Body } from "./body";
import { freeMove, moveGizmo, turnGizmo, type DragListener } from "./gizmo";
import type { Sketch } from "./handles";
import { AXES, PUSHED } from "./palette";
import { across } from "./pen";
import type { GizmoMode, Goal, GoalEvent, Phase, Quat, Vec3 } from "./types";

/** Half the edge of the piece of a plane that is drawn, metres. */
const SHEET = 0.3;
/** Metres an arrow is long for each newton. */
export const PER_NEWTON = 0.0013;

/** Kilograms a cubic metre; metres a second squared; metres that a weight hangs below what holds it. */
const IRON = 7200;
const GRAVITY = 9.81;
const HANGS = 0.03;

export interface GoalTable {
  body: Body;
  selected: string | null;
  blamed: ReadonlySet<string>;
  mode: GizmoMode;
  /** A goal was changed by hand. */
  edit(goal: Goal, phase: Phase): void;
}

export function drawGoal(sketch: Sketch, goal: Goal, table: GoalTable): void {
  const at = new Vector3(...goal.position);
  const color = table.blamed.has(goal.id) ? sketch.theme.blame : goal.kind === "force" ? PUSHED : sketch.theme.tones[goal.tone ?? "plain"];
  const pixel = sketch.eye.metresPerPixel(at);
  if (goal.site !== undefined) tether(sketch, goal.site, at, table.body, color);
  drawMark(sketch, goal, at, color, pixel);
  if (goal.movable === false) return;
  const listener = followerOf(goal, table);
  if (goal.kind === "force" && goal.vector) return forceHandle(sketch, goal, at, color, table);
  sketch.add({ key: goal.id, goal: goal.id, path: goal.position, reach: 11, cursor: "grab", grip: () => freeMove(at, listener) });
  if (goal.kind === "pin") headHandle(sketch, goal, at, pixel, table);
  if (table.selected !== goal.id) return;
  if (table.mode === "turn" && goal.quaternion) turnGizmo(sketch, goal.id, at, new Quaternion(...goal.quaternion), listener);
  else moveGizmo(sketch, goal.id, at, goal.axes ?? "xyz", listener);
}

function drawMark(sketch: Sketch, goal: Goal, at: Vector3, color: string, pixel: number): void {
  const { pen, eye } = sketch;
  const hot = sketch.hot === goal.id;
  const back = new Vector3(...(eye.axes.back as Vec3));
  if (goal.kind === "force") return;
  if (goal.kind === "weight") return weight(sketch, goal, at, color);
  if (goal.kind === "stay") return pin(sketch, at, color, 0.7 * pixel, 0.55);
  pen.style(color).ball(at, (hot ? 5.5 : 4.5) * pixel);
  if (goal.kind === "look") pen.style(color, 1, 1.5).ring(at, back, 14 * pixel);
  outlineOf(sketch, goal, at, color);
  if (goal.kind === "pin") pin(sketch, at, color, pixel);
  else pen.style(color, 1, hot ? 3 : 2).ring(at, back, 9 * pixel);
  if (goal.quaternion && goal.kind !== "pin") {
    const turn = new Quaternion(...goal.quaternion);
    AXES.forEach((tint, i) => {
      const arm = new Vector3().setComponent(i, 1).applyQuaternion(turn);
      pen.style(tint, 1, 2.5).line(at, arm.multiplyScalar(26 * pixel).add(at));
    });
  }
}

const pinHead = (at: Vector3, pixel: number): Vector3 => at.clone().add(new Vector3(7 * pixel, 17 * pixel, 0));

/** Who takes the head of a pin means the pin. */
function headHandle(sketch: Sketch, goal: Goal, at: Vector3, pixel: number, table: GoalTable): void {
  const head = pinHead(at, pixel);
  const up = head.clone().sub(at);
  const listener = followerOf(goal, table, (now, spot) => ({ ...now, position: asVec3(spot.clone().sub(up)) }));
  sketch.add({ key: `${goal.id}/head`, goal: goal.id, path: asVec3(head), reach: 7, cursor: "grab", grip: () => freeMove(head, listener) });
}

/** A needle stuck into the place. */
function pin(sketch: Sketch, at: Vector3, color: string, pixel: number, alpha = 1): void {
  const head = pinHead(at, pixel);
  sketch.pen.style(color, alpha, 2).line(at, head);
  sketch.pen.style(color, alpha).ball(head, 4.5 * pixel);
}

/** A ball of iron of that mass under what holds it, and the arrow of its weight. */
function weight({ pen }: Sketch, { kilograms = 0, held = [] }: Goal, at: Vector3, color: string): void {
  const radius = Math.cbrt(kilograms / (IRON * (4 / 3) * Math.PI));
  const ball = at.clone().add(new Vector3(0, -radius - HANGS, 0));
  for (const place of held) pen.style(color, 0.9, 2.5).line(new Vector3(...place), ball);
  pen.style(color, 0.85).ball(ball, radius);
  pen.style(PUSHED).arrow(ball, ball.clone().add(new Vector3(0, -kilograms * GRAVITY * PER_NEWTON - radius, 0)), 0.006);
}

/** Three ellipses of a ball or an egg; a sheet of a plane, with a thorn on the side it faces. */
function outlineOf(sketch: Sketch, goal: Goal, at: Vector3, color: string): void {
  const { shape, normal } = goal;
  if (normal) sheet(sketch, at, new Vector3(...normal).normalize(), color);
  if (shape?.kind !== "sphere" && shape?.kind !== "ellipsoid") return;
  const radii = shape.kind === "sphere" ? [shape.radius, shape.radius, shape.radius] : shape.radii;
  const turn = new Quaternion(...(goal.quaternion ?? [0, 0, 0, 1]));
  for (let i = 0; i < 3; i++) {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3];
    const points = Array.from({ length: 48 }, (_, n) => {
      const angle = (2 * Math.PI * n) / 48;
      const spot = new Vector3().setComponent(j, radii[j]! * Math.cos(angle)).setComponent(k, radii[k]! * Math.sin(angle));
      return spot.applyQuaternion(turn).add(at).toArray();
    });
    sketch.pen.style(color, 0.8, 1.5).path(points.flat(), true);
  }
}

function sheet(sketch: Sketch, at: Vector3, normal: Vector3, color: string): void {
  const u = across(normal, new Vector3());
  const v = new Vector3().crossVectors(normal, u);
  const corners = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([a, b]) => at.clone().addScaledVector(u, a! * SHEET).addScaledVector(v, b! * SHEET));
  sketch.pen.style(color, 0.14).polygon(corners.flatMap((corner) => corner.toArray()));
  sketch.pen.style(color, 0.8, 1.5).path(corners.flatMap((corner) => corner.toArray()), true);
  sketch.pen.style(color).arrow(at, at.clone().addScaledVector(normal, 0.12), 0.004);
}

/** A thin line from the site to its goal, when they are apart. */
function tether(sketch: Sketch, site: number, at: Vector3, body: Body, color: string): void {
  if (!body.figure.sites[site]) return;
  const here = new Vector3().setFromMatrixPosition(body.siteFrame(site, new Matrix4()));
  if (here.distanceTo(at) > 0.004) sketch.pen.style(color, 0.75, 1.5, 7).line(here, at);
}

/** An arrow from where the force acts; its tip is dragged. */
function forceHandle(sketch: Sketch, goal: Goal, at: Vector3, color: string, table: GoalTable): void {
  const tip = at.clone().addScaledVector(new Vector3(...goal.vector!), PER_NEWTON);
  const key = `${goal.id}/tip`;
  const hot = sketch.hot === key || table.selected === goal.id;
  sketch.pen.style(color).arrow(at, tip, 0.009);
  const pixel = sketch.eye.metresPerPixel(tip);
  if (hot) sketch.pen.style(color, 1, 2).ring(tip, new Vector3(...(sketch.eye.axes.back as Vec3)), 9 * pixel);
  const listener = followerOf(goal, table, (now, spot) => ({ ...now, vector: asVec3(spot.clone().sub(at).divideScalar(PER_NEWTON)) }));
  sketch.add({ key, goal: goal.id, path: asVec3(tip), reach: 11, cursor: "grab", grip: () => freeMove(tip, listener) });
  sketch.add({ key: goal.id, goal: goal.id, path: [...asVec3(at), ...asVec3(tip)], reach: 6, cursor: "pointer", grip: () => freeMove(tip, listener) });
  if (table.selected === goal.id) moveGizmo(sketch, key, tip, "xyz", listener);
}

/** `place`: what the goal becomes when its handle is moved to a spot. */
function followerOf(goal: Goal, table: GoalTable, place = (now: Goal, spot: Vector3): Goal => ({ ...now, position: asVec3(spot) })): DragListener {
  let now = goal;
  const tell = (phase: Phase): void => table.edit(phase === "cancel" ? goal : now, phase);
  return {
    start: () => tell("start"),
    moved(position) {
      now = place(now, position);
      tell("move");
    },
    turned(turn) {
      now = { ...now, quaternion: turn.toArray() as unknown as Quat };
      tell("move");
    },
    end: (cancelled) => tell(cancelled ? "cancel" : "end"),
  };
}

export function goalEvent(goal: Goal, phase: Phase): GoalEvent {
  return {
    phase, id: goal.id, position: goal.position,
    ...(goal.quaternion && { quaternion: goal.quaternion }),
    ...(goal.vector && { vector: goal.vector }),
  };
}

function asVec3(v: Vector3): Vec3 {
  return [v.x, v.y, v.z];
}
