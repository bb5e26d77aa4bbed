/** A part that does not come where it is dragged, or does not stay where it was let go, says so, and whose work that is. */

import type { DocumentMessage, Holders } from "../protocol/messages";
import { length3, type Vec3 } from "./geometry";
import { length } from "./units";

/** Metres that are worth a word. */
export const FAR = 0.02;

/** What to say of a part that came no farther; null when nothing held it. */
export function stopped(part: string, { words, missed }: Pick<Holders, "words" | "missed">): string | null {
  if (words === "") return null;
  return `The ${part.replaceAll("_", " ")} came no farther, ${missed} off: ${words}. Hold Shift when you let go to keep the goal, and ask it “Why?”.`;
}

/** What to say of a part that was let go at one place and rests at another; null when it has stayed. */
export function springing(part: string, from: Vec3, to: Vec3, document: Pick<DocumentMessage, "criteria">): string | null {
  const away = length3(from, to);
  if (away < FAR) return null;
  const names = document.criteria.map((criterion) => criterion.name.replaceAll("_", " ")).join(", ");
  const whose = names ? `the tasks and the criteria (${names})` : "the tasks";
  return `The ${part.replaceAll("_", " ")} went ${length(away)} back: ${whose} want it there. Pin it (P) to keep it.`;
}
