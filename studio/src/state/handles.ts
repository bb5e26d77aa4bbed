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
export const ride = (document: Pick<DocumentMessage, "goals" | "forces">): boolean =>
  document.forces.length > 0 || document.goals.some((goal) => goal.kind === "turn" || goal.kind === "direction");

/** `live`: the goal that somebody drags just now, with its present value. */
export function handlesOf(known: Known, live: unknown): Goal[] {
  const dragged = live as Partial<Told> | null;
  const sites = new Map(known.figure.sites.map((site, i) => [site.name, i]));
  return [...staysOf(known.document), ...weightsOf(known), ...goalsOf(known, dragged, sites)];
}

/** Faint pins where parts were placed by hand: they can be looked at. */
const staysOf = (document: DocumentMessage): Goal[] =>
  document.stays.flatMap(({ part, place }) => (place === null ? [] : [{ id: JSON.stringify(["stays", part, "place"]), kind: "stay" as const, position: vec3(place), movable: false }]));

/** Weights hang where they are held, in the middle of two hands: they can be looked at. */
function weightsOf({ document, place }: Known): Goal[] {
  return document.forces.flatMap(({ fields }, at) => {
    const { kilograms, site, site_b } = fields;
    const held = [site, site_b].flatMap((name) => (typeof name === "string" ? (place(name)?.position ?? []) : [])) as number[];
    if (typeof kilograms !== "number" || held.length === 0) return [];
    const places = Array.from({ length: held.length / 3 }, (_, i) => vec3(held.slice(3 * i, 3 * i + 3)));
    const middle = [0, 1, 2].map((axis) => places.reduce((sum, p) => sum + p[axis]!, 0) / places.length);
    return [{ id: JSON.stringify(["forces", at, "kilograms"]), kind: "weight" as const, position: vec3(middle), kilograms, held: places, movable: false }];
  });
}

function goalsOf(known: Known, dragged: Partial<Told> | null, sites: ReadonlyMap<string, number>): Goal[] {
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
      ...(site !== undefined && goal.kind !== "force" && goal.kind !== "surface" && task?.kind !== "look_at" ? { site } : {}),
      ...(typeof axes === "string" ? { axes } : {}),
    }];
  });
}

type Placing = Pick<Goal, "kind" | "position" | "quaternion" | "vector" | "shape" | "normal">;

function placing(goal: Told, value: unknown, known: Known): Placing | null {
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
  if (goal.kind === "surface") return surfacePlacing(value as Surface);
  return numbers === null ? null : { kind: "point", position: vec3(numbers), ...bounds(goal, known) };
}

/** A surface as documents have it: its name, and its fields. */
type Surface = Record<string, Record<string, unknown>>;

function surfacePlacing(surface: Surface): Placing {
  const [name, fields] = Object.entries(surface)[0]!;
  const position = vec3((fields["point"] ?? fields["position"] ?? []) as number[]);
  if (name === "plane") return { kind: "obstacle", position, normal: vec3(fields["normal"] as number[]) };
  if (name === "sphere") return { kind: "obstacle", position, shape: { kind: "sphere", radius: Number(fields["radius"]) } };
  const shape = { kind: "ellipsoid", radii: vec3(fields["radii"] as number[]) } as const;
  return { kind: "obstacle", position, shape, quaternion: quaternion(fields["rotation"]) ?? [0, 0, 0, 1] };
}

/** What bounds a site there: the plane it keeps to one side of, or the sphere it keeps in or out of. */
function bounds(goal: Told, known: Known): Pick<Goal, "shape" | "normal"> {
  const fields = goal.list === "tasks" ? known.document.levels.flat().find((task) => task.name === goal.at)?.fields : undefined;
  if (goal.kind === "plane" && Array.isArray(fields?.["normal"])) return { normal: vec3(fields["normal"] as number[]) };
  const radius = fields?.["max"] ?? fields?.["min"];
  const ball = goal.field === "point" && typeof radius === "number" && !fields?.["line"] && !fields?.["axis"];
  return ball ? { shape: { kind: "sphere", radius } } : {};
}

/** The value of the goal's field after its handle was moved. */
export function movedValue(goal: Told, event: Pick<GoalEvent, "position" | "quaternion" | "vector">): unknown {
  switch (goal.kind) {
    case "force":
      return event.vector === undefined ? goal.value : [...event.vector];
    case "frame":
      return { position: [...event.position], ...(event.quaternion === undefined ? {} : { rotation: [...event.quaternion] }) };
    case "surface": {
      const [name, fields] = Object.entries(goal.value as Surface)[0]!;
      const turned = name === "ellipsoid" && event.quaternion !== undefined ? { rotation: [...event.quaternion] } : {};
      return { [name]: { ...fields, [name === "plane" ? "point" : "position"]: [...event.position], ...turned } };
    }
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
