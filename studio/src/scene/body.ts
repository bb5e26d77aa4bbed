/** The body: one mesh a segment, moved by frames. Knows where every segment, joint base and site is. */

import {
  BufferAttribute, BufferGeometry, Color, Group, Matrix4, Mesh, Quaternion, Vector3, type Material, type ShaderMaterial,
} from "three";
import { depthOnly, outline, surface, type SurfaceUniforms } from "./shading";
import { quickSkin, roughSkin, skin, type Quality } from "./skin";
import { Skinned } from "./skinned";
import { fillingBalls, meshBalls } from "./solids";
import { joined } from "./tessellate";
import type { AnyLimit, Figure, Frame, Joint, Limits, MeshData, Placement, Segment } from "./types";

export type Part = Mesh<BufferGeometry, ShaderMaterial & { uniforms: SurfaceUniforms }>;

/** Why a segment stands out, the strongest last. */
export type Emphasis = "none" | "hover" | "selected" | "blamed";

export class Body {
  readonly group = new Group();
  figure: Figure;
  /** In the order of the figure's segments: what is drawn, and where the segments are. */
  readonly parts: readonly Part[];
  readonly frames: readonly Matrix4[];
  private readonly skinned: Skinned | null;
  /** Balls that fill the segments, in their own coordinates; and where they are now: x y z radius. */
  readonly balls: Float32Array;
  readonly ballsNow: Float32Array;
  private readonly ballOwner: Int32Array;
  private readonly outlines: Mesh[];
  /** Depth alone: lets only the nearest surface of a glassy body be seen. */
  private readonly depths: Mesh[];
  private readonly rough: Set<number>;
  private readonly quality: Quality;
  private readonly outlineMaterials: Record<"selected" | "blamed", ShaderMaterial>;

  constructor(figure: Figure, quality: Quality) {
    this.figure = figure;
    this.quality = quality;
    const skin = quality === "fine" ? figure.skins?.[0] : figure.skins?.at(-1);
    this.skinned = skin ? new Skinned(figure, skin) : null;
    this.parts = figure.segments.map((segment, index) => makePart(segment, index, quality, this.skinned));
    this.frames = this.parts.map((part) => (this.skinned ? new Matrix4() : part.matrixWorld));
    this.outlineMaterials = { selected: outline("#2f6fd0", 2.25), blamed: outline("#d2491f", 2.5) };
    this.outlines = this.parts.map((part) => makeTwin(part, this.outlineMaterials.selected));
    this.depths = this.parts.map((part) => makeTwin(part, depthOnly()));
    this.parts.forEach((part, i) => {
      const odd = depthOf(figure, i) % 2;
      for (const { material } of [part, this.depths[i]!]) if (!this.skinned) setBehind(material as Material, odd);
    });
    this.depths.forEach((mesh) => (mesh.renderOrder = 4));
    this.rough = new Set(this.skinned ? [] : figure.segments.flatMap((s, i) => (s.shapes.length && !quickSkin(s.shapes, quality) ? [i] : [])));
    this.group.add(...this.parts, ...this.outlines, ...this.depths);
    const filled = figure.segments.map(segmentBalls);
    this.balls = new Float32Array(filled.flat());
    this.ballsNow = new Float32Array(this.balls);
    this.ballOwner = new Int32Array(filled.flatMap((balls, i) => new Array<number>(balls.length / 4).fill(i)));
  }

  /** Takes a pose; keeps nothing of the frame. */
  move(placements: Float32Array): void {
    for (let i = 0; i < this.parts.length; i++) {
      position.fromArray(placements, 7 * i);
      turn.fromArray(placements, 7 * i + 3);
      this.frames[i]!.compose(position, turn, ONE);
    }
    this.skinned?.move(placements);
    for (let i = 0; i < this.ballOwner.length; i++) {
      ball.fromArray(this.balls, 4 * i).applyMatrix4(this.frames[this.ballOwner[i]!]!).toArray(this.ballsNow, 4 * i);
    }
  }

  /** The balls of some segments, or of all. */
  ballsNowOf(segments?: readonly string[]): ArrayLike<number> {
    if (!segments?.length) return this.ballsNow;
    const chosen = new Set(segments.map((name) => this.indexOf(name)));
    return [...this.ballsNow].filter((_, i) => chosen.has(this.ballOwner[i >> 2]!));
  }

  /** Gives one more segment its smooth skin; false when all have theirs. */
  refine(): boolean {
    const index = this.rough.values().next().value;
    if (index === undefined) return false;
    this.rough.delete(index);
    const segment = this.figure.segments[index]!;
    const [part, geometry] = [this.parts[index]!, geometryOf(segment, skin(segment.shapes, this.quality))];
    part.geometry.dispose();
    for (const mesh of [part, this.outlines[index]!, this.depths[index]!]) mesh.geometry = geometry;
    return true;
  }

  get refined(): boolean {
    return this.rough.size === 0;
  }

  indexOf(segment: string): number {
    return this.figure.segments.findIndex((s) => s.name === segment);
  }

  /** Another limit of a joint, until the figure comes anew. */
  editLimit(joint: string, key: keyof Limits, limit: AnyLimit): void {
    const joints = this.figure.joints.map((j) => (j.name === joint ? { ...j, limits: { ...j.limits, [key]: limit } } : j));
    this.figure = { ...this.figure, joints };
  }

  /** The base frame of a joint in the world. */
  jointBase(joint: Joint, into: Matrix4): Matrix4 {
    composed(joint.placement, into);
    const base = this.frames[joint.base];
    return base ? into.premultiply(base) : into;
  }

  siteFrame(index: number, into: Matrix4): Matrix4 {
    const site = this.figure.sites[index]!;
    return composed(site.placement, into).premultiply(this.frames[site.segment]!);
  }

  emphasise(emphasis: readonly Emphasis[], colors: Record<Exclude<Emphasis, "none">, string>): void {
    this.parts.forEach((part, i) => {
      const how = emphasis[i] ?? "none";
      const glow = part.material.uniforms.glow.value;
      const { r, g, b } = tint.set(how === "none" ? "#000000" : colors[how]);
      glow.set(r, g, b, GLOW[how]);
      const line = this.outlines[i]!;
      line.visible = part.visible && (how === "selected" || how === "blamed");
      if (how === "selected" || how === "blamed") line.material = this.outlineMaterials[how];
    });
    for (const how of ["selected", "blamed"] as const) {
      (this.outlineMaterials[how].uniforms.color!.value as Color).set(colors[how]);
    }
  }

  /** 1 is solid; less lets what is inside shine through. */
  setOpacity(opacity: number): void {
    for (const part of this.parts) {
      part.material.uniforms.opacity.value = opacity;
      part.material.transparent = opacity < 1;
      part.material.depthWrite = opacity === 1;
      part.renderOrder = opacity < 1 ? 5 : 0;
    }
    this.depths.forEach((mesh, i) => (mesh.visible = opacity < 1 && this.parts[i]!.visible));
    for (const line of this.outlines) line.renderOrder = opacity < 1 ? 6 : 0; // after the depths, or they would shine through
    for (const material of Object.values(this.outlineMaterials)) material.transparent = opacity < 1;
  }

  dispose(): void {
    this.skinned?.dispose();
    for (const part of this.parts) {
      part.geometry.dispose();
      part.material.dispose();
    }
    for (const material of Object.values(this.outlineMaterials)) material.dispose();
    for (const mesh of this.depths) (mesh.material as Material).dispose();
  }
}

const GLOW: Record<Emphasis, number> = { none: 0, hover: 0.42, selected: 0.5, blamed: 0.8 };

export function composed(placement: Placement | readonly number[], into: Matrix4): Matrix4 {
  position.fromArray(placement as number[], 0);
  turn.fromArray(placement as number[], 3);
  return into.compose(position, turn, ONE);
}

function makePart(segment: Segment, index: number, quality: Quality, skinned: Skinned | null): Part {
  const geometry = skinned?.geometries[index] ?? geometryOf(segment, quickSkin(segment.shapes, quality) ?? roughSkin(segment.shapes));
  const part = new Mesh(geometry, surface(segment.color, skinned !== null));
  part.matrixAutoUpdate = part.matrixWorldAutoUpdate = false;
  part.frustumCulled = !skinned;
  part.userData["segment"] = index;
  part.visible = (part.geometry.index?.count ?? 0) > 0;
  return part;
}

function geometryOf(segment: Segment, body: MeshData): BufferGeometry {
  const all = segment.mesh ? joined([body, segment.mesh]) : body;
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(all.positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(all.normals, 3));
  geometry.setIndex(new BufferAttribute(all.indices, 1));
  geometry.computeBoundingSphere();
  return geometry;
}

/** Another mesh that shares a part's shape and place. */
function makeTwin(part: Part, material: Material): Mesh {
  const line = new Mesh(part.geometry, material);
  line.matrixAutoUpdate = line.matrixWorldAutoUpdate = false;
  line.frustumCulled = part.frustumCulled;
  line.matrixWorld = part.matrixWorld;
  line.visible = false;
  return line;
}

/** Neighbours share round ends: every second one down the tree lies a hair behind, so that the same one wins everywhere. */
function setBehind(material: Material, odd: number): void {
  material.polygonOffset = true;
  material.polygonOffsetFactor = 0.6 * odd;
  material.polygonOffsetUnits = 60 * odd;
}

function depthOf(figure: Figure, segment: number): number {
  let depth = 0;
  for (let at = figure.segments[segment]!.parent; at >= 0 && depth < figure.segments.length; depth++) at = figure.segments[at]!.parent;
  return depth;
}

function segmentBalls(segment: Segment): number[] {
  if (segment.shapes.length) return segment.shapes.flatMap(fillingBalls);
  return segment.mesh ? meshBalls(segment.mesh.positions) : [];
}

/** Poses to start from when a figure comes without one: everything at the origin. */
export function standstill(figure: Figure): Frame {
  const placements = new Float32Array(7 * figure.segments.length);
  for (let i = 6; i < placements.length; i += 7) placements[i] = 1;
  return { placements };
}

const ONE = new Vector3(1, 1, 1);
const position = new Vector3();
const turn = new Quaternion();
const ball = new Vector3();
const tint = new Color();
