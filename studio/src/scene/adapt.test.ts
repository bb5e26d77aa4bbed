import { expect, test } from "vitest";
import type { FigureMessage, Frame as FrameMessage, LimitShape } from "../protocol/messages";
import { figureOf, frameOf, limitOf, limitValue } from "./adapt";

/** Bytes that begin at an odd place, as they come out of a message. */
function bytes(values: ArrayLike<number>, kind: typeof Float32Array | typeof Uint32Array = Float32Array): Uint8Array {
  const whole = new Uint8Array(values.length * 4 + 1);
  whole.set(new Uint8Array(kind.from(values).buffer), 1);
  return whole.subarray(1);
}

const NONE = new Uint8Array();
const SEGMENT = { color: "#dccbb4", joint: "root", mass: 1, center: [0, 0, 0], length: 1, vertices: NONE, normals: NONE, faces: NONE, shapes: [] };

const FIGURE: FigureMessage = {
  type: "figure", revision: 1, name: "two", source: null, root: "trunk", dof: 1, mass: 2, height: 1, gravity: [0, -9.81, 0],
  skins: [],
  segments: [
    { ...SEGMENT, name: "trunk", parent: null, shapes: [{ kind: "capsule", radii: [0.1, 0.05], length: 0.4, position: [0, 1, 0], rotation: [0, 0, 0, 1] }] },
    { ...SEGMENT, name: "arm", parent: "trunk", vertices: bytes([0, 0, 0, 1, 0, 0, 0, 1, 0]), normals: bytes([0, 0, 1, 0, 0, 1, 0, 0, 1]), faces: bytes([0, 1, 2], Uint32Array) },
  ],
  joints: [
    { name: "root", model: "free", base: null, segment: "trunk", position: [0, 0, 0], rotation: [0, 0, 0, 1], axis: [0, 0, 1], offset: 0, coordinates: [], limits: [], weight: 1, partner: null },
    {
      name: "elbow", model: "hinge", base: "trunk", segment: "arm", position: [0, 0.3, 0], rotation: [0, 0, 0, 1], axis: [1, 0, 0], offset: 6, weight: 1, partner: null,
      coordinates: [{ name: "angle", unit: "deg", min: -90, max: 45, limited: true }],
      limits: [{ name: "angle", kind: "range", value: { min: -90, max: "0.5 rad" }, curve: NONE }],
    },
  ],
  sites: [{ name: "hand", segment: "arm", position: [0, 0, 0.2], rotation: [0, 0, 0, 1], partner: null }],
  soles: [], limbs: [], groups: [], postures: [], stances: [], symmetric: false,
};

test("a figure's names become indices, degrees radians, bytes numbers", () => {
  const figure = figureOf(FIGURE);
  expect(figure.segments.map((s) => s.parent)).toEqual([-1, 0]);
  expect(figure.segments[0]!.shapes).toEqual([{ kind: "capsule", radius: 0.1, end_radius: 0.05, length: 0.4, placement: [0, 1, 0, 0, 0, 0, 1] }]);
  expect([...figure.segments[1]!.mesh!.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  expect([...figure.segments[1]!.mesh!.indices]).toEqual([0, 1, 2]);
  expect(figure.joints.map((j) => [j.base, j.segment])).toEqual([[-1, 0], [0, 1]]);
  expect(figure.joints[1]!.coordinates[0]!.min).toBeCloseTo(-Math.PI / 2, 12);
  expect(figure.joints[1]!.limits.angle).toEqual({ kind: "range", min: -Math.PI / 2, max: 0.5 });
  expect(figure.sites[0]!.segment).toBe(1);
});

test("a frame's overlays follow the figure's joints; drags of this window are left out", () => {
  const figure = figureOf(FIGURE);
  const message: FrameMessage = {
    type: "frame", number: 1, figure: 1, document: 1, hand: 1, pull: 1, light: "green", settled: true, tasks: [], live: null,
    clip: null,
    placements: bytes(Array.from({ length: 14 }, (_, i) => i)), joints: bytes([0, 0, 0, 0, 0, 0, 0.25]),
    handles: [{ segment: "arm", point: [0, 0, 1], target: [1, 2, 3] }],
    overlays: {
      near: [{ segment: "arm", obstacle: "table", distance: 0.01, points: [[0, 0, 0], [0, 0, 1]] }],
      com: [0, 1, 0], support: null, region: null, held: null, inertia: null, balanced: null,
      contacts: [{ site: "hand", point: [0, 0, 0], force: [0, 5, 0], normal: null, friction: null }],
      loads: [
        { joint: "elbow", use: 0.5, parts: [{ coordinate: "swing_x", movement: "", axis: [0, 1, 0], torque: 4, use: 0.5 }] },
        { joint: "of another figure", use: null, parts: [] },
      ],
    },
  };
  const frame = frameOf(message, figure, true);
  expect([...frame.placements]).toEqual(Array.from({ length: 14 }, (_, i) => i));
  expect(frame.joints![6]).toBe(0.25);
  expect(frame.pulls).toBeNull();
  expect(frame.held).toEqual([{ segment: "arm", point: [0, 0, 1], target: [1, 2, 3] }]);
  expect(frame.near).toEqual([{ segment: "arm", thing: "table", distance: 0.01, from: [0, 0, 0], to: [0, 0, 1] }]);
  expect(frame.efforts).toEqual([{ joint: 1, use: 0.5, parts: [{ name: "swing x", axis: [0, 1, 0], torque: 4, use: 0.5 }] }]);
  expect(frame.contacts).toEqual([{ name: "hand", point: [0, 0, 0], force: [0, 5, 0] }]);
  expect(frameOf(message, figure, false).pulls).toEqual([{ segment: "arm", point: [0, 0, 1], target: [1, 2, 3] }]);
});

test("limits go to the server as they came", () => {
  const values: [string, string, unknown][] = [
    ["swing", "cone", { cone: 40 }],
    ["swing", "ellipse", { ellipse: { x: 30, y: 50 } }],
    ["swing", "polygon", { polygon: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }],
    ["twist", "range", { min: -30 }],
    ["twist", "table", { table: [{ direction: [0, 0, 1], min: -30, max: 40 }, { direction: [1, 0, 0], min: -10, max: 5 }] }],
  ];
  for (const [name, kind, value] of values) {
    const limit = limitOf({ name, kind, value, curve: NONE } satisfies LimitShape);
    const back = limitValue(limit);
    expect(JSON.parse(JSON.stringify(back, (_, x: unknown) => (typeof x === "number" ? Math.round(x * 1e9) / 1e9 : x)))).toEqual(value);
  }
  expect(limitValue({ kind: "range", min: 0.1, max: 0.3 }, "m")).toEqual({ min: 0.1, max: 0.3 });
  expect(limitOf({ name: "distance", kind: "range", value: { max: 0.4 }, curve: NONE })).toEqual({ kind: "range", min: -Infinity, max: 0.4 });
});
