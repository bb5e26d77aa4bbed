import { Vector3 } from "three";
import { expect, test } from "vitest";
import { Eye } from "./eye";
import { alongLine, aroundAxis, onFacingPlane, onPlane, onRay, pixelDistance, turnBetween } from "./planes";

function eye(name: "perspective" | "front" = "perspective"): Eye {
  const found = new Eye(name);
  found.rect = { x: 0, y: 0, width: 800, height: 600 };
  found.update();
  return found;
}

test("the dragged point stays under the cursor, in the plane through it that faces the eye", () => {
  for (const name of ["perspective", "front"] as const) {
    const view = eye(name);
    const anchor = new Vector3(0.2, 1.1, 0.3);
    const target = onFacingPlane(view, anchor, 300, 200);
    const pixel = view.project(target);
    expect(pixel.x).toBeCloseTo(300, 4);
    expect(pixel.y).toBeCloseTo(200, 4);
    expect(target.clone().sub(anchor).dot(new Vector3(...view.axes.back))).toBeCloseTo(0, 9);
  }
});

test("by the ray rule the target is under the cursor too, and no point of the line of sight is nearer", () => {
  for (const name of ["perspective", "front"] as const) {
    const view = eye(name);
    const here = new Vector3(0.2, 1.1, 0.3);
    for (const [x, y] of [[300, 200], [650, 90], [40, 560]] as const) {
      const target = onRay(view, here, x, y);
      const pixel = view.project(target);
      expect(pixel.x).toBeCloseTo(x, 4);
      expect(pixel.y).toBeCloseTo(y, 4);
      const nearer = onFacingPlane(view, here, x, y);
      expect(target.distanceTo(here)).toBeLessThanOrEqual(nearer.distanceTo(here) + 1e-9);
      expect(target.clone().sub(here).dot(target.clone().sub(nearer))).toBeCloseTo(0, 9);
      if (name === "perspective") expect(target.distanceTo(nearer)).toBeGreaterThan(1e-4);  // a plane is another rule
      else expect(target.distanceTo(nearer)).toBeLessThan(1e-9);  // all lines of sight are across it: the same rule
    }
  }
});

test("without moving, the target is the point itself", () => {
  const view = eye();
  const anchor = new Vector3(-0.4, 0.9, 0.5);
  const pixel = view.project(anchor).clone();
  expect(onFacingPlane(view, anchor, pixel.x, pixel.y).distanceTo(anchor)).toBeLessThan(1e-6);
});

test("a plane seen edge-on gives nothing", () => {
  const view = eye("front");
  expect(onPlane(view, new Vector3(), new Vector3(0, 1, 0), 400, 300)).toBeNull();
});

test("along a line one moves by what the cursor moves", () => {
  const view = eye();
  const anchor = new Vector3(0.1, 1, 0.2);
  const axis = new Vector3(1, 0, 0);
  const pixel = view.project(anchor.clone().addScaledVector(axis, 0.37)).clone();
  expect(alongLine(view, anchor, axis, pixel.x, pixel.y)).toBeCloseTo(0.37, 6);
  expect(alongLine(eye("front"), anchor, new Vector3(0, 0, 1), 10, 10)).toBeNull();
});

test("angles about an axis are those of the place under the cursor", () => {
  const view = eye();
  const [center, axis, zero] = [new Vector3(0, 1, 0), new Vector3(0, 0, 1), new Vector3(1, 0, 0)];
  const place = new Vector3(0.3 * Math.cos(0.8), 1 + 0.3 * Math.sin(0.8), 0);
  const pixel = view.project(place).clone();
  expect(aroundAxis(view, center, axis, zero, pixel.x, pixel.y)).toBeCloseTo(0.8, 6);
});

test("turns go the shorter way", () => {
  expect(turnBetween(3, -3)).toBeCloseTo(2 * Math.PI - 6, 12);
  expect(turnBetween(-3, 3)).toBeCloseTo(6 - 2 * Math.PI, 12);
  expect(turnBetween(0.2, 0.5)).toBeCloseTo(0.3, 12);
});

test("distance from a path: its inside, its end, a single point", () => {
  expect(pixelDistance([0, 0, 10, 0], 5, 3)).toBeCloseTo(3, 12);
  expect(pixelDistance([0, 0, 10, 0], 13, 4)).toBeCloseTo(5, 12);
  expect(pixelDistance([2, 2], 5, 6)).toBeCloseTo(5, 12);
});
