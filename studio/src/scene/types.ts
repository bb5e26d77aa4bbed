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

import type { AnyLimit, Placement, Quat, Shape, Vec3 } from "./figureTypes";

export type * from "./figureTypes";

// --------------------------------------------------------------------------------------------- handles

/** How a thing fares: it colours what is drawn. */
export type Tone = "met" | "compromise" | "unmet" | "plain";

/** Something in the world that may be taken by a handle: the goal of a task, a force, an obstacle. */
export interface Goal {
  id: string;
  kind: "point" | "frame" | "look" | "force" | "obstacle" | "pin" | "stay" | "weight";
  position: Vec3;
  quaternion?: Quat;
  /** Of a force, newtons, world axes: drawn as an arrow that ends at `position` plus this, and dragged by its tip. */
  vector?: Vec3;
  /** Of what bounds or attracts there: a solid about `position`, or a plane through it that faces along `normal`. */
  shape?: Shape;
  normal?: Vec3;
  /** Of a weight: its kilograms, and the places that hold it. */
  kilograms?: number;
  held?: readonly Vec3[];
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
  distances: boolean;
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
/** Factors of the light from everywhere and of the lamps. */
export interface Light {
  ambient: number;
  diffuse: number;
}

/** A picture behind the figure: `height`, `across` and `lift` in metres, `strength` 0 … 1; `image` has its last row first. */
export interface ReferencePicture {
  image: ImageBitmap;
  height: number;
  across: number;
  lift: number;
  strength: number;
}

/** How a body is dragged: a pixel's depth is that of a plane that faces the eye, or by the ray rule that of the point now; and whether a
 * part is held where it was touched or by its own axis. */
export interface DragStyle {
  depth: "plane" | "ray";
  hold: "surface" | "axis";
}

export type ThemeName = "light" | "dark";

/** Directions a view may look from, as in our still pictures. */
export type Direction = "front" | "back" | "left" | "right" | "top" | "bottom" | "three-quarter";

/** What is picked out: its parts are outlined, its joint gets rings, its goal a gizmo. Names of the figure. */
export interface Selection {
  segments?: readonly string[];
  joint?: string | null;
  goal?: string | null;
  /** A thing: it gets handles. */
  thing?: string | null;
  /** The first segment was chosen although it is hidden: a drag takes it through what hides it. */
  through?: boolean;
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

/** Something that stands around the body: `shapes` in the world, `position` what a drag moves, `heading` radians, `sizes` metres. */
export interface Thing {
  name: string;
  kind: string;
  position: Vec3;
  heading: number;
  sizes: Readonly<Record<string, number>>;
  movable: boolean;
  shapes: readonly Shape[];
  /** Triangles that `setTriangles` has brought or will bring, so many times as large. */
  mesh?: { key: string; scale: number; placement: Placement } | null;
}

/** One way to bend a limb: its joint at swivel φ is at `center` + cos φ `u` + sin φ `v`; limits allow `arcs`, radians. */
export interface CircleBend {
  branch: number;
  center: Vec3;
  u: Vec3;
  v: Vec3;
  arcs: readonly { start: number; stop: number }[];
}

/** Where the middle of a limb may be while its end stays. `segment`: the one that begins at it. */
export interface Circle {
  segment: string;
  bends: readonly CircleBend[];
  swivel: number;
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
  /** Something around the body. */
  thing: string | null;
}

/** Words beside a pixel of the canvas, CSS. */
export interface Hint {
  x: number;
  y: number;
  words: string;
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
  limit: AnyLimit;
}

/** An elbow or a knee led along its circle. */
export interface SwivelEvent {
  phase: Phase;
  segment: string;
  swivel: number;
  branch: number;
}

/** A thing pushed about, turned (radians) or made larger. */
export interface ThingEvent {
  phase: Phase;
  name: string;
  position?: Vec3;
  heading?: number;
  sizes?: Record<string, number>;
}

export interface StageEvents {
  /** The thing under a resting cursor changed. */
  hover: Hit;
  /** A click or a tap that dragged nothing. */
  click: Hit & { modifiers: Modifiers; double: boolean; /** All segments there, the nearest first. */ through: readonly string[] };
  /** Right click or long press. */
  menu: Hit;
  /** A resting cursor is on something that an overlay has drawn: its value in words; or no more. */
  hint: Hint | null;
  drag: DragEvent;
  goal: GoalEvent;
  joint: JointEvent;
  limit: LimitEvent;
  swivel: SwivelEvent;
  thing: ThingEvent;
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
