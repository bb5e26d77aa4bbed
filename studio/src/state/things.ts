/** Things as they are drawn: where the document has them, or where a hand has one just now. */

import type { Thing } from "../protocol/messages";

interface Live {
  list: string;
  at: string | number;
  value: unknown;
}

/** `told`: what frames say of a drag. */
export function thingsNow(things: readonly Thing[], told: unknown): Thing[] {
  const live = told as Live | null;
  return things.map((thing) => {
    const at = live !== null && live.list === "things" && live.at === thing.name ? (live.value as number[]) : null;
    if (at === null) return thing;
    const by = at.map((x, i) => x - thing.position[i]!);
    const solids = thing.solids.map((solid) => ({ ...solid, position: solid.position.map((x, i) => x + by[i]!) }));
    return { ...thing, position: at, solids };
  });
}
