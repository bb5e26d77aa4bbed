import { Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { Eye } from "./eye";
import { viewAxes } from "./fit";

/** Balls of a standing person, roughly. */
const PERSON = [0, 1.6, 0, 0.12, 0.1, 0.1, 0.1, 0.08, -0.1, 0.1, 0, 0.08, -0.7, 1.4, 0.2, 0.05, 0.3, 0.9, -0.4, 0.1];

/** How far the outline of all balls reaches, in halves of the picture: −1 … 1 is inside. */
function reach(eye: Eye, balls: readonly number[]): { x: [number, number]; y: [number, number] } {
  const { x, y, width, height } = eye.rect!;
  const found: { x: [number, number]; y: [number, number] } = { x: [Infinity, -Infinity], y: [Infinity, -Infinity] };
  for (let i = 0; i < balls.length; i += 4) {
    for (let k = 0; k < 4000; k++) {
      const [u, v] = [Math.acos(1 - (2 * (k + 0.5)) / 4000), Math.PI * (1 + Math.sqrt(5)) * k]; // even over the ball
      const p = new Vector3(Math.sin(u) * Math.cos(v), Math.sin(u) * Math.sin(v), Math.cos(u));
      const pixel = eye.project(p.multiplyScalar(balls[i + 3]!).add(new Vector3().fromArray(balls, i)));
      const [px, py] = [((pixel.x - x) / width) * 2 - 1, ((pixel.y - y) / height) * 2 - 1];
      found.x = [Math.min(found.x[0], px), Math.max(found.x[1], px)];
      found.y = [Math.min(found.y[0], py), Math.max(found.y[1], py)];
    }
  }
  return found;
}

describe("fitting", () => {
  for (const name of ["perspective", "front", "side", "top"] as const) {
    for (const [width, height] of [[800, 600], [300, 900]] as const) {
      test(`${name} of ${width} × ${height} sees all of the body, centred, and touches the margin`, () => {
        const eye = new Eye(name);
        eye.rect = { x: 17, y: 5, width, height };
        eye.frame(PERSON, 0.1);
        const { x, y } = reach(eye, PERSON);
        const largest = Math.max(-x[0], x[1], -y[0], y[1]);
        expect(largest).toBeCloseTo(0.8, 2);
        expect(x[0] + x[1]).toBeCloseTo(0, 1);
        expect(y[0] + y[1]).toBeCloseTo(0, 1);
      });
    }
  }
});

test("axes of a view are right-handed and unit; the front looks at the face, the top has the face upwards", () => {
  for (const [a, e] of [[0.3, 0.2], [-2, 1.5], [3, -0.7]] as const) {
    const { right, up, back } = viewAxes(a, e);
    const cross = new Vector3(...right).cross(new Vector3(...up));
    expect(cross.distanceTo(new Vector3(...back))).toBeLessThan(1e-12);
    expect(new Vector3(...right).length()).toBeCloseTo(1, 12);
  }
  expect(new Vector3(...viewAxes(0, 0).back).distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-12);
  expect(new Vector3(...viewAxes(Math.PI, Math.PI / 2).up).distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-12);
});
