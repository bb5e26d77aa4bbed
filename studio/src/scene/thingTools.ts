/** Handles of the selected thing: a ring that turns it, knobs that make it larger, an arrow that lifts it. */

import { Quaternion, Vector3 } from "three";
import { knob, type Sketch } from "./handles";
import type { Grip, Pointer } from "./input";
import { AXES } from "./palette";
import { across, onCircle } from "./pen";
import { alongLine, aroundAxis, turnBetween } from "./planes";
import type { Phase, Thing, ThingEvent } from "./types";

const UP = new Vector3(0, 1, 0);
/** Metres: how far the ring is from the thing, the arrow above it and how long that is, and the least size. */
const [AWAY, ABOVE, ARROW, LEAST] = [0.12, 0.1, 0.14, 0.01];
const RING_STEPS = 48;

type Tell = (event: ThingEvent) => void;

/** A size of a thing: where its knob is, the way it is dragged, and how fast the size grows along that. */
export interface SizeKnob {
  size: string;
  at: Vector3;
  way: Vector3;
  grows: number;
}

export function drawThingTools(sketch: Sketch, thing: Thing, tell: Tell): void {
  for (const { size, at, way, grows } of sizeKnobs(thing)) {
    const key = `thing/${size}`;
    knob(sketch, at, sketch.theme.accent, sketch.hot === key ? 7.5 : 6);
    const value = thing.sizes[size]!;
    const grip = (press: Pointer): Grip => slid(press, at, way, (by, phase) => tell({ phase, name: thing.name, sizes: { [size]: Math.max(LEAST, value + grows * by) } }));
    sketch.add({ key, path: at.toArray(), reach: 10, cursor: "grab", grip });
  }
  turnRing(sketch, thing, tell);
  liftArrow(sketch, thing, tell);
}

/** The knobs of a thing's sizes. Plain obstacles have theirs along the axes of their shape, others along their heading. */
export function sizeKnobs(thing: Thing): SizeKnob[] {
  return thing.kind === "obstacle" ? obstacleKnobs(thing) : thingKnobs(thing);
}

function thingKnobs({ position, heading, sizes }: Thing): SizeKnob[] {
  const foot = new Vector3(...position);
  const turn = new Quaternion().setFromAxisAngle(UP, heading);
  const [x, z] = [new Vector3(1, 0, 0).applyQuaternion(turn), new Vector3(0, 0, 1).applyQuaternion(turn)];
  const high = sizes["height"] ?? sizes["seat height"] ?? 2 * (sizes["radius"] ?? 0);
  const middle = foot.clone().addScaledVector(UP, high / 2);
  const places: Record<string, (value: number) => Omit<SizeKnob, "size">> = {
    width: (v) => ({ at: middle.clone().addScaledVector(x, v / 2), way: x, grows: 2 }),
    depth: (v) => ({ at: middle.clone().addScaledVector(z, v / 2), way: z, grows: 2 }),
    height: (v) => ({ at: foot.clone().addScaledVector(UP, v), way: UP, grows: 1 }),
    "seat height": (v) => ({ at: foot.clone().addScaledVector(UP, v), way: UP, grows: 1 }),
    "back height": (v) => ({ at: foot.clone().addScaledVector(UP, high + v).addScaledVector(z, -(sizes["depth"] ?? 0) / 2), way: UP, grows: 1 }),
    radius: (v) => ({ at: middle.clone().addScaledVector(x, v), way: x, grows: 1 }),
  };
  return Object.entries(sizes).flatMap(([size, value]) => (places[size] ? [{ size, ...places[size](value) }] : []));
}

function obstacleKnobs({ position, sizes, shapes }: Thing): SizeKnob[] {
  const middle = new Vector3(...position);
  const turn = new Quaternion(...(shapes[0]?.placement?.slice(3) ?? [0, 0, 0, 1]));
  const [x, y, z] = [0, 1, 2].map((i) => new Vector3().setComponent(i, 1).applyQuaternion(turn)) as [Vector3, Vector3, Vector3];
  const ways: Record<string, [way: Vector3, share: number]> = { width: [x, 0.5], height: [y, 0.5], depth: [z, 0.5], length: [z, 0.5], radius: [x, 1] };
  return Object.entries(sizes).flatMap(([size, value]) => {
    const [way, share] = ways[size] ?? [x, 0];
    return share > 0 ? [{ size, at: middle.clone().addScaledVector(way, share * value), way, grows: 1 / share }] : [];
  });
}

function turnRing(sketch: Sketch, thing: Thing, tell: Tell): void {
  const center = new Vector3(...thing.position);
  const radius = AWAY + Math.max(...Object.values(thing.sizes), 0.1) * 0.6;
  const zero = across(UP, new Vector3());
  const path = Array.from({ length: RING_STEPS + 1 }, (_, i) => onCircle(center, UP, zero, radius, (2 * Math.PI * i) / RING_STEPS, new Vector3()).toArray()).flat();
  sketch.pen.style(AXES[1], 0.9, sketch.hot === "thing/turn" ? 4.5 : 2.5).ring(center, UP, radius);
  const grip = (press: Pointer): Grip => turned(press, center, zero, (by, phase) => tell({ phase, name: thing.name, heading: thing.heading + by }));
  sketch.add({ key: "thing/turn", path, reach: 8, cursor: "grab", grip });
}

function liftArrow(sketch: Sketch, thing: Thing, tell: Tell): void {
  const { sizes, position, kind } = thing;
  const high = sizes["height"] ?? (sizes["seat height"] ?? sizes["length"] ?? 2 * (sizes["radius"] ?? 0)) + (sizes["back height"] ?? 0);
  const from = new Vector3(...position).addScaledVector(UP, (kind === "obstacle" ? high / 2 : high) + ABOVE);
  const tip = from.clone().addScaledVector(UP, ARROW);
  sketch.pen.style(AXES[1]).arrow(from, tip, sketch.hot === "thing/lift" ? 0.008 : 0.006);
  const grip = (press: Pointer): Grip => slid(press, from, UP, (by, phase) => tell({ phase, name: thing.name, position: [position[0], Math.max(0, position[1] + by), position[2]] }));
  sketch.add({ key: "thing/lift", path: [...from.toArray(), ...tip.toArray()], reach: 8, cursor: "ns-resize", grip });
}

/** Dragging along a line: how far, metres. */
function slid(press: Pointer, from: Vector3, way: Vector3, tell: (by: number, phase: Phase) => void): Grip {
  const begun = alongLine(press.eye, from, way, press.x, press.y) ?? 0;
  let by = 0;
  return gripOf((now) => (by = (alongLine(now.eye, from, way, now.x, now.y) ?? begun + by) - begun), tell);
}

/** Dragging round the vertical: by how much, radians. */
function turned(press: Pointer, center: Vector3, zero: Vector3, tell: (by: number, phase: Phase) => void): Grip {
  let angle = aroundAxis(press.eye, center, UP, zero, press.x, press.y);
  let by = 0;
  return gripOf((now) => {
    const next = aroundAxis(now.eye, center, UP, zero, now.x, now.y);
    by += turnBetween(angle, next);
    angle = next;
    return by;
  }, tell);
}

function gripOf(follow: (now: Pointer) => number, tell: (by: number, phase: Phase) => void): Grip {
  let by = 0;
  return {
    cursor: "grabbing",
    start: () => tell(0, "start"),
    move(now) {
      by = follow(now);
      tell(by, "move");
    },
    end: (_, cancelled) => tell(by, cancelled ? "cancel" : "end"),
  };
}
