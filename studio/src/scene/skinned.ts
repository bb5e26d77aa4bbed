/** One skin over all segments, posed on the processor: picking, outlines and glass then see what is drawn. */

import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Quaternion, Sphere, Vector3 } from "three";
import { linear } from "./shading";
import type { Figure, Skin } from "./types";

export class Skinned {
  /** One geometry a segment; all share their vertices, world coordinates. */
  readonly geometries: readonly BufferGeometry[];
  private readonly skin: Skin;
  private readonly position: BufferAttribute;
  private readonly normal: BufferAttribute;
  private readonly bounds = new Sphere();
  /** Twelve numbers a bone: three rows of what takes the modelled skin to the pose. */
  private readonly moves: Float32Array;
  private readonly turns: readonly Quaternion[];

  constructor(figure: Figure, skin: Skin) {
    this.skin = skin;
    this.position = new BufferAttribute(new Float32Array(skin.positions), 3).setUsage(DynamicDrawUsage);
    this.normal = new BufferAttribute(new Float32Array(skin.normals), 3).setUsage(DynamicDrawUsage);
    this.moves = new Float32Array(12 * skin.bones.length);
    this.turns = skin.bones.map(() => new Quaternion());
    const shared = { position: this.position, normal: this.normal, sky: new BufferAttribute(skin.sky, 1, true), tint: tintsOf(figure, skin) };
    this.geometries = figure.segments.map((_, i) => this.geometryOf(shared, i));
  }

  /** Takes a pose: seven numbers a segment. */
  move(placements: Float32Array): void {
    const { skin, moves } = this;
    skin.bones.forEach((bone, i) => {
      if (bone.parent < 0) this.follow(i, placements, 7 * bone.segment);
    });
    skin.bones.forEach((bone, i) => {
      if (bone.parent >= 0) this.share(i);
    });
    const [from, facing] = [skin.positions, skin.normals];
    const [to, normal] = [this.position.array as Float32Array, this.normal.array as Float32Array];
    const row = blended;
    for (let v = 0; v < to.length / 3; v++) {
      row.fill(0);
      for (let k = 4 * v; k < 4 * v + 4; k++) {
        const [weight, at] = [skin.weights[k]!, 12 * skin.joints[k]!];
        if (weight > 0) for (let j = 0; j < 12; j++) row[j]! += weight * moves[at + j]!;
      }
      const [x, y, z] = [from[3 * v]!, from[3 * v + 1]!, from[3 * v + 2]!];
      const [a, b, c] = [facing[3 * v]!, facing[3 * v + 1]!, facing[3 * v + 2]!];
      for (let r = 0; r < 3; r++) {
        to[3 * v + r] = row[4 * r]! * x + row[4 * r + 1]! * y + row[4 * r + 2]! * z + row[4 * r + 3]!;
        normal[3 * v + r] = row[4 * r]! * a + row[4 * r + 1]! * b + row[4 * r + 2]! * c;
      }
    }
    this.position.needsUpdate = this.normal.needsUpdate = true;
    this.bounds.center.fromArray(to, 0);
  }

  dispose(): void {
    for (const geometry of this.geometries) geometry.dispose();
  }

  private geometryOf(shared: Record<string, BufferAttribute>, segment: number): BufferGeometry {
    const { triangles, parts } = this.skin;
    const mine: number[] = [];
    for (let t = 0; t < parts.length; t++) if (parts[t] === segment) mine.push(triangles[3 * t]!, triangles[3 * t + 1]!, triangles[3 * t + 2]!);
    const geometry = new BufferGeometry();
    for (const [name, attribute] of Object.entries(shared)) geometry.setAttribute(name, attribute);
    geometry.setIndex(new BufferAttribute(new Uint32Array(mine), 1));
    geometry.boundingSphere = this.bounds; // of the whole skin: rays are tried against every part
    this.bounds.radius = 4;
    return geometry;
  }

  /** A segment's own bone: the turn since the skin was modelled, and its place. */
  private follow(bone: number, placements: Float32Array, at: number): void {
    const { bind } = this.skin;
    const turn = this.turns[bone]!;
    turn.fromArray(placements, at + 3).multiply(quaternion.fromArray(bind, 7 * bone + 3).conjugate());
    place.fromArray(bind, 7 * bone).applyQuaternion(turn);
    this.keep(bone, turn, placements[at]! - place.x, placements[at + 1]! - place.y, placements[at + 2]! - place.z);
  }

  /** A bone in between: its parent's move after shares of swing and twist about the joint. */
  private share(bone: number): void {
    const { bones, bind } = this.skin;
    const { parent, child, axis, swing, twist } = bones[bone]!;
    relative.copy(this.turns[parent]!).conjugate().multiply(this.turns[child]!);
    if (relative.w < 0) relative.set(-relative.x, -relative.y, -relative.z, -relative.w);
    const along = relative.x * axis[0] + relative.y * axis[1] + relative.z * axis[2];
    about.set(along * axis[0], along * axis[1], along * axis[2], relative.w);
    if (about.lengthSq() < 1e-18) about.identity();
    else about.normalize();
    swung.copy(relative).multiply(quaternion.copy(about).conjugate());
    const turn = this.turns[bone]!.copy(this.turns[parent]!);
    local.copy(IDENTITY).slerp(shortest(swung), swing).multiply(quaternion.copy(IDENTITY).slerp(shortest(about), twist));
    turn.multiply(local);
    // M = M_parent · T(joint) · R · T(−joint)
    place.fromArray(bind, 7 * bone);
    joint.copy(place).sub(place.applyQuaternion(local)).applyQuaternion(this.turns[parent]!);
    const at = 12 * parent;
    this.keep(bone, turn, this.moves[at + 3]! + joint.x, this.moves[at + 7]! + joint.y, this.moves[at + 11]! + joint.z);
  }

  private keep(bone: number, q: Quaternion, x: number, y: number, z: number): void {
    const { moves } = this;
    const at = 12 * bone;
    const [xx, yy, zz, xy, xz, yz] = [q.x * q.x, q.y * q.y, q.z * q.z, q.x * q.y, q.x * q.z, q.y * q.z];
    const [wx, wy, wz] = [q.w * q.x, q.w * q.y, q.w * q.z];
    moves.set([1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy), x, 2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx), y], at);
    moves.set([2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy), z], at + 8);
  }
}

/** The colours of the segments, linear, flowing into each other as the skin does. */
function tintsOf(figure: Figure, skin: Skin): BufferAttribute {
  const colors = skin.bones.map((bone) => linear(new Color(figure.segments[bone.segment]!.color)).toArray());
  const tints = new Float32Array(skin.positions.length);
  for (let v = 0; v < tints.length / 3; v++) {
    for (let k = 4 * v; k < 4 * v + 4; k++) {
      const color = colors[skin.joints[k]!]!;
      for (let c = 0; c < 3; c++) tints[3 * v + c]! += skin.weights[k]! * color[c]!;
    }
  }
  return new BufferAttribute(tints, 3);
}

function shortest(q: Quaternion): Quaternion {
  return q.w < 0 ? q.set(-q.x, -q.y, -q.z, -q.w) : q;
}

const IDENTITY = new Quaternion();
const blended = new Float64Array(12);
const [quaternion, relative, about, swung, local] = [0, 1, 2, 3, 4].map(() => new Quaternion()) as [Quaternion, Quaternion, Quaternion, Quaternion, Quaternion];
const [place, joint] = [new Vector3(), new Vector3()];
