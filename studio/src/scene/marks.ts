/** All overlays: what is switched on is written with the pens. */

import type { Body } from "./body";
import type { Theme } from "./palette";
import type { Pen } from "./pen";
import type { Blame, Frame, Overlays, Selection, Trace } from "./types";

/** What overlays may look at. `size`: height of the figure, metres; `floor`: of the floor. */
export interface Context {
  frame: Frame;
  overlays: Overlays;
  traces: readonly Trace[];
  selection: Selection;
  blame: Blame;
  theme: Theme;
  size: number;
  floor: number;
}

/** `marks` are hidden by the body, `over` are seen through it. */
export function drawMarks(marks: Pen, over: Pen, _body: Body | null, _context: Context): void {
  marks.clear();
  over.clear();
  marks.finish();
  over.finish();
}
