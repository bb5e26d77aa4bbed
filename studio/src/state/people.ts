/** What people who answer the same question differ in, as it is written in the table. */

import type { ComparedRow } from "../protocol/messages";
import { length, percent } from "./units";

export function compared(value: number | null, unit: string): string {
  if (value === null) return "–";
  if (unit === "m") return Math.abs(value) >= 1 ? `${value.toFixed(3)} m` : length(value);
  if (unit === "rad") return `${((value * 180) / Math.PI).toFixed(1)}°`;
  if (unit === "°") return `${value.toFixed(0)}°`;
  if (unit === "of its strength") return percent(value);
  return `${value.toFixed(1)} ${unit}`;
}

/** The last person's value less the first one's. */
export function differences(row: ComparedRow): string {
  const [first, last] = [row.values[0] ?? null, row.values.at(-1) ?? null];
  if (first === null || last === null) return "–";
  const words = compared(last - first, row.unit);
  return last - first > 0 && !words.startsWith("0 ") ? `+${words}` : words;
}

/** Rows by what they belong to, in their order. */
export function grouped(rows: readonly ComparedRow[]): [group: string, rows: ComparedRow[]][] {
  const groups = new Map<string, ComparedRow[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return [...groups];
}
