import { Vector3 } from "three";
import { expect, test } from "vitest";
import { shapeMesh } from "./tessellate";
import type { MeshData, Shape } from "./types";

/** Enclosed volume by the divergence theorem: positive only when faces turn outwards. */
function volume(mesh: MeshData): number {
  const corner = (i: number): Vector3 => new Vector3().fromArray(mesh.positions, 3 * mesh.indices[i]!);
  let sum = 0;
  for (let i = 0; i < mesh.indices.length; i += 3) sum += corner(i).dot(corner(i + 1).cross(corner(i + 2))) / 6;
  return sum;
}

const TURNED = [0.3, -0.2, 0.5, 0.5, 0.5, 0.5, 0.5] as const;
const SHAPES: [Shape, number][] = [
  [{ kind: "sphere", radius: 0.3 }, (4 / 3) * Math.PI * 0.027],
  [{ kind: "ellipsoid", radii: [0.1, 0.2, 0.4], placement: TURNED }, (4 / 3) * Math.PI * 0.008],
  [{ kind: "box", size: [0.1, 0.2, 0.3], placement: TURNED }, 0.006],
  [{ kind: "cylinder", radius: 0.1, length: 0.5 }, Math.PI * 0.005],
  [{ kind: "capsule", radius: 0.1, length: 0.5, placement: TURNED }, Math.PI * 0.005 + (4 / 3) * Math.PI * 0.001],
];

for (const [shape, expected] of SHAPES) {
  test(`a ${shape.kind} encloses its volume and its normals point outwards`, () => {
    const mesh = shapeMesh(shape, 96);
    expect(volume(mesh) / expected).toBeGreaterThan(0.99);
    expect(volume(mesh) / expected).toBeLessThan(1.0001);
    const middle = new Vector3().fromArray(shape.placement ?? [0, 0, 0]);
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const n = new Vector3().fromArray(mesh.normals, i);
      expect(n.length()).toBeCloseTo(1, 5);
      expect(n.dot(new Vector3().fromArray(mesh.positions, i).sub(middle))).toBeGreaterThanOrEqual(-1e-9);
    }
  });
}

test("a tapering capsule is the hull of its two balls", () => {
  const mesh = shapeMesh({ kind: "capsule", radius: 0.2, end_radius: 0.1, length: 0.6 }, 64);
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const p = new Vector3().fromArray(mesh.positions, i);
    // on the hull: touches some ball between both ends, and is inside none
    let least = Infinity;
    for (let t = 0; t <= 1; t += 1 / 512) least = Math.min(least, p.distanceTo(new Vector3(0, 0, 0.6 * (t - 0.5))) - (0.2 - 0.1 * t));
    expect(least).toBeGreaterThan(-1e-5);
    expect(least).toBeLessThan(1e-5);
  }
});
