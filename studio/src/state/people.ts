/** What people who answer the same question differ in, as it is written in the table. */

import type { ComparedRow } from "../protocol/messages";
import { percent } from "./units";

/** `like`: the largest value of the row, so that all of them are written in one unit. */
export function compared(value: number | null, unit: string, like = value ?? 0): string {
  if (value === null) return "–";
  if (unit === "m") return inUnitOf(value, like);
  if (unit === "rad") return `${((value * 180) / Math.PI).toFixed(1)}°`;
  if (unit === "°") return `${value.toFixed(0)}°`;
  if (unit === "of its strength") return percent(value);
  return `${value.toFixed(1)} ${unit}`;
}

/** Metres from one on, else millimetres; what is less than a tenth of one is none. */
function inUnitOf(value: number, like: number): string {
  if (Math.abs(like) >= 1) return `${value.toFixed(3)} m`;
  const mm = 1000 * value;
  return Math.abs(mm) < 0.05 ? "0 mm" : `${mm.toFixed(Math.abs(1000 * like) < 10 ? 1 : 0)} mm`;
}

/** What the values of a row are written like. */
export const largest = (row: ComparedRow): number => Math.max(0, ...row.values.map((value) => Math.abs(value ?? 0)));

/** The last person's value less the first one's. */
export function differences(row: ComparedRow): string {
  const [first, last] = [row.values[0] ?? null, row.values.at(-1) ?? null];
  if (first === null || last === null) return "–";
  const words = compared(last - first, row.unit, largest(row));
  return last - first > 0 && !words.startsWith("0 ") ? `+${words}` : words;
}

/** Rows by what they belong to, in their order. */
export function grouped(rows: readonly ComparedRow[]): [group: string, rows: ComparedRow[]][] {
  const groups = new Map<string, ComparedRow[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return [...groups];
}

/** A name of something of one of several figures, taken apart: "hold ann/right_foot" is ann's "hold right_foot". */
export function whoseName(name: string, figures: readonly string[]): { whose: string | null; own: string } {
  const found = figures.filter((figure) => name.includes(`${figure}/`) || name.endsWith(` ${figure}`));
  if (found.length !== 1) return { whose: null, own: name };
  const whose = found[0]!;
  return { whose, own: name.replaceAll(`${whose}/`, "").replace(new RegExp(` ${whose.replace(/[^\w]/g, "\\$&")}$`), "") };
}
