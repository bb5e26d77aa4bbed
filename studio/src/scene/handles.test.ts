import { Vector3 } from "three";
import { expect, test } from "vitest";
import { Eye } from "./eye";
import { circlePath } from "./gizmo";
import { handleAt, type Handle } from "./handles";
import { across, onCircle } from "./pen";

const eye = new Eye("front");
eye.rect = { x: 100, y: 50, width: 600, height: 400 };
eye.update();

function handle(key: string, path: number[], reach = 8): Handle {
  return { key, path, reach, grip: () => ({ move: () => {}, end: () => {} }) };
}

test("the nearest handle within reach is taken; fingers reach farther", () => {
  const [a, b] = [handle("a", [0, 1, 0]), handle("b", [0.1, 1, 0])];
  const at = eye.project(new Vector3(0.09, 1, 0)).clone();
  expect(handleAt([a, b], eye, at.x, at.y, false)?.key).toBe("b");
  const beside = eye.project(new Vector3(0.1, 1, 0)).clone();
  expect(handleAt([a, b], eye, beside.x, beside.y + 14, false)).toBeNull();
  expect(handleAt([a, b], eye, beside.x, beside.y + 14, true)?.key).toBe("b");
});

test("a spot is taken before a line that passes over it", () => {
  const spot = handle("pin", [0, 1, 0]);
  const line = handle("ring", [-1, 1, 0, 1, 1, 0]);
  const at = eye.project(new Vector3(0, 1, 0)).clone();
  expect(handleAt([spot, line], eye, at.x, at.y + 3, false)?.key).toBe("pin");
  expect(handleAt([spot, line], eye, at.x + 30, at.y + 3, false)?.key).toBe("ring");
});

test("a ring is taken at its rim, not in its middle", () => {
  const center = new Vector3(0, 1, 0);
  const ring = handle("ring", circlePath(center, new Vector3(0, 0, 1), 0.3));
  const middle = eye.project(center).clone();
  const rim = eye.project(new Vector3(0.3 * Math.cos(1), 1 + 0.3 * Math.sin(1), 0)).clone();
  expect(handleAt([ring], eye, middle.x, middle.y, false)).toBeNull();
  expect(handleAt([ring], eye, rim.x, rim.y, false)?.key).toBe("ring");
});

test("circles keep their radius and plane, and turn by the right hand", () => {
  for (const axis of [new Vector3(0, 0, 1), new Vector3(1, 2, -3).normalize(), new Vector3(-1, 0, 0)]) {
    const zero = across(axis, new Vector3());
    expect(zero.length()).toBeCloseTo(1, 12);
    expect(zero.dot(axis)).toBeCloseTo(0, 12);
    const center = new Vector3(1, 2, 3);
    for (const angle of [0, 0.7, 2.9]) {
      const p = onCircle(center, axis, zero, 0.4, angle, new Vector3()).sub(center);
      const turned = zero.clone().applyAxisAngle(axis, angle).multiplyScalar(0.4);
      expect(p.distanceTo(turned)).toBeLessThan(1e-12);
    }
  }
});
