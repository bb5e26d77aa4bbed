/** The kinds people want most come first in the menu of pictures; the others follow as the server lists them. */

const FIRST = ["reach", "hold", "look_at", "orient", "balance", "center_of_mass", "together", "posture", "keep", "on_surface"];

export function favouritesFirst<T extends { kind: string }>(kinds: readonly T[]): T[] {
  const rank = (kind: string): number => (FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length);
  return kinds.toSorted((a, b) => rank(a.kind) - rank(b.kind));
}

const GROUPS: [title: string, belongs: RegExp][] = [
  ["Everyday", /^(?!baerlocher|boulic|dance|dodge)/],
  ["Balance, supports, strength: Baerlocher 2001, chapter 6", /^baerlocher_6/],
  ["People and robots: Baerlocher 2001, chapter 7", /^baerlocher_7/],
  ["Inertia and support: Boulic, Mas & Thalmann 1996", /^boulic_\d/],
  ["Obstacles and a dance: Boulic & Kulpa 2007", /^(boulic_kulpa|dance|dodge)/],
  ["Chains that teach: Baerlocher 2001, chapter 5", /^baerlocher_5/],
];

/** Scenes by where they come from: people first, chains, which teach but do not invite, last. Empty groups are left out. */
export function grouped<T extends { name: string }>(scenes: readonly T[]): { title: string; scenes: T[] }[] {
  const groups = GROUPS.map(([title, belongs]) => ({ title, scenes: scenes.filter(({ name }) => belongs.test(name)) }));
  return groups.filter((group) => group.scenes.length > 0);
}
