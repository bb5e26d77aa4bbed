import { Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { Skinned } from "./skinned";
import type { Figure, Skin } from "./types";

/** Two segments along z, joined at z = 1, and a bone in between that takes half of the swing. */
const FIGURE: Figure = {
  name: "arm",
  segments: ["upper", "fore"].map((name, i) => ({ name, color: "#808080", parent: i - 1, shapes: [], mesh: null })),
  joints: [],
  sites: [],
};

const SKIN: Skin = {
  positions: new Float32Array([0, 0, 0.5, 0.1, 0, 1, 0, 0, 2]),
  normals: new Float32Array([1, 0, 0, 1, 0, 0, 0, 0, 1]),
  triangles: new Uint32Array([0, 1, 2]),
  parts: new Uint8Array([1]),
  bones: [
    { segment: 0, parent: -1, child: 0, axis: [0, 0, 1], swing: 1, twist: 1 },
    { segment: 1, parent: -1, child: 1, axis: [0, 0, 1], swing: 1, twist: 1 },
    { segment: 1, parent: 0, child: 1, axis: [0, 0, 1], swing: 0.5, twist: 0 },
  ],
  bind: new Float32Array([0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1]),
  joints: new Uint8Array([0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0]),
  weights: new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
  sky: new Uint8Array([255, 255, 255]),
};

test("a skin follows its segments, and bones in between by their share of the turn", () => {
  const skinned = new Skinned(FIGURE, SKIN);
  const bent = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 1.2).multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 0.7));
  skinned.move(new Float32Array([0, 0, 0, 0, 0, 0, 1, 0, 0, 1, bent.x, bent.y, bent.z, bent.w]));
  const at = skinned.geometries[1]!.getAttribute("position");
  const half = new Vector3(0.1, 0, 0).applyAxisAngle(new Vector3(0, 1, 0), 0.6); // half the swing, none of the twist
  const tip = new Vector3(0, 0, 1).applyQuaternion(bent);
  const wanted = [[0, 0, 0.5], [half.x, half.y, half.z + 1], [tip.x, tip.y, tip.z + 1]];
  wanted.forEach(([x, y, z], i) => {
    expect(at.getX(i)).toBeCloseTo(x!, 6);
    expect(at.getY(i)).toBeCloseTo(y!, 6);
    expect(at.getZ(i)).toBeCloseTo(z!, 6);
  });
  expect(skinned.geometries[0]!.index!.count).toBe(0);
});
