/** Arrows, squares and rings about a place of the world: taken, they move or turn it. Of the same size in pixels in every view. */

import { Quaternion, Vector3 } from "three";
import type { Sketch } from "./handles";
import type { Grip, Pointer } from "./input";
import { AXES } from "./palette";
import { across, onCircle } from "./pen";
import { alongLine, aroundAxis, onFacingPlane, onPlane, turnBetween } from "./planes";

/** Lengths in CSS pixels. */
const ARROW = 64;
const SQUARE = 22;
const RING = 58;
const REACH = 9;
const LETTERS = ["x", "y", "z"] as const;
const UNITS = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)] as const;

/** Told while a gizmo is dragged, and how it ended. */
export interface DragListener {
  start(): void;
  moved(position: Vector3): void;
  turned(turn: Quaternion): void;
  end(cancelled: boolean): void;
}

/** Three arrows, three squares between them. `axes`: the letters that matter; the others are left out. */
export function moveGizmo(sketch: Sketch, key: string, at: Vector3, axes: string, listener: DragListener): void {
  const pixel = sketch.eye.metresPerPixel(at);
  const wanted = LETTERS.map((letter) => axes.includes(letter));
  UNITS.forEach((axis, i) => {
    if (wanted[i] && facing(sketch, axis) < 0.97) arrow(sketch, `${key}/move ${LETTERS[i]}`, at, axis, AXES[i]!, pixel, listener);
  });
  UNITS.forEach((axis, i) => {
    const [u, v] = [(i + 1) % 3, (i + 2) % 3];
    if (wanted[u] && wanted[v] && facing(sketch, axis) > 0.25) square(sketch, `${key}/slide ${LETTERS[i]}`, at, i, AXES[i]!, pixel, listener);
  });
}

/** Three rings about the axes of `frame`. */
export function turnGizmo(sketch: Sketch, key: string, at: Vector3, frame: Quaternion, listener: DragListener): void {
  const radius = RING * sketch.eye.metresPerPixel(at);
  UNITS.forEach((unit, i) => {
    const axis = unit.clone().applyQuaternion(frame);
    const name = `${key}/turn ${LETTERS[i]}`;
    const hot = sketch.hot === name;
    sketch.pen.style(AXES[i]!, 1, hot ? 5 : 3).ring(at, axis, radius);
    sketch.add({ key: name, path: circlePath(at, axis, radius), reach: REACH, cursor: "grab", grip: (press) => turning(press, at, axis, frame, listener) });
  });
}

/** Dragging freely in the plane that faces the eye. */
export function freeMove(at: Vector3, listener: DragListener): Grip {
  const anchor = at.clone();
  return gripOf(listener, (now, spot) => onFacingPlane(now.eye, anchor, now.x, now.y, spot));
}

function arrow(sketch: Sketch, key: string, at: Vector3, axis: Vector3, color: string, pixel: number, listener: DragListener): void {
  const hot = sketch.hot === key;
  const tip = at.clone().addScaledVector(axis, ARROW * pixel);
  const neck = at.clone().addScaledVector(axis, (ARROW - 16) * pixel);
  sketch.pen.style(color, 1, hot ? 5 : 3).line(at.clone().addScaledVector(axis, 9 * pixel), neck);
  sketch.pen.style(color).frustum(neck, tip, (hot ? 7 : 5.5) * pixel, 0);
  sketch.add({ key, path: [...at.clone().addScaledVector(axis, 14 * pixel).toArray(), ...tip.toArray()], reach: REACH, cursor: "grab", grip: (press) => sliding(press, at, axis, listener) });
}

function square(sketch: Sketch, key: string, at: Vector3, i: number, color: string, pixel: number, listener: DragListener): void {
  const [u, v] = [UNITS[(i + 1) % 3]!, UNITS[(i + 2) % 3]!];
  const corner = (a: number, b: number): Vector3 => at.clone().addScaledVector(u, a * pixel).addScaledVector(v, b * pixel);
  const [near, far] = [SQUARE, SQUARE + 13];
  const [a, b, c, d] = [corner(near, near), corner(far, near), corner(far, far), corner(near, far)];
  sketch.pen.style(color, sketch.hot === key ? 0.85 : 0.4);
  sketch.pen.triangle(a, b, c);
  sketch.pen.triangle(a, c, d);
  const anchor = at.clone();
  const grip = (press: Pointer): Grip => {
    const from = onPlane(press.eye, anchor, UNITS[i]!, press.x, press.y);
    const shift = from ? anchor.clone().sub(from) : new Vector3();
    return gripOf(listener, (now, spot) => onPlane(now.eye, anchor, UNITS[i]!, now.x, now.y, spot)?.add(shift) ?? null);
  };
  sketch.add({ key, path: corner((near + far) / 2, (near + far) / 2).toArray(), reach: 8, cursor: "move", grip });
}

function sliding(press: Pointer, at: Vector3, axis: Vector3, listener: DragListener): Grip {
  const anchor = at.clone();
  const from = alongLine(press.eye, anchor, axis, press.x, press.y) ?? 0;
  return gripOf(listener, (now, spot) => {
    const to = alongLine(now.eye, anchor, axis, now.x, now.y);
    return to === null ? null : spot.copy(anchor).addScaledVector(axis, to - from);
  });
}

function turning(press: Pointer, at: Vector3, axis: Vector3, frame: Quaternion, listener: DragListener): Grip {
  const center = at.clone();
  const before = frame.clone();
  const zero = across(axis, new Vector3());
  let angle = aroundAxis(press.eye, center, axis, zero, press.x, press.y);
  let turned = 0;
  return {
    cursor: "grabbing",
    start: () => listener.start(),
    move(now) {
      const next = aroundAxis(now.eye, center, axis, zero, now.x, now.y);
      turned += turnBetween(angle, next);
      angle = next;
      listener.turned(new Quaternion().setFromAxisAngle(axis, turned).multiply(before));
    },
    end: (_, cancelled) => listener.end(cancelled),
  };
}

function gripOf(listener: DragListener, where: (now: Pointer, spot: Vector3) => Vector3 | null): Grip {
  const spot = new Vector3();
  return {
    cursor: "grabbing",
    start: () => listener.start(),
    move(now) {
      const found = where(now, spot);
      if (found) listener.moved(found);
    },
    end: (_, cancelled) => listener.end(cancelled),
  };
}

/** How much an axis points at the eye, 0 … 1. */
function facing(sketch: Sketch, axis: Vector3): number {
  const { back } = sketch.eye.axes;
  return Math.abs(axis.x * back[0] + axis.y * back[1] + axis.z * back[2]);
}

/** A circle as a path for picking. */
export function circlePath(center: Vector3, axis: Vector3, radius: number, steps = 48): number[] {
  const zero = across(axis, new Vector3());
  const spot = new Vector3();
  return Array.from({ length: steps + 1 }, (_, i) => onCircle(center, axis, zero, radius, (2 * Math.PI * i) / steps, spot).toArray()).flat();
}
