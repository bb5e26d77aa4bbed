/** Dragging a point of the body on the plane through it that faces the eye. The wheel moves that plane nearer or farther. */

import { Vector3 } from "three";
import type { Body } from "./body";
import type { Eye } from "./eye";
import type { Sketch } from "./handles";
import type { Grip, Pointer } from "./input";
import type { BodyHit } from "./pick";
import { onFacingPlane } from "./planes";
import type { DragEvent, Phase, PullMark, Vec3 } from "./types";

/** One notch of the wheel, in distances of the eye. */
const NOTCH = 0.02;
/** From here on, metres, a line joins the point and where it should be. */
const APART = 0.008;

export interface BodyDrag extends Grip {
  readonly mark: PullMark;
}

export function bodyDrag(body: Body, hit: BodyHit, emit: (event: DragEvent) => void, done: () => void): BodyDrag {
  const anchor = new Vector3(...hit.world);
  const target = anchor.clone();
  const segment = body.figure.segments[hit.segment]!.name;
  const mark = { segment, point: hit.point, target: hit.world };
  const tell = (phase: Phase, at: Pointer): void => {
    mark.target = [target.x, target.y, target.z];
    emit({ phase, segment, point: hit.point, site: hit.site, target: mark.target, modifiers: at.modifiers });
  };
  return {
    mark,
    cursor: "grabbing",
    start: (at) => tell("start", at),
    move(at) {
      onFacingPlane(at.eye, anchor, at.x, at.y, target);
      tell("move", at);
    },
    wheel(notches, at) {
      pushed(anchor, at.eye, notches);
      onFacingPlane(at.eye, anchor, at.x, at.y, target);
      tell("move", at);
    },
    end(at, cancelled) {
      tell(cancelled ? "cancel" : "end", at);
      done();
    },
  };
}

function pushed(anchor: Vector3, eye: Eye, notches: number): void {
  const { back } = eye.axes;
  const step = notches * NOTCH * eye.distance;
  anchor.set(anchor.x + back[0] * step, anchor.y + back[1] * step, anchor.z + back[2] * step);
}

/** The point in hand, and a rubber line to where it should be when it cannot get there. */
export function drawPull(sketch: Sketch, body: Body, mark: PullMark): void {
  const frame = body.frames[body.indexOf(mark.segment)];
  if (!frame) return;
  const { pen, theme, eye } = sketch;
  const here = at.fromArray(mark.point as unknown as number[]).applyMatrix4(frame);
  const there = goal.fromArray(mark.target as unknown as number[]);
  const apart = here.distanceTo(there) > APART;
  const color = apart ? theme.tones.compromise : theme.accent;
  pen.style(color).ball(here, 5 * eye.metresPerPixel(here));
  if (!apart) return;
  pen.style(color, 0.95, 2, 9).line(here, there);
  const { back } = eye.axes;
  pen.style(color, 1, 2).ring(there, ring.set(...(back as Vec3)), 7 * eye.metresPerPixel(there));
  pen.style(color).ball(there, 2.5 * eye.metresPerPixel(there));
}

const at = new Vector3();
const goal = new Vector3();
const ring = new Vector3();
