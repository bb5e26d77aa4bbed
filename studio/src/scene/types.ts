/**
 * The viewport: what goes in, what comes out. Nothing here knows three.js, Svelte or the server.
 *
 * +Y is up, +Z is where the figure faces, +X its left; metres and radians; quaternions are x y z w.
 *
 * ```ts
 * const stage = new Stage(canvas);             // follows the canvas's size by itself
 * stage.setFigure(figure);                     // once, and whenever the figure changes
 * stage.setFrame({ placements });              // as often as poses come; copies, keeps nothing
 * stage.setGoals(goals);                       // things with handles: goals, forces, obstacles
 * stage.setOverlays({ com: true });            // switches; names left out stay as they are
 * stage.setTheme("dark");
 * stage.setLayout("quad");                     // or the name of the one view to show
 * const off = stage.on("drag", (e) => send(e));
 * stage.dispose();
 * ```
 *
 * Nothing is drawn until something changed, and then once before the next picture of the screen.
 */

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
  /** Centre of mass, world. */
  com?: ArrayLike<number> | null;
  /** Outline of the area stood on, three numbers a corner. */
  support?: ArrayLike<number> | null;
  /** Outline of the region in which the supports can hold the pose. */
  region?: ArrayLike<number> | null;
  contacts?: readonly Contact[] | null;
  /** Torque of each joint as a vector in the world, N m: three numbers a joint, in the figure's order. */
  torques?: ArrayLike<number> | null;
  /** How much of its strength each joint uses, 0 … 1; NaN where unknown. */
  loads?: ArrayLike<number> | null;
  /** Radii of gyration about world x, y, z through the centre of mass, metres. */
  inertia?: ArrayLike<number> | null;
}

// --------------------------------------------------------------------------------------------- handles

/** How a thing fares: it colours what is drawn. */
export type Tone = "met" | "compromise" | "unmet" | "plain";

/** Something in the world that may be taken by a handle: the goal of a task, a force, an obstacle. */
export interface Goal {
  id: string;
  kind: "point" | "frame" | "look" | "force" | "obstacle" | "pin";
  position: Vec3;
  quaternion?: Quat;
  /** Of a force, newtons, world axes: drawn as an arrow that ends at `position` plus this, and dragged by its tip. */
  vector?: Vec3;
  /** Of an obstacle. */
  shape?: Shape;
  /** Index of the site that should come here: a thin line joins both. */
  site?: number;
  tone?: Tone;
  /** Axes that matter ("xz"); all when left out. The others are drawn faintly. */
  axes?: string;
  /** False when it may only be looked at. */
  movable?: boolean;
}

/** What a selected goal's gizmo does. */
export type GizmoMode = "move" | "turn";

// ---------------------------------------------------------------------------------------------- switches

export interface Overlays {
  com: boolean;
  support: boolean;
  region: boolean;
  contacts: boolean;
  cones: boolean;
  torques: boolean;
  loads: boolean;
  limits: boolean;
  inertia: boolean;
  traces: boolean;
  sites: boolean;
  skeleton: boolean;
  grid: boolean;
  shadow: boolean;
  goals: boolean;
}

export type ViewName = "perspective" | "front" | "side" | "top";
export type Layout = "quad" | ViewName;
export type ThemeName = "light" | "dark";

/** Directions a view may look from, as in our still pictures. */
export type Direction = "front" | "back" | "left" | "right" | "top" | "bottom" | "three-quarter";

/** What is picked out: its parts are outlined, its joint gets rings, its goal a gizmo. Names of the figure. */
export interface Selection {
  segments?: readonly string[];
  joint?: string | null;
  goal?: string | null;
  sites?: readonly string[];
}

/** "Why?": what stands in the way. */
export interface Blame {
  segments?: readonly string[];
  joints?: readonly string[];
  goals?: readonly string[];
}

/** A path of a site, drawn by the overlay `traces`: three numbers a point. */
export interface Trace {
  name: string;
  points: Float32Array;
  color?: string;
}

// ----------------------------------------------------------------------------------------------- events

export interface Modifiers {
  shift: boolean;
  ctrl: boolean;
  alt: boolean;
  meta: boolean;
}

/** "start", any number of "move", then "end" or "cancel" (Escape, a lost pointer). */
export type Phase = "start" | "move" | "end" | "cancel";

/** What is under the cursor. `x`, `y` are CSS pixels from the canvas's upper left corner. */
export interface Hit {
  view: ViewName;
  x: number;
  y: number;
  segment: string | null;
  /** On the body, in coordinates of the segment. */
  point: Vec3 | null;
  world: Vec3 | null;
  /** The nearest site of the segment when the cursor is close to it. */
  site: string | null;
  goal: string | null;
}

/** Dragging a point of the body. Moves are emitted at most once a picture; the newest wins. */
export interface DragEvent {
  phase: Phase;
  segment: string;
  point: Vec3;
  site: string | null;
  target: Vec3;
  modifiers: Modifiers;
}

export interface GoalEvent {
  phase: Phase;
  id: string;
  position: Vec3;
  quaternion?: Quat;
  vector?: Vec3;
}

/** A ring turned: the natural coordinate wanted, radians (metres for a slide). */
export interface JointEvent {
  phase: Phase;
  joint: string;
  coordinate: string;
  value: number;
}

/** A limit dragged. `key` is its name in `Joint.limits`. */
export interface LimitEvent {
  phase: Phase;
  joint: string;
  key: "swing" | "angle" | "flexion" | "twist" | "distance";
  limit: SwingLimit | Range;
}

export interface StageEvents {
  /** The thing under a resting cursor changed. */
  hover: Hit;
  /** A click or a tap that dragged nothing. */
  click: Hit & { modifiers: Modifiers; double: boolean };
  /** Right click or long press. */
  menu: Hit;
  drag: DragEvent;
  goal: GoalEvent;
  joint: JointEvent;
  limit: LimitEvent;
  /** A camera, the layout or the sizes of views changed. */
  view: StageState;
  /** The browser took the drawing context away, or gave it back. */
  context: { lost: boolean };
}

// ------------------------------------------------------------------------------------------------ state

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ViewState {
  name: ViewName;
  /** CSS pixels in the canvas; null when the layout hides it. */
  rect: Rect | null;
  azimuth: number;
  elevation: number;
  target: Vec3;
  /** Metres from the target to the eye, or half the height of a parallel view. */
  distance: number;
}

/** Plain data for tests and for keeping cameras in a document. */
export interface StageState {
  layout: Layout;
  theme: ThemeName;
  views: readonly ViewState[];
  selection: Selection;
  dragging: { segment: string; target: Vec3 } | null;
  hover: string | null;
  /** Pictures drawn and poses taken since the beginning. */
  renders: number;
  frames: number;
  /** All segments have their smooth skins. */
  refined: boolean;
}
