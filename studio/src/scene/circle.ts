/** The circle on which an elbow or a knee can be while its hand or foot stays: allowed arcs, and a knob to lead it along. */

import { Vector3 } from "three";
import type { Body } from "./body";
import { knob, type Sketch } from "./handles";
import type { Grip, Pointer } from "./input";
import { REGION } from "./palette";
import { aroundAxis } from "./planes";
import type { Circle, CircleBend, Phase, SwivelEvent, Vec3 } from "./types";

const STEP = Math.PI / 48;

/** The place of the joint at a swivel. */
export function onBend(bend: CircleBend, swivel: number, into = new Vector3()): Vector3 {
  const [c, s] = [Math.cos(swivel), Math.sin(swivel)];
  const at = (i: 0 | 1 | 2): number => bend.center[i] + c * bend.u[i] + s * bend.v[i];
  return into.set(at(0), at(1), at(2));
}

/** The way along an arc, three numbers a point. */
export function arcPath(bend: CircleBend, start: number, stop: number): number[] {
  const steps = Math.max(1, Math.ceil((stop - start) / STEP));
  return Array.from({ length: steps + 1 }, (_, i) => onBend(bend, start + ((stop - start) * i) / steps).toArray()).flat();
}

export function drawCircle(sketch: Sketch, body: Body, circle: Circle, emit: (event: SwivelEvent) => void): void {
  const [bend] = circle.bends;
  const frame = body.frames[body.indexOf(circle.segment)];
  if (!bend || !frame) return;
  const { pen, theme } = sketch;
  const key = `circle/${circle.segment}`;
  const hot = sketch.hot === key;
  const whole = arcPath(bend, -Math.PI, Math.PI);
  pen.style(theme.tones.plain, 0.6, 1.5, 6).path(whole, true);
  for (const { start, stop } of bend.arcs) pen.style(REGION, 1, hot ? 6 : 4).path(arcPath(bend, start, stop));
  const here = new Vector3().setFromMatrixPosition(frame);
  knob(sketch, here, theme.tones.compromise, hot ? 8 : 6.5);
  const grip = (): Grip => leading(circle, bend, emit);
  sketch.add({ key, path: here.toArray(), reach: 12, cursor: "grab", grip });
  for (const { start, stop } of bend.arcs) sketch.add({ key, path: arcPath(bend, start, stop), reach: 5, cursor: "grab", grip });
}

/** The knob is where the hand is, seen in the plane of the circle. */
function leading(circle: Circle, bend: CircleBend, emit: (event: SwivelEvent) => void): Grip {
  const [center, zero, side] = [new Vector3(...bend.center), new Vector3(...bend.u).normalize(), new Vector3(...(bend.v as Vec3)).normalize()];
  const axis = new Vector3().crossVectors(zero, side);
  let swivel = circle.swivel;
  const tell = (phase: Phase): void => emit({ phase, segment: circle.segment, swivel, branch: bend.branch });
  const follow = (at: Pointer): void => void (swivel = aroundAxis(at.eye, center, axis, zero, at.x, at.y));
  return {
    cursor: "grabbing",
    start: () => tell("start"),
    move(at) {
      follow(at);
      tell("move");
    },
    end(_, cancelled) {
      tell(cancelled ? "cancel" : "end");
    },
  };
}
