/** What a new part starts with: the body as it is now, so that adding something moves nothing by itself. */

import type { FieldKind, PartKind } from "../protocol/messages";
import { rotate, tidy, type Placed, type Vec3 } from "./geometry";
import type { Studio } from "./studio.svelte";

type Known = Pick<Studio, "place" | "figure" | "now">;

const round = (values: readonly number[]): number[] => values.map(tidy);

/** A metre ahead of a site, along its z axis: something to look at, near enough to be carried round the body in the picture. */
const ahead = (placed: Placed): Vec3 => {
  const [x, y, z] = rotate(placed.rotation, [0, 0, 1]);
  return [placed.position[0] + x, placed.position[1] + y, placed.position[2] + z];
};

/** Where the site is that a part speaks of, in numbers for its fields; null when it speaks of none. */
export function presentPlacement(known: Pick<Known, "place">, fields: Readonly<Record<string, unknown>>): { position: number[]; rotation: number[] } | null {
  const site = fields["site"] ?? fields["site_a"];
  const placed = typeof site === "string" ? known.place(site) : null;
  return placed && { position: round(placed.position), rotation: round(placed.rotation) };
}

/** Values for all required fields, and for those that mean more than nothing. `site`: the one to begin with, if any. */
export function startingFields(kind: PartKind, known: Known, site: string | null): Record<string, unknown> {
  const sites = known.figure?.sites.map((s) => s.name) ?? [];
  const first = kind.kind === "look_at" ? "eyes" : "right_hand";
  const chosen = site ?? sites.find((s) => s === first || s.endsWith(`/${first}`)) ?? sites[0] ?? null;
  const fields: Record<string, unknown> = {};
  for (const field of kind.fields) {
    if (field.required) fields[field.name] = starting(field, kind.kind, known, chosen);
  }
  Object.assign(fields, extras(kind.kind, known, chosen));
  const another = (): string | null => counterpart(sites, chosen) ?? known.figure?.sites.find((s) => s.name === chosen)?.partner ?? sites.find((s) => s !== chosen) ?? null;
  if ("site_b" in fields && fields["site_b"] === fields["site_a"]) fields["site_b"] = another();
  if (kind.kind === "press") fields["onto"] = another();
  return fields;
}

/** The same site of another figure, where there are several: hands meet hands. */
function counterpart(sites: readonly string[], site: string | null): string | null {
  const own = site === null || !site.includes("/") ? null : site.slice(site.indexOf("/"));
  return own === null ? null : (sites.find((s) => s !== site && s.slice(Math.max(0, s.indexOf("/"))) === own) ?? null);
}

/** Some kinds need one of several optional fields to say anything at all. */
function extras(kind: string, known: Known, site: string | null): Record<string, unknown> {
  const placed = site === null ? null : known.place(site);
  if (kind === "weight") return { site_b: null };
  if (kind === "keep") return { point: placed === null ? [0, 1, 0] : round(placed.position), normal: [0, 1, 0] };
  return {};
}

function starting(field: FieldKind, kind: string, known: Known, site: string | null): unknown {
  const placed = site === null ? null : known.place(site);
  switch (field.kind) {
    case "site":
      return site;
    case "sites_or_soles":
      return known.figure?.soles[0]?.name ?? site;
    case "point":
    case "point_or_site":
      if (kind === "center_of_mass") return round(known.now?.overlays.com ?? [0, 1, 0]);
      return placed === null ? [0, 1, 0.5] : round(kind === "look_at" ? ahead(placed) : placed.position);
    case "direction":
      if (kind === "press") return [0, -50, 0];
      return field.unit === "N" ? [0, 0, -50] : [0, 1, 0];
    case "turn":
    case "turn_or_site":
      return placed === null ? [0, 0, 0, 1] : round(placed.rotation);
    case "pose":
      return known.figure?.postures.includes("rest") ? "rest" : (known.figure?.postures[0] ?? "rest");
    case "surface":
      return { plane: { point: placed === null ? [0, 0, 0] : round(placed.position), normal: [0, 1, 0] } };
    case "choice":
      return field.choices[0] ?? null;
    case "number":
      return field.unit === "kg" ? 5 : field.name === "moment" ? 2 : (field.min ?? 0);
    case "segment":
      return known.figure?.segments[0]?.name ?? null;
    default:
      return field.default;
  }
}
