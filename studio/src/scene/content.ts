/** What is on the stage just now. Written by `Stage`, read by what draws and what points. */

import type { Body } from "./body";
import { Things } from "./things";
import type { Blame, Circle, DragStyle, Frame, GizmoMode, Goal, Overlays, Selection, Thing, Trace } from "./types";

export interface Content {
  body: Body | null;
  frame: Frame;
  overlays: Overlays;
  selection: Selection;
  blame: Blame;
  goals: readonly Goal[];
  traces: readonly Trace[];
  circle: Circle | null;
  things: readonly Thing[];
  /** The same, drawn. */
  drawn: Things;
  gizmo: GizmoMode;
  dragging: DragStyle;
  /** Largest extent of the figure, metres: marks are sized by it. */
  size: number;
}

/** What is switched on at the beginning. */
export const OVERLAYS: Overlays = {
  com: false, support: false, region: false, contacts: false, cones: false, torques: false, loads: false, limits: false, distances: false, inertia: false,
  traces: false, sites: false, skeleton: false, grid: true, shadow: true, goals: true,
};

export function emptyContent(): Content {
  return {
    body: null, frame: { placements: new Float32Array() }, overlays: { ...OVERLAYS }, selection: {}, blame: {},
    goals: [], traces: [], circle: null, things: [], drawn: new Things(), gizmo: "move", dragging: { depth: "plane", hold: "surface" }, size: 1.8,
  };
}
