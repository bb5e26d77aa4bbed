/** Arrows, squares and rings about a place of the world: taken, they move or turn it. Of the same size in pixels in every view. */

import { Quaternion, Vector3 } from "three";
import type { Desk } from "./handles";
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
export interface Follower {
  start(): void;
  moved(position: Vector3): void;
  turned(turn: Quaternion): void;
  end(cancelled: boolean): void;
}

/** Three arrows, three squares between them. `axes`: the letters that matter; the others are left out. */
export function moveGizmo(desk: Desk, key: string, at: Vector3, axes: string, follower: Follower): void {
  const pixel = desk.eye.metresPerPixel(at);
  const wanted = LETTERS.map((letter) => axes.includes(letter));
  UNITS.forEach((axis, i) => {
    if (wanted[i] && facing(desk, axis) < 0.97) arrow(desk, `${key}/move ${LETTERS[i]}`, at, axis, AXES[i]!, pixel, follower);
  });
  UNITS.forEach((axis, i) => {
    const [u, v] = [(i + 1) % 3, (i + 2) % 3];
    if (wanted[u] && wanted[v] && facing(desk, axis) > 0.25) square(desk, `${key}/slide ${LETTERS[i]}`, at, i, AXES[i]!, pixel, follower);
  });
}

/** Three rings about the axes of `frame`. */
export function turnGizmo(desk: Desk, key: string, at: Vector3, frame: Quaternion, follower: Follower): void {
  const radius = RING * desk.eye.metresPerPixel(at);
  UNITS.forEach((unit, i) => {
    const axis = unit.clone().applyQuaternion(frame);
    const name = `${key}/turn ${LETTERS[i]}`;
    const hot = desk.hot === name;
    desk.pen.style(AXES[i]!, 1, hot ? 5 : 3).ring(at, axis, radius);
    desk.add({ key: name, path: circlePath(at, axis, radius), reach: REACH, cursor: "grab", grip: (press) => turning(press, at, axis, frame, follower) });
  });
}

/** Dragging freely in the plane that faces the eye. */
export function freeMove(at: Vector3, follower: Follower): Grip {
  const anchor = at.clone();
  return follow(follower, (now, spot) => onFacingPlane(now.eye, anchor, now.x, now.y, spot));
}

function arrow(desk: Desk, key: string, at: Vector3, axis: Vector3, color: string, pixel: number, follower: Follower): void {
  const hot = desk.hot === key;
  const tip = at.clone().addScaledVector(axis, ARROW * pixel);
  const neck = at.clone().addScaledVector(axis, (ARROW - 16) * pixel);
  desk.pen.style(color, 1, hot ? 5 : 3).line(at.clone().addScaledVector(axis, 9 * pixel), neck);
  desk.pen.style(color).frustum(neck, tip, (hot ? 7 : 5.5) * pixel, 0);
  desk.add({ key, path: [...at.clone().addScaledVector(axis, 14 * pixel).toArray(), ...tip.toArray()], reach: REACH, cursor: "grab", grip: (press) => sliding(press, at, axis, follower) });
}

function square(desk: Desk, key: string, at: Vector3, i: number, color: string, pixel: number, follower: Follower): void {
  const [u, v] = [UNITS[(i + 1) % 3]!, UNITS[(i + 2) % 3]!];
  const corner = (a: number, b: number): Vector3 => at.clone().addScaledVector(u, a * pixel).addScaledVector(v, b * pixel);
  const [near, far] = [SQUARE, SQUARE + 13];
  const [a, b, c, d] = [corner(near, near), corner(far, near), corner(far, far), corner(near, far)];
  desk.pen.style(color, desk.hot === key ? 0.85 : 0.4);
  desk.pen.triangle(a, b, c);
  desk.pen.triangle(a, c, d);
  const anchor = at.clone();
  const grip = (press: Pointer): Grip => {
    const from = onPlane(press.eye, anchor, UNITS[i]!, press.x, press.y);
    const shift = from ? anchor.clone().sub(from) : new Vector3();
    return follow(follower, (now, spot) => onPlane(now.eye, anchor, UNITS[i]!, now.x, now.y, spot)?.add(shift) ?? null);
  };
  desk.add({ key, path: corner((near + far) / 2, (near + far) / 2).toArray(), reach: 8, cursor: "move", grip });
}

function sliding(press: Pointer, at: Vector3, axis: Vector3, follower: Follower): Grip {
  const anchor = at.clone();
  const from = alongLine(press.eye, anchor, axis, press.x, press.y) ?? 0;
  return follow(follower, (now, spot) => {
    const to = alongLine(now.eye, anchor, axis, now.x, now.y);
    return to === null ? null : spot.copy(anchor).addScaledVector(axis, to - from);
  });
}

function turning(press: Pointer, at: Vector3, axis: Vector3, frame: Quaternion, follower: Follower): Grip {
  const center = at.clone();
  const before = frame.clone();
  const zero = across(axis, new Vector3());
  let angle = aroundAxis(press.eye, center, axis, zero, press.x, press.y);
  let turned = 0;
  return {
    cursor: "grabbing",
    start: () => follower.start(),
    move(now) {
      const next = aroundAxis(now.eye, center, axis, zero, now.x, now.y);
      turned += turnBetween(angle, next);
      angle = next;
      follower.turned(new Quaternion().setFromAxisAngle(axis, turned).multiply(before));
    },
    end: (_, cancelled) => follower.end(cancelled),
  };
}

function follow(follower: Follower, where: (now: Pointer, spot: Vector3) => Vector3 | null): Grip {
  const spot = new Vector3();
  return {
    cursor: "grabbing",
    start: () => follower.start(),
    move(now) {
      const found = where(now, spot);
      if (found) follower.moved(found);
    },
    end: (_, cancelled) => follower.end(cancelled),
  };
}

/** How much an axis points at the eye, 0 … 1. */
function facing(desk: Desk, axis: Vector3): number {
  const { back } = desk.eye.axes;
  return Math.abs(axis.x * back[0] + axis.y * back[1] + axis.z * back[2]);
}

/** A circle as a path for picking. */
export function circlePath(center: Vector3, axis: Vector3, radius: number, steps = 48): number[] {
  const zero = across(axis, new Vector3());
  const spot = new Vector3();
  return Array.from({ length: steps + 1 }, (_, i) => onCircle(center, axis, zero, radius, (2 * Math.PI * i) / steps, spot).toArray()).flat();
}
