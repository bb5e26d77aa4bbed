/** Which segments stand out, and why: blamed before selected before under the cursor. */

import type { Body, Emphasis } from "./body";
import type { Blame, Selection } from "./types";

export function emphasisOf(body: Body, selection: Selection, blame: Blame, near: readonly (string | null | undefined)[]): Emphasis[] {
  const { segments, joints } = body.figure;
  const blamed = new Set(blame.segments);
  for (const joint of joints) if (blame.joints?.includes(joint.name)) blamed.add(segments[joint.segment]!.name);
  const selected = new Set(selection.segments);
  return segments.map(({ name }) => {
    if (blamed.has(name)) return "blamed";
    if (selected.has(name)) return "selected";
    return near.includes(name) ? "hover" : "none";
  });
}
