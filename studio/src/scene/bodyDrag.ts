/**
 * Dragging a point of the body: on the plane through it that faces the eye, which the wheel moves nearer or farther; or by the ray rule,
 * to the point of the line of sight that is nearest to where the body has it now.
 */

import { Vector3 } from "three";
import type { Body } from "./body";
import type { Eye } from "./eye";
import type { Sketch } from "./handles";
import type { Grip, Pointer } from "./input";
import type { BodyHit } from "./pick";
import { onFacingPlane, onRay } from "./planes";
import type { DragEvent, DragStyle, Phase, PullMark, Vec3 } from "./types";

/** One notch of the wheel, in distances of the eye. */
const NOTCH = 0.02;
/** From here on, metres, a line joins the point and where it should be. */
const APART = 0.008;

export interface BodyDrag extends Grip {
  readonly mark: PullMark;
}

export function bodyDrag(body: Body, hit: BodyHit, style: DragStyle, emit: (event: DragEvent) => void, done: () => void): BodyDrag {
  const point = style.hold === "axis" ? onOwnAxis(body, hit.segment, hit.point) : hit.point;
  const frame = body.frames[hit.segment]!;
  const anchor = new Vector3(...point).applyMatrix4(frame);
  const target = anchor.clone();
  const segment = body.figure.segments[hit.segment]!.name;
  const mark: PullMark = { segment, point, target: [anchor.x, anchor.y, anchor.z] };
  const follow = ({ eye, x, y }: Pointer): void => {
    if (style.depth === "ray") onRay(eye, at.set(...(point as Vec3)).applyMatrix4(frame), x, y, target);
    else onFacingPlane(eye, anchor, x, y, target);
  };
  const tell = (phase: Phase, at: Pointer): void => {
    mark.target = [target.x, target.y, target.z];
    emit({ phase, segment, point, site: hit.site, target: mark.target, modifiers: at.modifiers });
  };
  return {
    mark,
    cursor: "grabbing",
    start: (at) => tell("start", at),
    move(at) {
      follow(at);
      tell("move", at);
    },
    wheel(notches, at) {
      pushed(anchor, at.eye, notches);
      follow(at);
      tell("move", at);
    },
    end(at, cancelled) {
      tell(cancelled ? "cancel" : "end", at);
      done();
    },
  };
}

/** The point of a segment's own axis that is nearest to a point of it: from its joint to the next, or along what it carries. */
export function onOwnAxis(body: Pick<Body, "figure">, segment: number, point: Vec3): Vec3 {
  const { joints, sites } = body.figure;
  const ends = [...joints.filter((j) => j.base === segment), ...sites.filter((s) => s.segment === segment)].map((end) => end.placement);
  const far = ends.reduce<readonly number[] | null>((best, end) => (best && Math.hypot(...best.slice(0, 3)) >= Math.hypot(...end.slice(0, 3)) ? best : end), null);
  const next = joints.find((j) => j.base === segment)?.placement ?? far;
  const long = next ? next[0]! ** 2 + next[1]! ** 2 + next[2]! ** 2 : 0;
  if (!next || long < 1e-8) return point;
  const share = Math.min(1, Math.max(0, (point[0] * next[0]! + point[1] * next[1]! + point[2] * next[2]!) / long));
  return [share * next[0]!, share * next[1]!, share * next[2]!];
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
