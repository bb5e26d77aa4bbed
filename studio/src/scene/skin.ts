/** One smooth skin over several solids: where they meet, they flow into each other. */

import { Box3, Vector3 } from "three";
import { distanceTo, type Distance } from "./solids";
import { surfaceNets } from "./surfaceNets";
import { joined, shapeMesh } from "./tessellate";
import type { MeshData, Shape } from "./types";

/** How far apart solids still flow together, as a share of the thinner one's radius. */
const SOFTNESS = 0.25;
/** Solids this much thinner than the thickest are details, such as eyes: they stay as they are. */
const DETAIL = 0.2;
/** Cells of the skin's grid, as a share of the thinnest solid's radius; and their bounds, metres. */
const FINENESS = 0.5;
const [FINEST, COARSEST] = [0.003, 0.014];

export function skin(shapes: readonly Shape[]): MeshData {
  const thickest = Math.max(0, ...shapes.filter((s) => distanceTo(s)).map(thickness));
  const soft = shapes.filter((s) => distanceTo(s) && thickness(s) >= DETAIL * thickest);
  if (soft.length < 2) return joined(shapes.map((s) => shapeMesh(s)));
  return joined([blended(soft), ...shapes.filter((s) => !soft.includes(s)).map((s) => shapeMesh(s))]);
}

function blended(shapes: readonly Shape[]): MeshData {
  const thin = Math.min(...shapes.map(thickness));
  const bounds = boundsOf(shapes);
  const longest = Math.max(...bounds.getSize(new Vector3()).toArray());
  const cell = Math.max(Math.min(FINENESS * thin, COARSEST), FINEST, longest / 42); // no finer than the whole needs
  return surfaceNets(smoothUnion(shapes.map((s) => distanceTo(s)!), shapes.map((s) => SOFTNESS * thickness(s))), bounds, cell);
}

/** Smooth minimum by quadratic blending: differs from the least distance only where two are within the softness of the thinner. */
export function smoothUnion(distances: readonly Distance[], softness: readonly number[]): Distance {
  const other = new Vector3();
  return (p, slope) => {
    let least = distances[0]!(p, slope);
    let soft = softness[0]!; // of what is nearest so far
    for (let i = 1; i < distances.length; i++) {
      const d = distances[i]!(p, slope && other);
      const width = Math.min(soft, softness[i]!);
      const share = Math.min(1, Math.max(0, 0.5 + (least - d) / (2 * width))); // of the other one
      if (share > 0) {
        slope?.lerp(other, share);
        least = least + (d - least) * share - width * share * (1 - share);
        soft += (softness[i]! - soft) * share;
      }
    }
    if (slope && slope.lengthSq() > 1e-12) slope.normalize();
    return least;
  };
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
