import { expect, test } from "vitest";
import type { SkinShape } from "../protocol/messages";
import { skinOf } from "./adaptSkin";

/** Lower bytes before upper ones. */
const planes = (values: number[]): Uint8Array => new Uint8Array([...values.map((v) => v % 256), ...values.map((v) => Math.floor(v / 256))]);
const bytes = (values: Uint32Array | Float32Array | Int8Array): Uint8Array => new Uint8Array(values.buffer);

test("whole numbers and differences become places, triangles and weights again", () => {
  const message: SkinShape = {
    low: [-1, 0, 0.5],
    step: 0.001,
    vertices: planes([1000, 500, 65036, 0, 2000, 63536, 7, 0, 1]), // the third x is 500 less than the second
    normals: bytes(new Int8Array([127, 0, -127, 0, 127, 0, 0, 0, 0])),
    triangles: bytes(new Uint32Array([0, 2, 1, 0, 2, -1 >>> 0])),
    parts: new Uint8Array([0, 1]),
    bones: [
      { segment: "upper", parent: null, axis: [0, 0, 1], swing: 1, twist: 1 },
      { segment: "fore", parent: null, axis: [0, 0, 1], swing: 1, twist: 1 },
      { segment: "fore", parent: "upper", axis: [0, 0, 1], swing: 0.5, twist: 0 },
    ],
    bind: bytes(new Float32Array(21)),
    joints: new Uint8Array([0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]),
    weights: planes([13107, 65535, 65535, 52428, 0, 0, 0, 0, 0, 0, 0, 0]),
    sky: new Uint8Array([255, 200, 100]),
  };
  const skin = skinOf(message, (name) => ["upper", "fore"].indexOf(name ?? ""));
  const places = [0, 0, 0.507, 0.5, 2, 0.507, 0, 0, 0.508];
  places.forEach((value, i) => expect(skin.positions[i]).toBeCloseTo(value, 6));
  expect([...skin.normals]).toEqual([1, 0, 0, 0, 1, 0, -1, 0, 0]);
  expect([...skin.triangles]).toEqual([0, 1, 2, 2, 1, 1]);
  expect(skin.weights[0]).toBeCloseTo(0.2, 6);
  expect(skin.weights[1]).toBeCloseTo(0.8, 6);
  expect(skin.bones[2]).toMatchObject({ segment: 1, parent: 0, child: 1, swing: 0.5 });
});
