/** Where views lie on the canvas. */

import type { Layout, Rect, ViewName } from "./types";

export const VIEWS: readonly ViewName[] = ["perspective", "front", "side", "top"];

/** Pixels between two views. */
export const GAP = 1;

/** The place of each view in CSS pixels; null for those the layout hides. Whole pixels, so that edges are sharp. */
export function viewRects(layout: Layout, width: number, height: number): Record<ViewName, Rect | null> {
  const none = { perspective: null, front: null, side: null, top: null };
  if (layout !== "quad") return { ...none, [layout]: { x: 0, y: 0, width, height } };
  const left = Math.round((width - GAP) / 2);
  const upper = Math.round((height - GAP) / 2);
  const [right, lower] = [width - left - GAP, height - upper - GAP];
  return {
    perspective: { x: 0, y: 0, width: left, height: upper },
    front: { x: left + GAP, y: 0, width: right, height: upper },
    side: { x: 0, y: upper + GAP, width: left, height: lower },
    top: { x: left + GAP, y: upper + GAP, width: right, height: lower },
  };
}

export function contains(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
}
