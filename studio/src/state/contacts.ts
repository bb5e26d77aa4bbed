/** What each support carries: the forces at its corners, added up. */

import type { Contact } from "../protocol/messages";

/** Newtons by site. */
export function carriedBy(contacts: readonly Pick<Contact, "site" | "force">[]): Map<string, number> {
  const sums = new Map<string, number[]>();
  for (const { site, force } of contacts) {
    const before = sums.get(site) ?? [0, 0, 0];
    sums.set(site, before.map((value, i) => value + (force[i] ?? 0)));
  }
  return new Map([...sums].map(([site, force]) => [site, Math.hypot(...force)]));
}
