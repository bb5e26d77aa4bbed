/**
 * One smooth skin over several solids.
 *
 * The solids' own triangles are drawn onto the surface where the smooth minimum of their distances is zero: seams between
 * solids become soft hollows, and what lay hidden inside comes to lie on the same surface, where it does no harm.
 */

import { Vector3 } from "three";
import { distanceTo, type Distance } from "./solids";
import { joined, shapeMesh } from "./tessellate";
import type { MeshData, Shape } from "./types";

/** How far apart solids still flow together, as a share of the smaller one's thickness. */
const SOFTNESS = 0.45;
const ROUNDS = 6;

export function skin(shapes: readonly Shape[]): MeshData {
  const round = shapes.filter((s) => distanceTo(s) !== null);
  const edged = shapes.filter((s) => distanceTo(s) === null).map((s) => shapeMesh(s));
  const balls = round.map((s) => shapeMesh(s));
  if (round.length > 1) {
    const softness = SOFTNESS * Math.min(...round.map(thickness));
    const distance = smoothUnion(round.map((s) => distanceTo(s)!), softness);
    for (const mesh of balls) settle(mesh, distance);
  }
  return joined([...balls, ...edged]);
}

/** Smooth minimum by quadratic blending: differs from the least distance only where two are within `softness`. */
function smoothUnion(distances: readonly Distance[], softness: number): Distance {
  const other = new Vector3();
  return (p, slope) => {
    let least = distances[0]!(p, slope);
    for (let i = 1; i < distances.length; i++) {
      const d = distances[i]!(p, other);
      const share = Math.min(1, Math.max(0, 0.5 + (least - d) / (2 * softness))); // of the other one
      slope.lerp(other, share);
      least = least + (d - least) * share - softness * share * (1 - share);
    }
    if (slope.lengthSq() > 1e-12) slope.normalize();
    return least;
  };
}

/** Moves each vertex down the slope of the distance until it lies on the surface; normals are the slope there. */
function settle(mesh: MeshData, distance: Distance): void {
  const p = new Vector3();
  const n = new Vector3();
  for (let i = 0; i < mesh.positions.length; i += 3) {
    p.fromArray(mesh.positions, i);
    for (let round = 0; round < ROUNDS; round++) {
      const away = distance(p, n);
      if (Math.abs(away) < 2e-5) break;
      p.addScaledVector(n, -away);
    }
    p.toArray(mesh.positions, i);
    n.toArray(mesh.normals, i);
  }
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
