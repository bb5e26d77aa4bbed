/** Bones from joint to joint, for looking into the body; dots and axes of sites; traces. */

import { Color, Matrix4, Vector3 } from "three";
import type { Body } from "../body";
import type { Context } from "../marks";
import { AXES, BONE, JOINT, TRACES } from "../palette";
import type { Pen } from "../pen";

export function drawSkeleton(marks: Pen, body: Body, { size }: Context): void {
  const { joints } = body.figure;
  for (const joint of joints) {
    const start = from.setFromMatrixPosition(body.jointBase(joint, frame));
    if (joint.model !== "fixed" && joint.base >= 0) marks.style(JOINT).ball(start, 0.009 * size);
    for (const next of joints) {
      if (next.base !== joint.segment || next === joint) continue;
      bone(marks, joint.base < 0 ? from.setFromMatrixPosition(body.frames[joint.segment]!) : start, to.setFromMatrixPosition(body.jointBase(next, frame)), size);
    }
  }
}

/** Widest near its start. */
function bone(pen: Pen, a: Vector3, b: Vector3, size: number): void {
  const length = a.distanceTo(b);
  if (length < 1e-4) return;
  const width = Math.min(0.08 * length, 0.014 * size);
  waist.copy(a).lerp(b, 0.18);
  pen.style(BONE).frustum(a, waist, 0, width);
  pen.frustum(waist, b, width, 0.15 * width);
}

/** All sites as dots; the selected ones with their axes. */
export function drawSites(over: Pen, body: Body, { overlays, selection, size, theme }: Context): void {
  const chosen = new Set(selection.sites);
  body.figure.sites.forEach((site, i) => {
    if (!overlays.sites && !chosen.has(site.name)) return;
    const at = from.setFromMatrixPosition(body.siteFrame(i, frame));
    over.style(chosen.has(site.name) ? theme.accent : theme.ink, 1).ball(at, 0.006 * size);
    AXES.forEach((color, axis) => {
      over.style(color, 1, 2.5).line(at, to.setFromMatrixColumn(frame, axis).multiplyScalar(0.035 * size).add(at));
    });
  });
}

/** Where sites have been: paler the longer ago. */
export function drawTraces(marks: Pen, { traces, size, theme }: Context): void {
  traces.forEach(({ points, color }, which) => {
    const n = Math.floor(points.length / 3);
    const tint = color ?? TRACES[which % TRACES.length]!;
    for (let i = 0; i + 1 < n; i++) {
      marks.style(pale.set(theme.background).lerp(full.set(tint), 0.25 + (0.75 * (i + 1)) / n), 1, 2.5);
      marks.line(from.fromArray(points, 3 * i), to.fromArray(points, 3 * i + 3));
    }
    if (n) marks.style(tint).ball(from.fromArray(points, 3 * (n - 1)), 0.006 * size);
  });
}

const [from, to, waist] = [new Vector3(), new Vector3(), new Vector3()];
const frame = new Matrix4();
const [pale, full] = [new Color(), new Color()];
