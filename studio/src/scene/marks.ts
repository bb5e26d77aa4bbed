/** All overlays: what is switched on is written with the pens. */

import type { Body } from "./body";
import type { Content } from "./content";
import { drawCones, drawContacts, drawLoads, drawTorques } from "./overlays/forces";
import { drawLimits } from "./overlays/limits";
import { drawDistances, drawGlow } from "./overlays/near";
import { drawCenter, drawInertia, drawRegion, drawSupport } from "./overlays/mass";
import { drawSites, drawSkeleton, drawTraces } from "./overlays/skeleton";
import type { Theme } from "./palette";
import type { Pen } from "./pen";

/** What overlays may look at. `floor`: its height, metres. */
export interface Context extends Omit<Content, "body"> {
  theme: Theme;
  floor: number;
}

/** `marks` are hidden by the body, `over` are seen through it. */
export function drawMarks(marks: Pen, over: Pen, body: Body | null, context: Context): void {
  marks.clear();
  over.clear();
  if (body) drawAll(marks, over, body, context);
  marks.finish();
  over.finish();
}

function drawAll(marks: Pen, over: Pen, body: Body, context: Context): void {
  const { overlays } = context;
  if (overlays.support) drawSupport(marks, context);
  if (overlays.region) drawRegion(marks, context);
  if (overlays.com) drawCenter(marks, over, context);
  if (overlays.inertia) drawInertia(over, context);
  if (overlays.skeleton) drawSkeleton(marks, body, context);
  if (overlays.cones) drawCones(marks, context);
  if (overlays.contacts) drawContacts(over, context);
  if (overlays.loads) drawLoads(over, body, context);
  if (overlays.torques) drawTorques(over, body, context);
  if (overlays.traces) drawTraces(marks, context);
  if (overlays.distances) drawDistances(over, context);
  drawGlow(over, context);
  drawLimits(marks, over, body, context);
  drawSites(over, body, context);
}
