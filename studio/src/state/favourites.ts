/** The kinds people want most come first in the menu of pictures; the others follow as the server lists them. */

const FIRST = ["reach", "hold", "look_at", "orient", "balance", "center_of_mass", "together", "posture", "keep", "on_surface"];

export function favouritesFirst<T extends { kind: string }>(kinds: readonly T[]): T[] {
  const rank = (kind: string): number => (FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length);
  return kinds.toSorted((a, b) => rank(a.kind) - rank(b.kind));
}

/** Scenes of people come before those of chains, which teach but do not invite. */
export function peopleFirst<T extends { name: string }>(scenes: readonly T[]): T[] {
  const rank = ({ name }: T): number => (/^(standing|dance)/.test(name) ? 0 : /_5_\d/.test(name) ? 2 : 1);
  return scenes.toSorted((a, b) => rank(a) - rank(b));
}
