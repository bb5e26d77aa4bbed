import { Ray, Vector3 } from "three";
import { expect, test } from "vitest";
import { Eye } from "./eye";

function eyes(): Eye[] {
  return (["perspective", "front", "side", "top"] as const).map((name) => {
    const eye = new Eye(name);
    eye.rect = { x: 40, y: 30, width: 640, height: 480 };
    eye.update();
    return eye;
  });
}

test("the ray through a pixel meets the place that is seen there", () => {
  const place = new Vector3(0.3, 1.2, -0.4);
  for (const eye of eyes()) {
    const pixel = eye.project(place);
    expect(eye.ray(pixel.x, pixel.y, new Ray()).distanceToPoint(place)).toBeLessThan(1e-6);
  }
});

test("panning keeps what is under the cursor under it", () => {
  for (const eye of eyes()) {
    const place = eye.target.clone();
    const before = eye.project(place).clone();
    eye.pan(35, -20);
    const after = eye.project(place);
    expect(after.x - before.x).toBeCloseTo(35, 4);
    expect(after.y - before.y).toBeCloseTo(-20, 4);
  }
});

test("zooming keeps the place under the cursor", () => {
  for (const eye of eyes()) {
    const { right, up } = eye.axes;
    const place = eye.target.clone().addScaledVector(new Vector3(...right), 0.2).addScaledVector(new Vector3(...up), 0.1);
    const before = eye.project(place).clone();
    eye.zoom(1.7, before.x, before.y);
    const after = eye.project(place);
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(1e-3);
  }
});

test("a pixel is as long as the distance of two neighbouring pixels' places", () => {
  for (const eye of eyes()) {
    const place = new Vector3(0.1, 0.7, 0.3);
    const step = eye.metresPerPixel(place);
    const { right } = eye.axes;
    const moved = place.clone().addScaledVector(new Vector3(...right), step);
    const [a, b] = [eye.project(place).clone(), eye.project(moved)];
    expect(Math.hypot(b.x - a.x, b.y - a.y)).toBeCloseTo(1, 4);
  }
});

test("one cannot orbit over the pole, nor zoom into nothing", () => {
  const eye = eyes()[0]!;
  eye.orbit(0, 100);
  expect(eye.elevation).toBe(Math.PI / 2);
  eye.zoom(1e9);
  expect(eye.distance).toBeGreaterThan(0);
  expect(eye.camera.matrixWorld.elements.every(Number.isFinite)).toBe(true);
});
