/** A skin as it comes over the line, where it is whole numbers and their differences, as the viewport's data. */

import type { SkinShape } from "../protocol/messages";
import type { Skin, Vec3 } from "./types";

export function skinOf(skin: SkinShape, find: (name: string | null) => number): Skin {
  const own = new Map(skin.bones.map((b, i) => [b.parent === null ? b.segment : "", i]));
  const places = summed(planes(skin.vertices));
  const shares = planes(skin.weights);
  const corners = summed(new Uint32Array(copy(skin.triangles)));
  return {
    positions: rows(places, new Float32Array(places.length), (value, axis) => skin.low[axis]! + skin.step * value),
    normals: rows(new Int8Array(copy(skin.normals)), new Float32Array(places.length), (value) => value / 127),
    triangles: rows(corners, new Uint32Array(corners.length), (value) => value),
    parts: skin.parts.slice(),
    bones: skin.bones.map((b) => ({
      segment: find(b.segment), parent: b.parent === null ? -1 : own.get(b.parent)!, child: own.get(b.segment)!,
      axis: b.axis as unknown as Vec3, swing: b.swing, twist: b.twist,
    })),
    bind: new Float32Array(copy(skin.bind)),
    joints: skin.joints.slice(),
    weights: rows(shares, new Float32Array(shares.length), (share) => share / 65535, 4),
    sky: skin.sky.slice(),
  };
}

/** Three columns of differences as the numbers they were made of: what wraps around does so again. */
function summed<Numbers extends Uint16Array | Uint32Array>(columns: Numbers): Numbers {
  const count = columns.length / 3;
  for (let i = 0; i < columns.length; i++) if (i % count > 0) columns[i]! += columns[i - 1]!;
  return columns;
}

/** Columns, one after the other, as rows of so many. */
function rows<Numbers extends Float32Array | Uint32Array>(columns: ArrayLike<number>, into: Numbers, value: (raw: number, axis: number) => number, many = 3): Numbers {
  const count = columns.length / many;
  for (let axis = 0; axis < many; axis++) for (let i = 0; i < count; i++) into[many * i + axis] = value(columns[axis * count + i]!, axis);
  return into;
}

/** Numbers of two bytes whose lower ones come before all upper ones. */
function planes(bytes: Uint8Array): Uint16Array {
  const count = bytes.length / 2;
  return Uint16Array.from({ length: count }, (_, i) => bytes[i]! + 256 * bytes[count + i]!);
}

/** Bytes may lie anywhere in a message; a copy is aligned. */
function copy(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}
