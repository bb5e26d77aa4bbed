import { Vector3 } from "three";
import { expect, test } from "vitest";
import { skin } from "./skin";
import { distanceTo, fillingBalls, type Distance } from "./solids";
import { shapeMesh } from "./tessellate";
import type { Shape } from "./types";

const LIMB: Shape[] = [
  { kind: "capsule", radius: 0.06, end_radius: 0.04, length: 0.3 },
  { kind: "capsule", radius: 0.05, length: 0.2, placement: [0.03, 0, 0.2, 0, Math.sin(0.2), 0, Math.cos(0.2)] },
  { kind: "ellipsoid", radii: [0.05, 0.07, 0.09], placement: [0, 0.02, -0.15, 0, 0, 0, 1] },
];

/** The largest slope across the one that is told, in shares of the slope along it: zero when it is the steepest. */
function slant(distance: Distance, p: Vector3): number {
  const slope = new Vector3();
  distance(p, slope);
  const change = (way: Vector3): number =>
    distance(p.clone().addScaledVector(way, 1e-5), new Vector3()) - distance(p.clone().addScaledVector(way, -1e-5), new Vector3());
  const side = new Vector3(slope.y, -slope.x, 0).normalize();
  return Math.max(Math.abs(change(side)), Math.abs(change(side.clone().cross(slope)))) / change(slope);
}

test("slopes are the steepest way out, by finite differences", () => {
  const exact: Shape[] = [LIMB[0]!, LIMB[1]!, { kind: "sphere", radius: 0.1 }];
  for (const shape of exact) {
    for (const p of [new Vector3(0.1, 0.05, 0.02), new Vector3(-0.03, 0.08, 0.25), new Vector3(0.02, 0.01, -0.3)]) {
      expect(slant(distanceTo(shape)!, p)).toBeLessThan(1e-6);
    }
  }
});

test("slopes of an ellipsoid are right on its surface, where they are asked", () => {
  const surface = shapeMesh(LIMB[2]!, 12).positions;
  for (let i = 0; i < surface.length; i += 3) {
    expect(slant(distanceTo(LIMB[2]!)!, new Vector3().fromArray(surface, i))).toBeLessThan(1e-3);
  }
});

test("a skin lies on its solids, bulges only where they meet, and never sinks into one", () => {
  const mesh = skin(LIMB);
  const distances = LIMB.map((s) => distanceTo(s)!);
  const slope = new Vector3();
  for (let i = 0; i < mesh.positions.length; i += 3) {
    const p = new Vector3().fromArray(mesh.positions, i);
    const least = Math.min(...distances.map((d) => d(p, slope)));
    expect(least).toBeGreaterThan(-1e-4);
    expect(least).toBeLessThan(0.02);
  }
});

test("solids with edges keep them", () => {
  const box: Shape = { kind: "box", size: [0.2, 0.2, 0.2] };
  const mesh = skin([box, { kind: "box", size: [0.1, 0.1, 0.4] }]);
  expect([...mesh.positions].every((x) => [0.05, 0.1, 0.2].some((h) => Math.abs(Math.abs(x) - h) < 1e-6))).toBe(true);
});

test("balls fill a solid without sticking out far", () => {
  for (const shape of LIMB) {
    const slope = new Vector3();
    const balls = fillingBalls(shape);
    for (let i = 0; i < balls.length; i += 4) {
      const away = distanceTo(shape)!(new Vector3().fromArray(balls, i), slope);
      expect(away + balls[i + 3]!).toBeLessThan(0.02);
    }
  }
});
