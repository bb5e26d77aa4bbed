/** One smooth skin over several solids: where they meet, they flow into each other. */

import { Box3, Vector3 } from "three";
import { distanceTo, type Distance } from "./solids";
import { surfaceNets, type Field } from "./surfaceNets";
import { joined, shapeMesh } from "./tessellate";
import type { MeshData, Shape } from "./types";

/** How far apart solids still flow together, as a share of the thinner one's radius. */
const SOFTNESS = 0.4;
/** Solids this much thinner than the thickest are details, such as eyes: they stay as they are. */
const DETAIL = 0.2;
/** Cells of the skin's grid, as a share of the thinnest solid's radius; and their bounds, metres. */
const FINENESS = 0.5;
const [FINEST, COARSEST] = [0.003, 0.01];
/** Cells along the longest edge of a segment, at most. */
const CELLS = 44;
/** How much larger cells are where no graphics card helps: a quarter of the triangles. */
const COARSER = 2.2;

/** "coarse" for machines that draw without a graphics card. */
export type Quality = "fine" | "coarse";

/** Skins made before, by quality and solids: figures come again with other limits or masses, and take a while to make. */
const made = new Map<string, MeshData>();
const KEPT = 300;

/** The skin, if it is known or quick to make; else null. */
export function quickSkin(shapes: readonly Shape[], quality: Quality): MeshData | null {
  return shapes.length < 2 ? skin(shapes, quality) : (made.get(quality + JSON.stringify(shapes)) ?? null);
}

/** The solids as they are: a first sight until the skin is made. */
export function roughSkin(shapes: readonly Shape[]): MeshData {
  return joined(shapes.map((s) => shapeMesh(s, 16)));
}

export function skin(shapes: readonly Shape[], quality: Quality = "fine"): MeshData {
  const key = quality + JSON.stringify(shapes);
  const known = made.get(key) ?? newSkin(shapes, quality);
  made.delete(key);
  made.set(key, known); // the oldest goes first
  if (made.size > KEPT) made.delete(made.keys().next().value!);
  return known;
}

function newSkin(shapes: readonly Shape[], quality: Quality): MeshData {
  const sides = quality === "fine" ? 28 : 16;
  const thickest = Math.max(0, ...shapes.filter((s) => distanceTo(s)).map(thickness));
  const soft = shapes.filter((s) => distanceTo(s) && thickness(s) >= DETAIL * thickest);
  if (soft.length < 2 || isLimb(soft)) return joined(shapes.map((s) => shapeMesh(s, sides)));
  return joined([blended(soft, quality), ...shapes.filter((s) => !soft.includes(s)).map((s) => shapeMesh(s, 14))]);
}

/** Two capsules, end to end, meet without a seam anyway. */
function isLimb(shapes: readonly Shape[]): boolean {
  return shapes.length === 2 && shapes.every((s) => s.kind === "capsule");
}

function blended(shapes: readonly Shape[], quality: Quality): MeshData {
  const thin = Math.min(...shapes.map(thickness));
  const bounds = boundsOf(shapes);
  const longest = Math.max(...bounds.getSize(new Vector3()).toArray());
  const larger = quality === "fine" ? 1 : COARSER;
  const cell = Math.min(larger * Math.max(Math.min(FINENESS * thin, COARSEST), FINEST, longest / CELLS), 0.95 * thin); // no finer than the whole needs
  const parts = shapes.map((s) => ({ distance: distanceTo(s)!, softness: SOFTNESS * thickness(s) }));
  return surfaceNets(smoothUnion(parts), bounds, cell);
}

/**
 * Smooth minimum by quadratic blending: differs from the least distance only where two are within the softness of the
 * thinner, and only as far as their surfaces run across each other: a limb's two halves, end to end, do not swell.
 */
export function smoothUnion(parts: readonly { distance: Distance; softness: number }[]): Field {
  const other = new Vector3();
  const distance: Distance = (p, slope) => {
    let least = parts[0]!.distance(p, slope);
    let soft = parts[0]!.softness; // of what is nearest so far
    for (let i = 1; i < parts.length; i++) {
      const { softness } = parts[i]!;
      const d = parts[i]!.distance(p, other);
      if (d - least > Math.min(soft, softness)) continue;
      const across = Math.min(1, 1 - slope.dot(other));
      const width = Math.max(1e-6, Math.min(soft, softness) * across);
      const share = Math.min(1, Math.max(0, 0.5 + (least - d) / (2 * width))); // of the other one
      least += (d - least) * share - width * share * (1 - share);
      slope.lerp(other, share);
      if (share < 1 && slope.lengthSq() > 1e-12) slope.normalize();
      soft += (softness - soft) * share;
    }
    return least;
  };
  const near = (p: Vector3, reach: number): Distance => {
    const away = parts.map((part) => part.distance(p, other));
    const least = Math.min(...away);
    const kept = parts.filter((part, i) => away[i]! <= least + 2 * reach + part.softness);
    return kept.length < parts.length ? smoothUnion(kept).distance : distance;
  };
  return { distance, near };
}

function boundsOf(shapes: readonly Shape[]): Box3 {
  const box = new Box3();
  for (const shape of shapes) box.union(new Box3().setFromArray(shapeMesh(shape, 12).positions));
  return box;
}

function thickness(shape: Shape): number {
  switch (shape.kind) {
    case "sphere":
      return shape.radius;
    case "ellipsoid":
      return Math.min(...shape.radii);
    case "capsule":
      return Math.min(shape.radius, shape.end_radius ?? shape.radius);
    default:
      return Infinity;
  }
}
