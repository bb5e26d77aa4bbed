/** What an explanation blames, as far as it is worth highlighting: the main culprits, the heaviest first. */

import type { Culprit, Explanation } from "../protocol/messages";

/** So many culprits are shown at once and highlighted; the others are a click away. */
export const MAIN = 3;

export function mainCulprits(explanation: Explanation | null, task: string): Culprit[] {
  const finding = explanation?.findings.find((f) => f.task === task);
  return finding?.culprits.toSorted((a, b) => b.share - a.share).slice(0, MAIN) ?? [];
}
