/** A figure and its poses as the viewport needs them: plain data, metres and radians, quaternions x y z w. */

export type Vec3 = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];

/** Position xyz and quaternion xyzw: seven numbers. */
export type Placement = readonly [number, number, number, number, number, number, number];

// ---------------------------------------------------------------------------------------------- figure

/** Solids in their own frame; `placement` puts that frame on the segment. Round ones lie along z, centred. */
export type Shape =
  | { kind: "sphere"; radius: number; placement?: Placement }
  | { kind: "ellipsoid"; radii: Vec3; placement?: Placement }
  | { kind: "box"; size: Vec3; placement?: Placement }
  | { kind: "cylinder"; radius: number; length: number; placement?: Placement }
  | { kind: "capsule"; radius: number; end_radius?: number | null; length: number; placement?: Placement };

/** Triangles in segment coordinates: 3 floats a vertex, 3 indices a face. */
export interface MeshData {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
}

/** A bone of a skin: a segment's own (`parent` −1), or one between the bones `parent` and `child`, by shares of the turn. */
export interface Bone {
  /** Index of the segment. */
  segment: number;
  parent: number;
  child: number;
  axis: Vec3;
  swing: number;
  twist: number;
}

/** One closed surface over all segments, where it was modelled. */
export interface Skin extends Omit<MeshData, "indices"> {
  triangles: Uint32Array;
  /** The segment of every triangle. */
  parts: Uint8Array;
  bones: readonly Bone[];
  /** Seven numbers a bone. */
  bind: Float32Array;
  /** Four bones a vertex, and how much it follows each. */
  joints: Uint8Array;
  weights: Float32Array;
  /** The share of the sky that a vertex sees, of 255. */
  sky: Uint8Array;
}

/** A rigid part: solids, which are drawn as one skin, or triangles as they are. */
export interface Segment {
  name: string;
  /** "#rrggbb" */
  color: string;
  /** Index of the segment that carries it; −1 at the root. */
  parent: number;
  shapes: readonly Shape[];
  mesh: MeshData | null;
}

export type JointModel = "fixed" | "hinge" | "slide" | "elbow" | "swing" | "ball" | "free";

export interface Range {
  kind: "range";
  min: number;
  max: number;
}

/** Regions of limb directions on the unit sphere, in the joint's frame. */
export type SwingLimit =
  | { kind: "cone"; angle: number }
  | { kind: "ellipse"; x: number; y: number }
  | { kind: "polygon"; vertices: readonly Vec3[] };

/** Twist ranges at some limb directions, blended between them. */
export interface TwistTable {
  kind: "table";
  rows: readonly { direction: Vec3; min: number; max: number }[];
}

export type AnyLimit = Range | SwingLimit | TwistTable;

export interface Limits {
  angle?: Range;
  distance?: Range;
  flexion?: Range;
  twist?: Range | TwistTable;
  swing?: SwingLimit;
}

/** A natural coordinate: an angle in radians, or a distance. `min` and `max` are for sliders; `limited`: they hold. */
export interface Coordinate {
  name: string;
  min: number;
  max: number;
  limited: boolean;
}

/** A joint. Its base frame, in which limits are given, sits at `placement` on segment `base`. */
export interface Joint {
  name: string;
  model: JointModel;
  /** Index of the segment that carries the base frame; −1 for the world. */
  base: number;
  /** Index of the segment that it moves. */
  segment: number;
  placement: Placement;
  /** Of a hinge or a slide, in the base frame. */
  axis: Vec3;
  /** Where its coordinates start in `Frame.joints`. */
  offset: number;
  coordinates: readonly Coordinate[];
  limits: Limits;
}

export interface Site {
  name: string;
  /** Index of the segment. */
  segment: number;
  placement: Placement;
}

export interface Figure {
  name: string;
  segments: readonly Segment[];
  /** The same skin, finest first; none: segments are drawn by their solids. */
  skins?: readonly Skin[];
  joints: readonly Joint[];
  sites: readonly Site[];
}

// ----------------------------------------------------------------------------------------------- frame

/** A force at a support. `normal` and `friction` (coefficient μ) draw the cone. */
export interface Contact {
  name: string;
  point: Vec3;
  force: Vec3;
  normal?: Vec3;
  friction?: number;
}

/** A part of the body and a thing that are near: metres, negative inside, and the nearest points of both. */
export interface Nearness {
  segment: string;
  thing: string;
  distance: number;
  from: Vec3;
  to: Vec3;
}

/** One component of a joint's torque: about a unit axis of the world, N m. `name`: as anatomists call it, or the coordinate. */
export interface TorquePart {
  name: string;
  axis: Vec3;
  torque: number;
  /** Of its strength, 0 … 1 and above; null where unknown. */
  use: number | null;
}

/** What a joint must give to hold the pose. `joint`: its place in the figure; `use`: the largest of its parts. */
export interface Effort {
  joint: number;
  parts: readonly TorquePart[];
  use: number | null;
}

/** A point of the body that is pulled: in the segment's coordinates, and where it should be in the world. */
export interface PullMark {
  segment: string;
  point: Vec3;
  target: Vec3;
}

/** What one pose looks like. Only `placements` is needed; the rest feeds overlays that are switched on. */
export interface Frame {
  /** Seven numbers a segment, in the figure's order. */
  placements: Float32Array;
  /** Natural coordinates, radians and metres, in the order of the figure's joints. */
  joints?: Float32Array | null;
  /** Points that other windows pull; the one pulled here is drawn anyway. */
  pulls?: readonly PullMark[] | null;
  /** Where the server holds what this window's hand has taken. */
  held?: readonly PullMark[] | null;
  /** Centres of mass, world: three numbers for each figure. */
  com?: ArrayLike<number> | null;
  /** Outlines of the areas stood on, of each figure its own, three numbers a corner. */
  support?: readonly ArrayLike<number>[] | null;
  /** Outline of the region in which the supports can hold the pose. */
  region?: ArrayLike<number> | null;
  contacts?: readonly Contact[] | null;
  /** What is about to touch, or with the overlay of distances all that is near. */
  near?: readonly Nearness[] | null;
  /** What the joints must give. */
  efforts?: readonly Effort[] | null;
  /** Radii of gyration about world x, y, z through the centre of mass, metres. */
  inertia?: ArrayLike<number> | null;
}
