/** What overlays that are switched on mean, a line each. */

import type { Overlays } from "../protocol/messages";

export interface Line {
  /** The class of its swatch. */
  swatch: "ramp" | "near" | "area" | "region" | "carried" | "pushed" | "inertia";
  words: string;
}

/** `found`: what the newest frame has of them. */
export function legendOf(on: Readonly<Record<string, boolean>>, found: Overlays | null): Line[] {
  const lines: Line[] = [];
  const largest = Math.max(0, ...(found?.loads ?? []).flatMap((load) => load.parts.map((part) => Math.abs(part.torque))));
  if (on["loads"]) lines.push({ swatch: "ramp", words: "0, 50, 100 % of a joint's strength" });
  if (on["torques"] && largest > 0) lines.push({ swatch: "ramp", words: `longest arc: ${largest.toFixed(0)} N m` });
  if (on["contacts"]) lines.push({ swatch: "carried", words: "forces of supports, 13 cm for 100 N" });
  if (on["distances"] && found?.near) lines.push({ swatch: "near", words: "distances: 0 … 20 cm" });
  if (on["region"] && found?.region) lines.push({ swatch: "region", words: "where the supports can hold the weight" });
  if (on["cones"]) lines.push({ swatch: "carried", words: "cones: no slipping inside" });
  if (on["inertia"] && found?.inertia) lines.push({ swatch: "inertia", words: `all mass this far from the vertical: ${found.inertia[1]?.toFixed(2)} m` });
  return lines;
}
