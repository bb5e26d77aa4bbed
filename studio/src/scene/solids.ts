/** Distances to the simple solids, and balls that fill them: for skins and for the floor's shadow. */

import { Matrix3, Matrix4, Quaternion, Vector3 } from "three";
import type { Placement, Shape } from "./types";

/** Metres from a point of the segment to a surface, negative inside; `slope` becomes the unit direction away from it. */
export type Distance = (p: Vector3, slope: Vector3) => number;

/** The distance to a solid with a round surface; null for those with edges, which are not blended. */
export function distanceTo(shape: Shape): Distance | null {
  const inner = ownDistance(shape);
  if (!inner || !shape.placement) return inner;
  return placed(inner, shape.placement);
}

function ownDistance(shape: Shape): Distance | null {
  switch (shape.kind) {
    case "sphere":
      return (p, slope) => away(p.x, p.y, p.z, slope) - shape.radius;
    case "ellipsoid":
      return ellipsoidDistance(shape.radii);
    case "capsule":
      return capsuleDistance(shape.radius, shape.end_radius ?? shape.radius, shape.length);
    default:
      return null;
  }
}

/** To first order: the value of |x/r| − 1 over its slope. Exact on the surface, which is where it is asked. */
function ellipsoidDistance([a, b, c]: readonly [number, number, number]): Distance {
  return (p, slope) => {
    const k = Math.sqrt((p.x / a) ** 2 + (p.y / b) ** 2 + (p.z / c) ** 2);
    const steep = away(p.x / (a * a), p.y / (b * b), p.z / (c * c), slope);
    return steep < 1e-9 ? -Math.min(a, b, c) : (k * (k - 1)) / steep;
  };
}

/** The hull of two balls: in the half plane (ρ, z) the nearest part is the lower ball, the upper ball or the cone. */
function capsuleDistance(start: number, end: number, length: number): Distance {
  const sine = (start - end) / length;
  const cosine = Math.sqrt(1 - sine * sine);
  return (p, slope) => {
    const rho = Math.sqrt(p.x * p.x + p.y * p.y);
    const z = p.z + length / 2;
    const along = z * cosine - rho * sine; // measured along the cone
    if (along <= 0) return away(p.x, p.y, z, slope) - start;
    if (along >= length * cosine) return away(p.x, p.y, z - length, slope) - end;
    slope.set((p.x * cosine) / Math.max(rho, 1e-9), (p.y * cosine) / Math.max(rho, 1e-9), sine);
    return rho * cosine + z * sine - start;
  };
}

/** Length of a vector, whose direction goes into `slope`. */
function away(x: number, y: number, z: number, slope: Vector3): number {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 1e-9) slope.set(x / length, y / length, z / length);
  else slope.set(0, 0, 1);
  return length;
}

/** Asked many thousand times, so the turn is written out. */
function placed(inner: Distance, placement: Placement): Distance {
  const m = new Matrix3().setFromMatrix4(new Matrix4().makeRotationFromQuaternion(new Quaternion(...placement.slice(3) as [number, number, number, number])));
  const [xx, yx, zx, xy, yy, zy, xz, yz, zz] = m.elements; // columns: the solid's axes in the segment
  const local = new Vector3();
  return (p, slope) => {
    const [x, y, z] = [p.x - placement[0], p.y - placement[1], p.z - placement[2]];
    local.set(xx * x + yx * y + zx * z, xy * x + yy * y + zy * z, xz * x + yz * y + zz * z);
    const distance = inner(local, slope);
    slope.applyMatrix3(m);
    return distance;
  };
}

/** Balls (x y z radius) that roughly fill a solid, in segment coordinates. */
export function fillingBalls(shape: Shape): number[] {
  const balls = ownBalls(shape);
  if (!shape.placement) return balls;
  const [x, y, z, ...q] = shape.placement;
  const turn = new Quaternion(...q);
  const p = new Vector3();
  for (let i = 0; i < balls.length; i += 4) {
    p.fromArray(balls, i).applyQuaternion(turn);
    p.set(p.x + x, p.y + y, p.z + z).toArray(balls, i);
  }
  return balls;
}

function ownBalls(shape: Shape): number[] {
  switch (shape.kind) {
    case "sphere":
      return [0, 0, 0, shape.radius];
    case "ellipsoid":
      return alongLongest(shape.radii);
    case "box":
      return gridOfBalls(shape.size);
    case "cylinder":
      return alongAxis(shape.radius, shape.radius, shape.length);
    case "capsule":
      return alongAxis(shape.radius, shape.end_radius ?? shape.radius, shape.length);
  }
}

/** Thinned where they overlap, so that a long solid is not darker than its width. */
function alongAxis(start: number, end: number, length: number): number[] {
  const count = Math.max(2, Math.min(8, Math.round(length / (start + end)) + 1));
  const thin = Math.sqrt(Math.min(1, length / (count - 1) / (start + end)));
  return Array.from({ length: count }, (_, i) => i / (count - 1)).flatMap((t) => [
    0, 0, (t - 0.5) * length, (start + t * (end - start)) * thin,
  ]);
}

function alongLongest(radii: readonly [number, number, number]): number[] {
  const longest = radii.indexOf(Math.max(...radii));
  const others = radii.filter((_, i) => i !== longest);
  return [-0.6, 0, 0.6].flatMap((t) => {
    const at = [0, 0, 0];
    at[longest] = t * radii[longest]!;
    return [...at, Math.sqrt(others[0]! * others[1]!) * Math.sqrt(1 - t * t) * 0.8];
  });
}

function gridOfBalls(size: readonly [number, number, number]): number[] {
  const radius = Math.min(...size) / 2;
  const [nx, ny, nz] = size.map((s) => Math.max(1, Math.min(5, Math.round(s / 2 / radius)))) as [number, number, number];
  const balls: number[] = [];
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++)
      for (let k = 0; k < nz; k++)
        balls.push(...[[i, nx], [j, ny], [k, nz]].map(([at, n], axis) => ((at! + 0.5) / n! - 0.5) * size[axis]!), radius);
  return balls;
}

/** Balls that stand for a mesh: its vertices gathered in boxes of a coarse grid. */
export function meshBalls(positions: ArrayLike<number>): number[] {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const p = new Vector3();
  for (let i = 0; i + 2 < positions.length; i += 3) {
    p.set(positions[i]!, positions[i + 1]!, positions[i + 2]!);
    low.min(p);
    high.max(p);
  }
  if (!(low.x <= high.x)) return [];
  const middle = low.clone().add(high).multiplyScalar(0.5);
  const size = high.clone().sub(low).max(new Vector3(1e-3, 1e-3, 1e-3));
  const balls = gridOfBalls([size.x, size.y, size.z]);
  for (let i = 0; i < balls.length; i += 4) p.fromArray(balls, i).add(middle).toArray(balls, i);
  return balls;
}
