/**
 * The surface where a distance is zero, as triangles: one vertex in every cell of a grid that the surface passes through,
 * joined across the grid's edges (surface nets, Gibson 1998), then drawn exactly onto the surface.
 */

import { Vector3, type Box3 } from "three";
import type { Distance } from "./solids";
import type { MeshData } from "./types";

/** Nodes on the edge of a block; whole blocks far from the surface are skipped. */
const BLOCK = 6;

export interface Field {
  distance: Distance;
  /** The same distance within `reach` of a point, perhaps quicker. */
  near(p: Vector3, reach: number): Distance;
}

interface Grid {
  low: Vector3;
  cell: number;
  /** Nodes along x, y, z. */
  size: readonly [number, number, number];
  values: Float32Array;
}

export function surfaceNets(field: Field, bounds: Box3, cell: number): MeshData {
  const grid = sampled(field, bounds, cell);
  const [nx, ny] = grid.size;
  const steps = [1, nx, nx * ny] as const;
  const vertexOf = new Int32Array(grid.values.length).fill(-1);
  const positions: number[] = [];
  eachCell(grid, (x, y, z, at) => {
    if (!crossing(grid, x, y, z, at, steps, positions)) return;
    vertexOf[at] = positions.length / 3 - 1;
  });
  const indices = joinedCells(grid, steps, vertexOf);
  return { ...settled(positions, field.distance), indices: new Uint32Array(indices) };
}

function sampled(field: Field, bounds: Box3, cell: number): Grid {
  const low = bounds.min.clone().subScalar(1.5 * cell);
  const span = bounds.max.clone().addScalar(1.5 * cell).sub(low);
  const size = [span.x, span.y, span.z].map((s) => Math.ceil(s / cell) + 1) as [number, number, number];
  const grid: Grid = { low, cell, size, values: new Float32Array(size[0] * size[1] * size[2]) };
  const reach = 1.3 * 0.5 * Math.sqrt(3) * BLOCK * cell; // distances to ellipsoids are not exact
  for (let z = 0; z < size[2]; z += BLOCK)
    for (let y = 0; y < size[1]; y += BLOCK)
      for (let x = 0; x < size[0]; x += BLOCK) {
        const middle = node(grid, x + BLOCK / 2, y + BLOCK / 2, z + BLOCK / 2);
        const away = field.distance(middle, slope);
        if (Math.abs(away) > reach) fillBlock(grid, x, y, z, () => away);
        else fillBlock(grid, x, y, z, field.near(middle, reach));
      }
  return grid;
}

function fillBlock(grid: Grid, x0: number, y0: number, z0: number, distance: Distance): void {
  const [nx, ny, nz] = grid.size;
  for (let z = z0; z < Math.min(z0 + BLOCK, nz); z++)
    for (let y = y0; y < Math.min(y0 + BLOCK, ny); y++)
      for (let x = x0; x < Math.min(x0 + BLOCK, nx); x++)
        grid.values[x + nx * (y + ny * z)] = distance(node(grid, x, y, z), slope);
}

function eachCell(grid: Grid, visit: (x: number, y: number, z: number, at: number) => void): void {
  const [nx, ny, nz] = grid.size;
  for (let z = 0; z + 1 < nz; z++) for (let y = 0; y + 1 < ny; y++) for (let x = 0; x + 1 < nx; x++) visit(x, y, z, x + nx * (y + ny * z));
}

/** Adds the middle of where the surface crosses a cell's edges; false when it does not. */
function crossing(grid: Grid, x: number, y: number, z: number, at: number, steps: readonly number[], positions: number[]): boolean {
  const { values } = grid;
  let inside = 0;
  for (let corner = 0; corner < 8; corner++) if (value(values, at, corner, steps) < 0) inside++;
  if (inside === 0 || inside === 8) return false;
  let [sx, sy, sz, count] = [0, 0, 0, 0];
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++) {
      if (corner & (1 << axis)) continue;
      const a = value(values, at, corner, steps);
      const b = value(values, at, corner | (1 << axis), steps);
      if (a < 0 === b < 0) continue;
      const t = a / (a - b);
      sx += (corner & 1) + (axis === 0 ? t : 0);
      sy += ((corner >> 1) & 1) + (axis === 1 ? t : 0);
      sz += ((corner >> 2) & 1) + (axis === 2 ? t : 0);
      count++;
    }
  }
  const p = node(grid, x + sx / count, y + sy / count, z + sz / count);
  positions.push(p.x, p.y, p.z);
  return true;
}

/** Two triangles for each edge of the grid that the surface crosses: its four cells, turned outwards. */
function joinedCells(grid: Grid, steps: readonly [number, number, number], vertexOf: Int32Array): number[] {
  const indices: number[] = [];
  eachCell(grid, (x, y, z, at) => {
    const place = [x, y, z];
    for (let axis = 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      if (place[u] === 0 || place[v] === 0) continue;
      const [a, b] = [grid.values[at]! < 0, grid.values[at + steps[axis]!]! < 0];
      if (a === b) continue;
      const ring = [at, at - steps[u]!, at - steps[u]! - steps[v]!, at - steps[v]!].map((cell) => vertexOf[cell]!);
      const [p, q, r, s] = (a ? ring : ring.reverse()) as [number, number, number, number];
      indices.push(p, q, r, p, r, s);
    }
  });
  return indices;
}

function settled(places: readonly number[], distance: Distance): Pick<MeshData, "positions" | "normals"> {
  const positions = new Float32Array(places.length);
  const normals = new Float32Array(places.length);
  const p = new Vector3();
  for (let i = 0; i < places.length; i += 3) {
    p.set(places[i]!, places[i + 1]!, places[i + 2]!);
    for (let round = 0; round < 2; round++) {
      const away = distance(p, slope);
      p.addScaledVector(slope, -away);
    }
    distance(p, slope);
    p.toArray(positions, i);
    slope.toArray(normals, i);
  }
  return { positions, normals };
}

function value(values: Float32Array, at: number, corner: number, steps: readonly number[]): number {
  return values[at + (corner & 1) + ((corner >> 1) & 1) * steps[1]! + ((corner >> 2) & 1) * steps[2]!]!;
}

function node(grid: Grid, x: number, y: number, z: number): Vector3 {
  return spot.set(grid.low.x + x * grid.cell, grid.low.y + y * grid.cell, grid.low.z + z * grid.cell);
}

const spot = new Vector3();
const slope = new Vector3();
