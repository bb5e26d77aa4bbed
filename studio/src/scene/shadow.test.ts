import { expect, test } from "vitest";
import { Shadow } from "./shadow";

/** How dark the shadow of some balls is at a place of the floor, 0 to 1, and what it should be. */
function dark(balls: readonly number[][], x: number, z: number): [number, number] {
  const shadow = new Shadow(101);
  shadow.draw(new Float32Array(balls.flat()), 0.2, 1);
  const { center, reach, picture } = shadow;
  const column = Math.floor(((x - center.value.x) / reach.value + 1) * 50.5);
  const row = Math.floor(((z - center.value.z) / reach.value + 1) * 50.5);
  const [px, pz] = [column, row].map((pixel) => ((2 * pixel + 1) / 101 - 1) * reach.value) as [number, number];
  let left = 1;
  for (const [bx, by, bz, r] of balls as [number, number, number, number][]) {
    const [flat, h] = [Math.hypot(px + center.value.x - bx, pz + center.value.z - bz), Math.max(by - 0.2, r)];
    const t = Math.min(1, Math.max(0, (flat - 0.5 * r) / (0.75 * r + 0.06 * h)));
    left *= 1 - Math.min(0.95, Math.max(0, (0.9 * r * r * h) / Math.hypot(flat, h) ** 3 - 0.0013));
    left *= 1 - 0.055 * (1 - t * t * (3 - 2 * t));
  }
  const rim = Math.min(1, Math.max(0, 4 - (4 * (px * px + pz * pz)) / reach.value ** 2));
  return [(picture.image.data as Uint8Array)[101 * row + column]! / 255, rim * (1 - left)];
}

test("every ball hides its share of the sky from every place of the floor", () => {
  const balls = [[0.1, 0.6, 0.2, 0.12], [-0.2, 0.25, -0.1, 0.08], [0.3, 0.22, 0.1, 0.05]];
  for (const [x, z] of [[0.1, 0.2], [-0.2, -0.1], [0.3, 0.1], [0.05, 0], [-0.4, 0.3], [0.6, 0.2], [0, -0.55]] as const) {
    const [found, wanted] = dark(balls, x, z);
    expect(Math.abs(found - wanted)).toBeLessThan(0.6 / 255);
  }
  const [below] = dark(balls, 0.3, 0.1);
  expect(below).toBeGreaterThan(0.3);
});

test("a ball that is small and high casts none, nor does nothing", () => {
  for (const balls of [[[0, 1.2, 0, 0.03]], []]) {
    const shadow = new Shadow(32);
    shadow.draw(new Float32Array(balls.flat()), 0, 1);
    expect(Math.max(...(shadow.picture.image.data as Uint8Array))).toBe(0);
  }
});
