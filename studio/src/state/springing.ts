/** A part that does not stay where it was let go says so, and whose work that is. */

import type { DocumentMessage } from "../protocol/messages";
import type { Vec3 } from "./geometry";
import { length } from "./units";

/** Metres that are worth a word. */
const FAR = 0.02;

/** What to say of a part that was let go at one place and rests at another; null when it has stayed. */
export function springing(part: string, from: Vec3, to: Vec3, document: Pick<DocumentMessage, "criteria">): string | null {
  const away = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  if (away < FAR) return null;
  const names = document.criteria.map((criterion) => criterion.name.replaceAll("_", " ")).join(", ");
  const whose = names ? `the tasks and the criteria (${names})` : "the tasks";
  return `The ${part.replaceAll("_", " ")} went ${length(away)} back: ${whose} want it there. Pin it (P) to keep it.`;
}
