/** Finding a thing by a few of its letters, in order: words that begin with them come first. */

export function score(query: string, text: string): number {
  const wanted = query.trim().toLowerCase();
  const given = text.toLowerCase();
  if (wanted === "") return 1;
  const at = given.indexOf(wanted);
  if (at >= 0) return 1000 - at + (at === 0 || given[at - 1] === " " ? 500 : 0);
  let from = 0;
  let points = 0;
  for (const letter of wanted) {
    const found = given.indexOf(letter, from);
    if (found < 0) return 0;
    points += found === from || given[found - 1] === " " || given[found - 1] === "_" ? 10 : 1;
    from = found + 1;
  }
  return points;
}

/** Those that match, the best first; ties keep their order. */
export function search<T>(query: string, things: readonly T[], text: (thing: T) => string): T[] {
  const scored = things.map((thing) => ({ thing, points: score(query, text(thing)) }));
  return scored.filter((s) => s.points > 0).sort((a, b) => b.points - a.points).map((s) => s.thing);
}
