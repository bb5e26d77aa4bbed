/** Things as they are drawn: where the document has them, or as a hand has one just now. */

import type { Thing } from "../protocol/messages";

interface Live {
  list: string;
  at: string | number;
  value: unknown;
}

/** `told`: what frames say of a drag. */
export function thingsNow(things: readonly Thing[], told: unknown): Thing[] {
  const live = told as Live | null;
  return things.map((thing) => (live !== null && live.list === "things" && live.at === thing.name ? (live.value as Thing) : thing));
}
