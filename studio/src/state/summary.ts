/** A part in a few characters: what a row says beside its name. */

import type { Part } from "../protocol/messages";

export function summary(part: Pick<Part, "kind" | "fields">): string {
  const { vector, kilograms, friction, share, rope, grip } = part.fields;
  if (Array.isArray(vector)) return `${Math.hypot(...(vector as number[])).toFixed(0)} N`;
  if (typeof kilograms === "number") return `${kilograms} kg`;
  if (Array.isArray(rope)) return "rope";
  if (grip === true) return "grip";
  if (typeof share === "number") return `${Math.round(share * 100)} %`;
  if (part.kind === "support" && typeof friction === "number") return `μ ${friction}`;
  return "";
}
