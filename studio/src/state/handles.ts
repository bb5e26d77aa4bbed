/** The document's goals as the viewport's handles, and what a handle that was moved says to the server. */

import type { DocumentMessage, FigureMessage, Goal as Told, TaskLight } from "../protocol/messages";
import type { Goal, GoalEvent, Quat, Tone, Vec3 } from "../scene/types";
import { rotate, type Placed } from "./geometry";
import type { PartRef } from "./desk.svelte";

interface Known {
  figure: FigureMessage;
  document: DocumentMessage;
  lights: ReadonlyMap<string, TaskLight>;
  place(site: string): Placed | null;
}

export const handleId = (goal: Pick<Told, "list" | "at" | "field">): string => JSON.stringify([goal.list, goal.at, goal.field]);

/** The part that a handle belongs to, and its field. */
export function partOf(id: string): PartRef & { field: string } {
  const [list, at, field] = JSON.parse(id) as [PartRef["list"], string | number, string];
  return { list, at, field };
}

/** Whether any handle moves along with the body: its place must then be found again for every pose. */
export const ride = (goals: readonly Told[]): boolean => goals.some((goal) => goal.kind === "force" || goal.kind === "turn" || goal.kind === "direction");

/** `live`: the goal that somebody drags just now, with its present value. */
export function handlesOf(known: Known, live: unknown): Goal[] {
  const dragged = live as Partial<Told> | null;
  const sites = new Map(known.figure.sites.map((site, i) => [site.name, i]));
  return known.document.goals.flatMap((goal) => {
    const same = dragged !== null && typeof dragged === "object" && dragged.list === goal.list && dragged.at === goal.at && dragged.field === goal.field;
    const placed = placing(goal, same ? dragged.value : goal.value, known);
    if (placed === null) return [];
    const site = goal.site === null ? undefined : sites.get(goal.site);
    const task = goal.list === "tasks" ? known.document.levels.flat().find((t) => t.name === goal.at) : undefined;
    const kind = task?.kind === "hold" ? "pin" : task?.kind === "look_at" ? "look" : placed.kind;
    const axes = task?.fields["axes"];
    return [{
      ...placed, id: handleId(goal), kind, tone: toneOf(goal, known),
      ...(site !== undefined && goal.kind !== "force" && task?.kind !== "look_at" ? { site } : {}),
      ...(typeof axes === "string" ? { axes } : {}),
    }];
  });
}

function placing(goal: Told, value: unknown, known: Known): Pick<Goal, "kind" | "position" | "quaternion" | "vector"> | null {
  const here = goal.site === null ? null : known.place(goal.site);
  const numbers = Array.isArray(value) ? (value as number[]) : null;
  if (goal.kind === "frame") {
    const frame = value as { position?: number[]; rotation?: unknown } | null;
    const position = (frame?.position ?? here?.position) as Vec3 | undefined;
    return position === undefined ? null : { kind: "frame", position, quaternion: quaternion(frame?.rotation) ?? here?.rotation ?? [0, 0, 0, 1] };
  }
  if (goal.kind === "force") return here === null || numbers === null ? null : { kind: "force", position: here.position, vector: vec3(numbers) };
  if (goal.kind === "turn" || goal.kind === "direction") {
    const turn = quaternion(numbers);
    return here === null || turn === null ? null : { kind: "frame", position: here.position, quaternion: turn };
  }
  return numbers === null ? null : { kind: "point", position: vec3(numbers) };
}

/** The value of the goal's field after its handle was moved. */
export function movedValue(goal: Told, event: Pick<GoalEvent, "position" | "quaternion" | "vector">): unknown {
  switch (goal.kind) {
    case "force":
      return event.vector === undefined ? goal.value : [...event.vector];
    case "frame":
      return { position: [...event.position], ...(event.quaternion === undefined ? {} : { rotation: [...event.quaternion] }) };
    case "turn":
      return event.quaternion === undefined ? goal.value : [...event.quaternion];
    case "direction":
      if (event.quaternion === undefined) return goal.value;
      return Array.isArray(goal.value) && goal.value.length === 3 ? rotate(event.quaternion, [0, 0, 1]) : [...event.quaternion];
    default:
      return [...event.position];
  }
}

function toneOf(goal: Told, known: Known): Tone {
  const light = goal.list === "tasks" ? known.lights.get(String(goal.at)) : undefined;
  if (light === undefined || !light.enabled) return "plain";
  return light.met ? "met" : light.level <= 1 ? "unmet" : "compromise";
}

const vec3 = (values: readonly number[]): Vec3 => [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];

function quaternion(value: unknown): Quat | null {
  return Array.isArray(value) && value.length === 4 ? (value as unknown as Quat) : null;
}
