/** A part that does not come where it is dragged, or does not stay where it was let go, says so, and whose work that is. */

import type { DocumentMessage, FigureMessage, Holders, Near, Part, StayMark } from "../protocol/messages";
import { length3, type Vec3 } from "./geometry";
import { length } from "./units";

/** Metres that are worth a word. */
export const FAR = 0.02;

/** Metres by which a placed part may give way without a word. */
const DRIFT = 0.03;

/** What to say of a part that came no farther; null when nothing held it. */
export function stopped(part: string, { words, missed }: Pick<Holders, "words" | "missed">): string | null {
  if (words === "") return null;
  return `The ${part.replaceAll("_", " ")} came no farther, ${missed} off: ${words}. Hold Shift when you let go to keep the goal, and ask it “Why?”.`;
}

/** What to say of placed parts that a drag has taken along; null when all have stayed. */
export function drifted(before: readonly Pick<StayMark, "part" | "place">[], after: readonly Pick<StayMark, "part" | "place">[]): string | null {
  const gone = before.flatMap(({ part, place }) => {
    const now = after.find((stay) => stay.part === part)?.place;
    const away = place && now ? length3(place, now) : 0;
    return away > DRIFT ? [`${part.replaceAll("_", " ")} by ${length(away)}`] : [];
  });
  return gone.length === 0 ? null : `What was placed could not stay: the ${gone.join(", the ")}. P pins a part strictly.`;
}

/** Metres within which a part touches a thing. */
const TOUCHES = 0.01;

/** What to say of a part that was put onto a thing, and does not carry there; null when nothing is to be said. */
export function touching(
  segment: string,
  near: readonly Pick<Near, "segment" | "obstacle" | "distance">[],
  supports: readonly Pick<Part, "fields">[],
  figure: Pick<FigureMessage, "sites" | "soles"> | null,
): string | null {
  const at = near.find((n) => n.segment === segment && n.obstacle !== "floor" && n.distance < TOUCHES);
  const marks = [...(figure?.sites ?? []), ...(figure?.soles ?? [])].filter((mark) => mark.segment === segment).map((mark) => mark.name);
  if (at === undefined || supports.some((support) => marks.includes(String(support.fields["site"])))) return null;
  return `The ${segment.replaceAll("_", " ")} touches the ${at.obstacle}, which carries nothing of it yet: right click, Rest it on what it touches.`;
}

/** What to say of a part that was let go at one place and rests at another; null when it has stayed. */
export function springing(part: string, from: Vec3, to: Vec3, document: Pick<DocumentMessage, "criteria">): string | null {
  const away = length3(from, to);
  if (away < FAR) return null;
  const names = document.criteria.map((criterion) => criterion.name.replaceAll("_", " ")).join(", ");
  const whose = names ? `the tasks and the criteria (${names})` : "the tasks";
  return `The ${part.replaceAll("_", " ")} went ${length(away)} back: ${whose} want it there. Pin it (P) to keep it.`;
}
