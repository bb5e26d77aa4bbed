/** Which joint a part turns by. */

import type { JointShape } from "../protocol/messages";

type Joint = Pick<JointShape, "name" | "base" | "segment" | "coordinates">;

/**
 * The joint of a segment that can move, or after `now` the next one up; past the last one null.
 *
 * A joint that is not on the way from the segment counts as none.
 */
export function nextUp(joints: readonly Joint[], segment: string, now: string | null): string | null {
  const way: string[] = [];
  for (let at: string | null = segment; at !== null; ) {
    const joint: Joint | undefined = joints.find((j) => j.segment === at);
    if (joint === undefined || joint.base === null) break;
    if (joint.coordinates.length > 0) way.push(joint.name);
    at = joint.base;
  }
  return way[now === null ? 0 : way.indexOf(now) + 1] ?? null;
}
