/** Triangles of the simple solids, in segment coordinates. Faces turn counter-clockwise seen from outside. */

import { Quaternion, Vector3 } from "three";
import type { MeshData, Placement, Shape } from "./types";

/** Facets around a round solid: smooth to the eye on a screen, light enough for a machine without a graphics card. */
export const SIDES = 28;

/** A point of a profile in the half plane (distance from the axis, z), with its normal. */
type ProfilePoint = readonly [radius: number, z: number, nr: number, nz: number];

export function shapeMesh(shape: Shape, sides = SIDES): MeshData {
  return moved(ownFrame(shape, sides), shape.placement);
}

function ownFrame(shape: Shape, sides: number): MeshData {
  switch (shape.kind) {
    case "sphere":
      return ellipsoid([shape.radius, shape.radius, shape.radius], sides);
    case "ellipsoid":
      return ellipsoid(shape.radii, sides);
    case "box":
      return box(shape.size);
    case "cylinder":
      return cylinder(shape.radius, shape.length, sides);
    case "capsule":
      return capsule(shape.radius, shape.end_radius ?? shape.radius, shape.length, sides);
  }
}

/** Several meshes as one. */
export function joined(meshes: readonly MeshData[]): MeshData {
  const vertices = meshes.reduce((n, m) => n + m.positions.length, 0);
  const faces = meshes.reduce((n, m) => n + m.indices.length, 0);
  const all = { positions: new Float32Array(vertices), normals: new Float32Array(vertices), indices: new Uint32Array(faces) };
  let v = 0;
  let f = 0;
  for (const m of meshes) {
    all.positions.set(m.positions, v);
    all.normals.set(m.normals, v);
    for (let i = 0; i < m.indices.length; i++) all.indices[f + i] = m.indices[i]! + v / 3;
    v += m.positions.length;
    f += m.indices.length;
  }
  return all;
}

/** The mesh seen from outside a frame that sits at `placement`. */
export function moved(mesh: MeshData, placement: Placement | undefined): MeshData {
  if (!placement) return mesh;
  const [x, y, z, ...q] = placement;
  const turn = new Quaternion(...q);
  const shift = new Vector3(x, y, z);
  const p = new Vector3();
  const positions = new Float32Array(mesh.positions.length);
  const normals = new Float32Array(mesh.normals.length);
  for (let i = 0; i < positions.length; i += 3) {
    p.fromArray(mesh.positions, i).applyQuaternion(turn).add(shift).toArray(positions, i);
    p.fromArray(mesh.normals, i).applyQuaternion(turn).toArray(normals, i);
  }
  return { positions, normals, indices: mesh.indices };
}

function ellipsoid(radii: readonly [number, number, number], sides: number): MeshData {
  const ball = revolved(arc(0, 1, -Math.PI / 2, Math.PI / 2, Math.max(2, sides >> 1)), sides);
  const n = new Vector3();
  for (let i = 0; i < ball.positions.length; i += 3) {
    n.fromArray(ball.positions, i);
    n.set(n.x / radii[0], n.y / radii[1], n.z / radii[2]).normalize().toArray(ball.normals, i);
    for (let k = 0; k < 3; k++) ball.positions[i + k]! *= radii[k]!;
  }
  return ball;
}

/** The hull of two balls at z = ∓length/2: two caps that meet the cone where it touches the balls. */
function capsule(start: number, end: number, length: number, sides: number): MeshData {
  const touch = Math.asin((start - end) / length);
  const steps = Math.max(3, sides >> 2);
  const lower = arc(-length / 2, start, -Math.PI / 2, touch, steps);
  const upper = arc(length / 2, end, touch, Math.PI / 2, steps);
  const bands = Math.min(8, Math.floor(length / (start + end))); // rings between, for surfaces that are bent later
  const [a, b] = [lower[lower.length - 1]!, upper[0]!];
  const wall = Array.from({ length: bands }, (_, i): ProfilePoint => {
    const t = (i + 1) / (bands + 1);
    return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2], a[3]];
  });
  return revolved([...lower, ...wall, ...upper], sides);
}

function cylinder(radius: number, length: number, sides: number): MeshData {
  const h = length / 2;
  return joined([
    revolved([[0, -h, 0, -1], [radius, -h, 0, -1]], sides),
    revolved([[radius, -h, 1, 0], [radius, h, 1, 0]], sides),
    revolved([[radius, h, 0, 1], [0, h, 0, 1]], sides),
  ]);
}

function box(size: readonly [number, number, number]): MeshData {
  const mesh = { positions: new Float32Array(72), normals: new Float32Array(72), indices: new Uint32Array(36) };
  let v = 0;
  for (let axis = 0; axis < 3; axis++) {
    const [u, w] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [-1, 1]) {
      const first = v / 3;
      for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const) {
        mesh.positions[v + axis] = (side * size[axis]!) / 2;
        mesh.positions[v + u] = (side * a * size[u]!) / 2; // mirrored on the far side, so that faces turn outwards
        mesh.positions[v + w] = (b * size[w]!) / 2;
        mesh.normals[v + axis] = side;
        v += 3;
      }
      mesh.indices.set([0, 1, 2, 0, 2, 3].map((i) => first + i), first * 1.5);
    }
  }
  return mesh;
}

/** Points of a circle about (0, center), from one latitude to another. */
function arc(center: number, radius: number, from: number, to: number, steps: number): ProfilePoint[] {
  return Array.from({ length: steps + 1 }, (_, i): ProfilePoint => {
    const angle = from + ((to - from) * i) / steps;
    const [c, s] = [Math.max(0, Math.cos(angle)), Math.sin(angle)];
    return [radius * c, center + radius * s, c, s];
  });
}

/** The surface of a profile, given from −z to +z, turned about the z axis. */
function revolved(profile: readonly ProfilePoint[], sides: number): MeshData {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  for (const [r, z, nr, nz] of profile) {
    for (let i = 0; i <= sides; i++) {
      const turn = (2 * Math.PI * (i % sides)) / sides;
      positions.push(r * Math.cos(turn), r * Math.sin(turn), z);
      normals.push(nr * Math.cos(turn), nr * Math.sin(turn), nz);
    }
  }
  for (let ring = 0; ring + 1 < profile.length; ring++) {
    for (let i = 0; i < sides; i++) {
      const a = ring * (sides + 1) + i;
      const c = a + sides + 1;
      if (profile[ring]![0] > 0) indices.push(a, a + 1, c + 1);
      if (profile[ring + 1]![0] > 0) indices.push(a, c + 1, c);
    }
  }
  return {
    positions: new Float32Array(positions),
    normals: new Float32Array(normals),
    indices: new Uint32Array(indices),
  };
}
