// Written by poise.studio.protocol.typescript from the Python classes: change those and write it again.

export const PROTOCOL = 1;

/** The first message of a page. */
export interface Hello {
  type: "hello";
  protocol: number;
}

/** Where the hand is now. Not answered: the frame whose `pull` is `n` shows it. Newer ones replace older ones. */
export interface Pull {
  type: "pull";
  n: number;
  value: unknown;
}

/**
 * The page has taken in the frame of that number. Not answered.
 *
 * A window that says so gets the next frame only then, and the newest there is: a slow one never falls behind.
 */
export interface Seen {
  type: "seen";
  number: number;
}

/**
 * Take hold of a point of a segment, given in the segment's coordinates; pull it to points of the world (m).
 *
 * `follow` says who may help; with "joint", `joint` is the last one that does. `symmetric` drags its mirror image too.
 * `method`: how the body follows while it is held; what another one than the scene's cannot honour rests meanwhile.
 */
export interface GrabPoint {
  type: "grab_point";
  id: number;
  segment: string;
  point: number[];
  follow?: "natural" | "body" | "limb" | "part" | "joint";
  joint?: string | null;
  symmetric?: boolean;
  method?: "priority" | "transpose" | "ccd";
}

/**
 * Take hold of a field of a task, criterion, force or support, as a goal or an arrow; pull it to values.
 *
 * `symmetric`: that of its twin on the other side goes along, as its mirror image.
 */
export interface GrabField {
  type: "grab_field";
  id: number;
  list: "tasks" | "criteria" | "forces" | "supports";
  at: string | number;
  field: string;
  symmetric?: boolean;
}

/** Take hold of one joint; pull it to lists of its natural coordinates, in degrees and metres. */
export interface GrabJoint {
  type: "grab_joint";
  id: number;
  joint: string;
  symmetric?: boolean;
}

/**
 * Take hold of the elbow or knee of a limb; pull it to [swivel, branch] or [swivel, branch, angle], radians.
 *
 * The nearest swivel that the limits allow is taken; the end of the limb does not move. `symmetric`: the limb on the
 * other side follows as far as its own circle leads, as the mirror image.
 */
export interface GrabCircle {
  type: "grab_circle";
  id: number;
  segment: string;
  symmetric?: boolean;
}

/** Take hold of a thing; pull it to places, as `edit_thing` has them, or to mappings with some of its fields. */
export interface GrabThing {
  type: "grab_thing";
  id: number;
  name: string;
}

/**
 * Take hold of how much of a pose there is; pull it to shares from 0, the pose as it was, to 1.
 *
 * `source` "hands": relaxed, flat, grip, point, fist. `part`: a group of joints, or null for the whole body.
 */
export interface GrabBlend {
  type: "grab_blend";
  id: number;
  source: "library" | "posture" | "start" | "hands";
  name?: string;
  part?: string | null;
}

/** Let go. `keep`: a dragged point or joint becomes a task of its own, at the lowest level. */
export interface Release {
  type: "release";
  id: number;
  keep?: boolean;
}

/** Let go, and put everything back as it was when it was grabbed. */
export interface Cancel {
  type: "cancel";
  id: number;
}

/** How far the body moves from picture to picture: so many iterations, or null for as many as there is time for. */
export interface SetPace {
  type: "set_pace";
  id: number;
  iterations?: number | null;
}

/** Go on until the body rests, at once. */
export interface SettleNow {
  type: "settle_now";
  id: number;
}

/** What keeps what a hand leads, or has led last, from coming farther? Takes a tenth of a second. */
export interface AskHolders {
  type: "ask_holders";
  id: number;
}

/**
 * Add one. `kind` and `fields` as in the catalogue; tasks go to `level` (1 is highest; null: a new lowest one).
 *
 * `symmetric`: the same on the other side too, as a mirror image; of tasks those that are about places and turns.
 */
export interface AddPart {
  type: "add_part";
  id: number;
  list: "tasks" | "criteria" | "forces" | "supports";
  kind: string;
  fields: Record<string, unknown>;
  level?: number | null;
  symmetric?: boolean;
}

/**
 * Change fields of one; null puts a field back to its default. A task's `name` and `enabled` are fields too.
 *
 * `symmetric`: those of its twin on the other side too, as mirror images.
 */
export interface EditPart {
  type: "edit_part";
  id: number;
  list: "tasks" | "criteria" | "forces" | "supports";
  at: string | number;
  fields: Record<string, unknown>;
  symmetric?: boolean;
}

/** Take one away, and its twin on the other side if `symmetric`; a level without tasks vanishes. */
export interface RemovePart {
  type: "remove_part";
  id: number;
  list: "tasks" | "criteria" | "forces" | "supports";
  at: string | number;
  symmetric?: boolean;
}

/**
 * Move a task to `level` as levels are counted now, before the task at `place` there (null: last).
 *
 * `alone`: into a new level of its own that stands before `level`; one more than there are makes it the lowest.
 */
export interface MoveTask {
  type: "move_task";
  id: number;
  task: string;
  level: number;
  place?: number | null;
  alone?: boolean;
}

/**
 * Hold a site, or a point of a segment, where it is now; when it is pinned already, let it go.
 *
 * `turn`: its direction too (`Hold`); else its place alone (`Reach`). `symmetric`: its mirror image too.
 */
export interface Pin {
  type: "pin";
  id: number;
  site?: string | null;
  segment?: string | null;
  point?: number[] | null;
  turn?: boolean;
  symmetric?: boolean;
}

/**
 * Change what is said of the whole scene; null leaves a field as it is. `tolerance`: {metres, degrees}.
 *
 * `method`: how the body follows, as `poise.solve` has it; refused when it cannot honour what the scene wants.
 * `avoid_self`: whether the body keeps out of itself.
 */
export interface SetScene {
  type: "set_scene";
  id: number;
  name?: string | null;
  notes?: string | null;
  tolerance?: unknown;
  method?: string | null;
  avoid_self?: boolean | null;
}

/** Why is a task not met? Takes a second or so, and disturbs nothing. null: all of them. */
export interface Explain {
  type: "explain";
  id: number;
  task?: string | null;
}

/** Go to a pose: one of the library, a posture of the figure, or the scene's start. */
export interface ApplyPose {
  type: "apply_pose";
  id: number;
  source: "library" | "posture" | "start";
  name?: string;
}

/** Set joints to natural coordinates, degrees and metres, by joint; what tasks want is sought again from there. */
export interface SetJoints {
  type: "set_joints";
  id: number;
  values: Record<string, number[]>;
}

/** Swap left and right, or make one side like the other. */
export interface MirrorPose {
  type: "mirror_pose";
  id: number;
  side?: "swap" | "left_to_right" | "right_to_left";
}

/** Put the present pose into the library, over one of the same name. `thumbnail`: a PNG, at most 64 kB. */
export interface KeepPose {
  type: "keep_pose";
  id: number;
  name: string;
  thumbnail?: Uint8Array | null;
}

/** Give a pose of the library another name. */
export interface RenamePose {
  type: "rename_pose";
  id: number;
  name: string;
  to: string;
}

/** Take a pose out of the library. */
export interface RemovePose {
  type: "remove_pose";
  id: number;
  name: string;
}

/** The present pose becomes the scene's start: where `Hold` without a frame keeps its site. */
export interface SetStart {
  type: "set_start";
  id: number;
}

/** What was placed by hand need not stay any more: a segment, a joint or a group of joints, or null for all. */
export interface Relax {
  type: "relax";
  id: number;
  part?: string | null;
}

/**
 * Sit, kneel, lie: a stance of the figure, with what it rests on. What held the body before is let go.
 *
 * `figure`: of several, whose.
 */
export interface TakeStance {
  type: "take_stance";
  id: number;
  name: string;
  figure?: string | null;
}

/**
 * Another figure, as scene files name it: "human", {"human": {"stature": 1.7}}, {"file": "robot.urdf"}.
 *
 * Tasks, forces and poses that fit it are kept; the answer names those that do not.
 */
export interface ChooseFigure {
  type: "choose_figure";
  id: number;
  figure: unknown;
}

/** Make segments longer or shorter, by factor. `symmetric`: their mirror images too. */
export interface ScaleSegments {
  type: "scale_segments";
  id: number;
  factors: Record<string, number>;
  symmetric?: boolean;
}

/** Another limit of a joint, as figure files have it (degrees); null takes it away. */
export interface SetLimit {
  type: "set_limit";
  id: number;
  joint: string;
  limit: string;
  value: unknown;
  symmetric?: boolean;
}

/** The mass of a segment, or of the whole figure with `segment` null. */
export interface SetMass {
  type: "set_mass";
  id: number;
  segment?: string | null;
  kilograms: number;
  symmetric?: boolean;
}

/** How willingly a joint moves, 1 by default. */
export interface SetJointWeight {
  type: "set_joint_weight";
  id: number;
  joint: string;
  weight: number;
  symmetric?: boolean;
}

/** The present pose becomes the figure's rest pose. */
export interface SetRest {
  type: "set_rest";
  id: number;
}

/** Hold the figure at another segment; nothing moves. */
export interface Reroot {
  type: "reroot";
  id: number;
  segment: string;
}

/** A fresh scene with this figure (as `choose_figure`; null: a human), standing and held at its feet. */
export interface New {
  type: "new";
  id: number;
  figure?: unknown;
}

/** Open a scene file of the workspace, by its path in it, or a shipped scene by name. */
export interface Open {
  type: "open";
  id: number;
  path?: string | null;
  shipped?: string | null;
}

/** Write the scene to its file, or to `path` in the workspace. An existing file is only replaced with `replace`. */
export interface Save {
  type: "save";
  id: number;
  path?: string | null;
  replace?: boolean;
}

/** Take back the last actions. */
export interface Undo {
  type: "undo";
  id: number;
  steps?: number;
}

/** Do again what was taken back. */
export interface Redo {
  type: "redo";
  id: number;
  steps?: number;
}

/** The folders, scenes and figures in a folder of the workspace ("" is the workspace itself). */
export interface ListFiles {
  type: "list_files";
  id: number;
  folder?: string;
}

/** The shipped scenes. */
export interface ListGallery {
  type: "list_gallery";
  id: number;
}

/** The scene, its pose or its figure as text, to copy or download; the pose also for programs of animators. */
export interface Export {
  type: "export";
  id: number;
  format: "python" | "scene_yaml" | "pose_yaml" | "pose_json" | "solution_json" | "figure_yaml" | "loads_csv" | "pose_glb" | "pose_vrma" | "pose_bvh";
}

/** Switch overlays on or off, by name; those not named stay. All windows follow; no entry of the undo list. */
export interface SetView {
  type: "set_view";
  id: number;
  overlays: Record<string, boolean>;
}

/** The loads of the pose as it is now, as `poise statics` finds them. */
export interface AskLoads {
  type: "ask_loads";
  id: number;
}

/** One HTML file about the pose: these pictures (PNG, as the page shows it), the question, loads and sources. */
export interface Report {
  type: "report";
  id: number;
  pictures: Uint8Array[];
}

/** The circle of the elbow or knee of the limb that a segment belongs to, if its end has a goal. */
export interface AskCircle {
  type: "ask_circle";
  id: number;
  segment: string;
}

/** Whether a limb is brought to its goals in closed form. */
export interface SetAnalytic {
  type: "set_analytic";
  id: number;
  limb: string;
  on: boolean;
}

/** The pose that `poise solve` finds for the scene from its start; what was placed by hand need not stay. */
export interface SolveFromStart {
  type: "solve_from_start";
  id: number;
}

/**
 * The same question for people of these percentiles of stature and mass, each solved from the start.
 *
 * `sexes`: of each; without them that of the person who is asked. `azimuth`, `elevation`: where all of the pictures
 * are seen from, radians.
 */
export interface Compare {
  type: "compare";
  id: number;
  percentiles: number[];
  sexes?: ("female" | "male")[] | null;
  azimuth?: number;
  elevation?: number;
}

/** Something more, in front of the body or behind it where nothing is in its way; answered by its name. */
export interface AddThing {
  type: "add_thing";
  id: number;
  kind: "chair" | "table" | "box" | "step" | "wall" | "ball" | "cylinder" | "capsule" | "ellipsoid";
}

/** Another place (of the middle of its underside, of an obstacle its middle; m), heading (degrees) or sizes (m). */
export interface EditThing {
  type: "edit_thing";
  id: number;
  name: string;
  position?: number[] | null;
  heading?: number | null;
  sizes?: Record<string, number> | null;
}

/** Take a thing away. */
export interface RemoveThing {
  type: "remove_thing";
  id: number;
  name: string;
}

/** The part of the body that touches the floor or a thing rests on it from now on: it is held and carries. */
export interface StandOn {
  type: "stand_on";
  id: number;
  segment: string;
}

/**
 * Put the mesh of an OBJ, STL or GLB file of the workspace before the body. `mesh_progress` tells how far it is.
 *
 * `scale`: metres of one unit of the file; null: 1, or 0.001 where that would be larger than a house.
 * `up`: the axis of the file that goes up; null: z of an STL file, y of others.
 */
export interface ImportMesh {
  type: "import_mesh";
  id: number;
  path: string;
  scale?: number | null;
  up?: "y" | "z" | null;
}

/** The triangles of the mesh with that key, which a thing has named. */
export interface AskMesh {
  type: "ask_mesh";
  id: number;
  key: string;
}

/**
 * Let the figure do the motion of a file of the workspace: its own, or that of another humanoid by their T-poses.
 *
 * `animation`: which one of several; null is the first.
 */
export interface OpenClip {
  type: "open_clip";
  id: number;
  path: string;
  animation?: string | null;
}

/** Go to a time (seconds), play or pause, change the speed or whether it begins again; null leaves it as it is. */
export interface PlayClip {
  type: "play_clip";
  id: number;
  time?: number | null;
  playing?: boolean | null;
  speed?: number | null;
  loop?: boolean | null;
}

/** The clip as a file for programs of animators, or as a film. `film_progress` tells how far a film has come. */
export interface ExportClip {
  type: "export_clip";
  id: number;
  format: "glb" | "vrma" | "bvh" | "mp4" | "gif" | "png";
}

/** Nobody waits for the film any more: what asked for it is refused. */
export interface StopFilm {
  type: "stop_film";
  id: number;
}

/**
 * One figure more, as `choose_figure` names it, beside those that are there; answered by its name.
 *
 * The first of them gets a name, too: whatever is named on a figure bears its name and a slash from then on.
 */
export interface AddFigure {
  type: "add_figure";
  id: number;
  figure: unknown;
  name?: string | null;
}

/** Put one of several figures elsewhere on the floor: x and z of its root (m), its heading (degrees). */
export interface PlaceFigure {
  type: "place_figure";
  id: number;
  name: string;
  position?: number[] | null;
  heading?: number | null;
}

/** Another name of one of several figures. */
export interface RenameFigure {
  type: "rename_figure";
  id: number;
  name: string;
  to: string;
}

/** Take one of several figures away, with all that is about it. */
export interface RemoveFigure {
  type: "remove_figure";
  id: number;
  name: string;
}

/**
 * The answer to `hello`; catalogue, figure, document and a frame follow. `window`: the number of this window.
 *
 * `recovered`: the scene was brought back after the server had ended unexpectedly.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  window: number;
  workspace: string;
  recovered: boolean;
}

/**
 * A field. `kind` says how to edit it:
 *
 * number, count, angle (degrees), flag, text, choice (of `choices`), axes (letters of "xyz"), site, sites_or_soles,
 * segment, point (world), direction, turn (quaternion x y z w, or a direction), placement {position, rotation},
 * point_or_site, turn_or_site, joints (null: all; a name of a group, limb or joint; a list; or joint: 0 … 1,
 * in criteria also a list with a weight for each coordinate), base (a weight, or [place, tilt, heading]),
 * pose (a posture's name, or values by joint), tolerance {metres, degrees}, surface, forces, supports, file, function.
 * `unit`: "m", "deg", "N", "N m", "kg" or "". `required`: given when it is added. `min`: the least value, if any.
 */
export interface FieldKind {
  name: string;
  title: string;
  kind: string;
  unit: string;
  required: boolean;
  default: unknown;
  choices: string[];
  min: number | null;
  help: string;
}

/** A kind of task, criterion, force, support or built-in figure. `help`: one sentence; `more`: the rest. */
export interface PartKind {
  kind: string;
  title: string;
  help: string;
  more: string;
  fields: FieldKind[];
}

/** Something that can be switched on in the viewport. */
export interface OverlayKind {
  name: string;
  title: string;
  help: string;
}

/** All there is to choose from. */
export interface Catalogue {
  type: "catalogue";
  tasks: PartKind[];
  criteria: PartKind[];
  forces: PartKind[];
  supports: PartKind[];
  figures: PartKind[];
  overlays: OverlayKind[];
}

/**
 * A shape, in the coordinates of its segment. `kind`: sphere, ellipsoid, box, cylinder or capsule.
 *
 * `radii`: of a sphere or cylinder one, of an ellipsoid its three semi-axes, of a capsule those at its start and end;
 * of a box its full edges. `length`: of a cylinder, and between the centres of a capsule's ends, along z; else 0.
 */
export interface Solid {
  kind: string;
  radii: number[];
  length: number;
  position: number[];
  rotation: number[];
}

/**
 * A rigid part: `shapes`, or where it has none a mesh of its bones, which may be empty too.
 *
 * The mesh is in its own coordinates: float32 triples, uint32 index triples, counter-clockwise outside.
 * `color`: "#rrggbb". `joint`: that which carries it; `parent`: the segment on the other side of it, null at the root.
 * `length`: metres, to the farthest joint or end, for the editor.
 */
export interface SegmentShape {
  name: string;
  shapes: Solid[];
  vertices: Uint8Array;
  normals: Uint8Array;
  faces: Uint8Array;
  color: string;
  joint: string;
  parent: string | null;
  mass: number;
  center: number[];
  length: number;
}

/**
 * What vertices of a skin follow: a segment, or a bone between it and `parent` (null for a segment's own).
 *
 * One in between turns by the shares `swing` and `twist` of the turn between the two, twist about `axis`.
 */
export interface BoneShape {
  segment: string;
  parent: string | null;
  axis: number[];
  swing: number;
  twist: number;
}

/**
 * One closed surface over all segments, where it was modelled; bytes are little-endian.
 *
 * `vertices`: uint16, all x, then all y, then all z, each as the difference to the one before; a vertex is at `low` +
 * `step` × its whole numbers. `normals`: int8 of 127, in the same order, as they are. `triangles`: uint32, all first
 * corners, then the second and the third, differences too. `parts`: uint8, the segment of a triangle, by its place in
 * `segments`. `bones`, and `bind`: seven float32 a bone, position and quaternion x y z w. `joints`: four uint8 a
 * vertex. `weights`: uint16 of 65535, all first ones, then the second, third and fourth. `sky`: uint8 a vertex, the
 * share of the sky that it sees, of 255. Of uint16 all lower bytes come before all upper ones.
 */
export interface SkinShape {
  low: number[];
  step: number;
  vertices: Uint8Array;
  normals: Uint8Array;
  triangles: Uint8Array;
  parts: Uint8Array;
  bones: BoneShape[];
  bind: Uint8Array;
  joints: Uint8Array;
  weights: Uint8Array;
  sky: Uint8Array;
}

/** A natural coordinate of a joint. `unit`: "deg" or "m"; `min`, `max`: for a slider; `limited`: they hold. */
export interface Coordinate {
  name: string;
  unit: string;
  min: number;
  max: number;
  limited: boolean;
}

/**
 * A limit. `value`: as figure files have it, and as `set_limit` takes it (degrees).
 *
 * `kind`: "range", "cone", "ellipse", "polygon" or "table". `curve`: of a swing limit, closed, float32 unit
 * directions in the joint's base frame, for drawing on a sphere; empty else.
 */
export interface LimitShape {
  name: string;
  kind: string;
  value: unknown;
  curve: Uint8Array;
}

/**
 * A joint. Its base frame, in which limits are given, is fixed to segment `base` at `position`, `rotation`.
 *
 * `base` null: the world. `segment`: that which it moves; `model`: fixed, hinge, slide, elbow, swing, ball or free.
 * `axis`: of a hinge or slide, in the base frame. `offset`: where its coordinates start in a frame's `joints`.
 */
export interface JointShape {
  name: string;
  model: string;
  base: string | null;
  segment: string;
  position: number[];
  rotation: number[];
  axis: number[];
  offset: number;
  coordinates: Coordinate[];
  limits: LimitShape[];
  weight: number;
  partner: string | null;
}

/** A named frame on a segment; quaternion x y z w. */
export interface SiteShape {
  name: string;
  segment: string;
  position: number[];
  rotation: number[];
  partner: string | null;
}

/** An outline that can carry weight, in the segment's coordinates. */
export interface SoleShape {
  name: string;
  segment: string;
  outline: number[][];
}

/** A limb or a group, and its joints. */
export interface NamedJoints {
  name: string;
  joints: string[];
}

/** A stance that the figure can take, and what it is. */
export interface StanceName {
  name: string;
  words: string;
}

/**
 * All of the figure that the page needs. `revision` stands in the frames that are poses of it.
 *
 * `source`: as scene files name it, for the figure panel; null when it was edited beyond that. `gravity`: m/s².
 */
export interface FigureMessage {
  type: "figure";
  revision: number;
  name: string;
  source: unknown;
  root: string;
  dof: number;
  mass: number;
  height: number;
  gravity: number[];
  segments: SegmentShape[];
  skins: SkinShape[];
  joints: JointShape[];
  sites: SiteShape[];
  soles: SoleShape[];
  limbs: NamedJoints[];
  groups: NamedJoints[];
  postures: string[];
  stances: StanceName[];
  symmetric: boolean;
}

/**
 * A task, criterion, force or support. `fields`: all of them, as scene files have them, null where none is given.
 *
 * `name`: of a task its unique name; of others a title. `kind`: its entry in the catalogue.
 */
export interface Part {
  name: string;
  kind: string;
  fields: Record<string, unknown>;
}

/**
 * A handle in the world: the point, frame or surface a task wants, the end of a rope, a pushing force.
 *
 * `field`: that which `grab_field` takes. `kind`: "point", "frame" (position and turn), "turn" (of `site`),
 * "direction", "plane" (through the point), "surface" or "force" (an arrow at `site` along `value`, newtons).
 * `value`: as the field stands in the document.
 */
export interface Goal {
  list: string;
  at: string | number;
  field: string;
  kind: string;
  site: string | null;
  value: unknown;
}

/** A mesh in the world: the triangles of `key`, made `scale` times as large, turned (x y z w) and placed there. */
export interface MeshPlace {
  key: string;
  scale: number;
  position: number[];
  rotation: number[];
}

/**
 * A thing. `kind`: as above, or "obstacle" for what a file has brought. `solids`: what it is made of, in the world.
 *
 * `sizes`: metres, by name; none of what has no simple shape. `heading`: degrees about the vertical. `mesh`: where
 * it is made of triangles, with kind "mesh"; all of its sizes grow together.
 */
export interface Thing {
  name: string;
  kind: string;
  sizes: Record<string, number>;
  position: number[];
  heading: number;
  solids: Solid[];
  mesh: MeshPlace | null;
}

/**
 * Something that was placed by hand and stays there, below all tasks.
 *
 * `part`: a segment, with the point of it and the place of the world; or a joint, and null for both.
 */
export interface StayMark {
  part: string;
  point: number[] | null;
  place: number[] | null;
}

/** A pose of the library; its thumbnail is a PNG. */
export interface KeptPose {
  name: string;
  thumbnail: Uint8Array | null;
}

/**
 * What there is to play. `file`: from the workspace. `start`, `end`: seconds. `keys`: poses it is made of.
 *
 * `animations`: all that the file has, by name; `name` is the one that is open. `notes`: what its reader found.
 */
export interface ClipShape {
  name: string;
  file: string;
  start: number;
  end: number;
  keys: number;
  animations: string[];
  notes: string[];
}

/**
 * One of several figures: where its root is on the floor (x, z), its heading (degrees), kilograms and height.
 *
 * `stances`: those that it can take, by name.
 */
export interface Member {
  name: string;
  position: number[];
  heading: number;
  mass: number;
  height: number;
  stances: string[];
}

/**
 * The scene. `levels`: tasks, the most important first. `undo`, `redo`: names of actions, the next one first.
 *
 * `path`: its file, from the workspace. `saved`: the file has all of it. `clip`: the motion that can be played.
 * `avoid_self`: whether the body keeps out of itself.
 * `members`: of several figures, each; none when there is one.
 */
export interface DocumentMessage {
  type: "document";
  revision: number;
  name: string;
  notes: string;
  path: string | null;
  saved: boolean;
  tolerance: unknown;
  avoid_self: boolean;
  levels: Part[][];
  criteria: Part[];
  forces: Part[];
  supports: Part[];
  goals: Goal[];
  things: Thing[];
  stays: StayMark[];
  poses: KeptPose[];
  overlays: Record<string, boolean>;
  undo: string[];
  redo: string[];
  clip: ClipShape | null;
  members: Member[];
}

/** How a task does. `residual`: in `unit` ("m", "rad" or another). `note`: how much balance has to spare, if any. */
export interface TaskLight {
  name: string;
  level: number;
  enabled: boolean;
  met: boolean;
  residual: number;
  unit: string;
  note: string;
}

/** The dragged point: fixed on a segment, in its coordinates, and where the hand wants it in the world. */
export interface Handle {
  segment: string;
  point: number[];
  target: number[];
}

/**
 * A force of the world on the body, newtons, at a point of the world.
 *
 * `normal`, `friction`: of the surface that pushes there; null where a rope or a grip holds, or a share is negative.
 */
export interface Contact {
  site: string;
  point: number[];
  force: number[];
  normal: number[] | null;
  friction: number | null;
}

/**
 * One component of a joint's torque: about `axis` (world, unit length), `torque` N m, N along a slide.
 *
 * `movement`: what anatomists call the effort, as "extension"; may be empty.
 */
export interface TorquePart {
  coordinate: string;
  movement: string;
  axis: number[];
  torque: number;
  use: number | null;
}

/** What a joint must give, by component, and the largest `use` of a strength, 0 … 1 and above, or null. */
export interface JointLoad {
  joint: string;
  parts: TorquePart[];
  use: number | null;
}

/** A segment and an obstacle that are near each other: metres between them, negative inside; the nearest points. */
export interface Near {
  segment: string;
  obstacle: string;
  distance: number;
  points: number[][];
}

/**
 * What is switched on; null what is not, or what there is none of.
 *
 * `com`: centre of mass, three numbers for each figure. `support`: of each the area stood on, float32 corners;
 * `region`: of that in which the pose can be held by its supports. `contacts`: forces of the supports. `loads`:
 * torques. `held`: limits that hold the pose back, as "joint.limit". `inertia`: radii of gyration about world x, y, z
 * through the centre of mass, metres.
 * `balanced`: whether forces can hold the pose; null when not asked. `near`: what is about to touch, or with the
 * overlay of distances all that is near; null where nothing stands around.
 */
export interface Overlays {
  com: number[] | null;
  support: Uint8Array[] | null;
  region: Uint8Array | null;
  contacts: Contact[] | null;
  loads: JointLoad[] | null;
  held: string[] | null;
  inertia: number[] | null;
  balanced: boolean | null;
  near: Near[] | null;
}

/** Where the clip is. `showing`: the body is where the clip has it; false once it was moved otherwise. */
export interface ClipTime {
  time: number;
  playing: boolean;
  speed: number;
  loop: boolean;
  showing: boolean;
}

/**
 * A pose. `figure`, `document`: revisions of what it is a pose of.
 *
 * `pull`: number of the newest pull in it, by the window `hand`; both 0 when nothing is held.
 * `placements`: float32, per segment x y z and quaternion x y z w, in the order of the figure's segments.
 * `joints`: float32, natural coordinates in radians and metres, in the order of the figure's joints.
 * `light`: "green" all tasks met, "orange" those of the top level, "red" neither (Baerlocher 7.2.1).
 * `settled`: nothing moves until something changes. `live`: a goal that is being dragged, with its present value.
 * `clip`: where the clip of the document is, if it has one.
 */
export interface Frame {
  type: "frame";
  number: number;
  figure: number;
  document: number;
  hand: number;
  pull: number;
  placements: Uint8Array;
  joints: Uint8Array;
  light: string;
  settled: boolean;
  tasks: TaskLight[];
  handles: Handle[];
  live: unknown;
  overlays: Overlays;
  clip: ClipTime | null;
}

/** The answer to the request of that id; what `value` is, depends on the request. */
export interface Answer {
  type: "answer";
  id: number;
  value: unknown;
}

/** A request that was refused, and why; nothing has changed. `id` null: the message itself could not be read. */
export interface Refused {
  type: "refused";
  id: number | null;
  message: string;
}

/** Something everybody should know. `level`: "info" or "warning". */
export interface Notice {
  type: "notice";
  level: string;
  message: string;
}

/** How many windows are open on this scene, and which of them drags just now (0: none). */
export interface Windows {
  type: "windows";
  count: number;
  hand: number;
}

/** How many frames of the film that the request `id` asked for are drawn, and how many it will have. */
export interface FilmProgress {
  type: "film_progress";
  id: number;
  done: number;
  total: number;
}

/** How many layers of the grid are done that the request `id` needs, and how many it has. */
export interface MeshProgress {
  type: "mesh_progress";
  id: number;
  done: number;
  total: number;
}

/** Where a part stands after the change: a task's name (which may have changed), or a number. */
export interface PartPlace {
  at: string | number | null;
}

/**
 * What did not fit the new figure and was left out: names of tasks, forces, poses.
 *
 * `lies`: the figure of a file lies on the floor as it was read, and its file may mean another axis for up.
 */
export interface Dropped {
  dropped: string[];
  lies: boolean;
}

/**
 * Something that stops a task.
 *
 * `kind`: "task", "limit", "coupling", "recruits", "force", "support", "start" or "steps". `joints`: those to
 * highlight, for a limit or a coupling. `share`: how much of the miss it explains, 0 … 1. `meets`: without it the task
 * is met. `words`: about it.
 */
export interface Culprit {
  kind: string;
  name: string;
  joints: string[];
  share: number;
  meets: boolean;
  words: string;
}

/** Why one task is not met. `heading`: what it misses by; `lines`: all there is to say, a sentence each. */
export interface Finding {
  task: string;
  heading: string;
  lines: string[];
  culprits: Culprit[];
}

/** `findings`: empty when all tasks asked about are met. */
export interface Explanation {
  findings: Finding[];
}

/** A file or folder of the workspace. `kind`: "folder", "scene", "figure", "motion"; `path`: from the workspace. */
export interface FileEntry {
  name: string;
  path: string;
  kind: string;
}

/** What a folder holds; `parent` null at the top. */
export interface Files {
  folder: string;
  parent: string | null;
  entries: FileEntry[];
}

/** A shipped scene. `picture`: the address of a small picture from the server, or null. */
export interface GalleryEntry {
  name: string;
  title: string;
  notes: string;
  picture: string | null;
}

/** The shipped scenes, in order. */
export interface Gallery {
  scenes: GalleryEntry[];
}

/** A text to copy or download under `filename`, or the bytes of a file that is none. */
export interface Exported {
  filename: string;
  text: string;
  data: Uint8Array | null;
}

/** The actions that were undone or done again, by name. */
export interface Stepped {
  actions: string[];
}

/** Where the scene was written, from the workspace. */
export interface SavedAs {
  path: string;
}

/**
 * What a support gives: `force` N, at `point`; `share` of the weight; `friction` used, and `slip` of what it has.
 *
 * `slip`: 1 is all of its grip; null where nothing can slip.
 */
export interface SupportRow {
  site: string;
  force: number[];
  point: number[];
  share: number;
  friction: number | null;
  slip: number | null;
}

/**
 * What a joint coordinate gives: `torque` N m (N along slides), `strength` it has that way, and `use` of it.
 *
 * `movement`: what anatomists call the effort, as "extension"; may be empty. `source`: of the strength; `rough`: that
 * is only an order of magnitude. null where no strength is known.
 */
export interface JointRow {
  joint: string;
  coordinate: string;
  movement: string;
  torque: number;
  strength: number | null;
  use: number | null;
  source: string;
  rough: boolean;
}

/**
 * `lines`: in words, the most important first. `margin`: of balance, m, negative outside; null without a region.
 *
 * `joints`: those that use most of their strength first, then by torque. `problem`: why there is none of this, if so.
 */
export interface LoadsTable {
  problem: string | null;
  lines: string[];
  balanced: boolean;
  margin: number | null;
  supports: SupportRow[];
  joints: JointRow[];
}

/** Swivels that all limits allow, radians: `start` in [−π, π), `stop` ≥ `start`. */
export interface Arc {
  start: number;
  stop: number;
}

/** One way to bend: the joint at swivel φ is at `center` + cos φ `u` + sin φ `v`; `arcs` are allowed. */
export interface Bend {
  branch: number;
  center: number[];
  u: number[];
  v: number[];
  arcs: Arc[];
}

/**
 * Where the middle of a limb may be. `joint`: its elbow or knee. `goal`: what its end has, in words.
 *
 * `bends`: the ways to bend it, that of now first. `swivel`: now, radians; `angle`: the second free angle, or null.
 */
export interface LimbCircle {
  limb: string;
  joint: string;
  goal: string;
  bends: Bend[];
  swivel: number;
  angle: number | null;
  analytic: boolean;
}

/** `circle`: null where there is none, as of a hand that hangs. */
export interface FoundCircle {
  circle: LimbCircle | null;
}

/**
 * One of them. `figure`: as `choose_figure` takes it. `picture`: a PNG. `light`: as of a frame.
 *
 * `dropped`: what of the question does not fit.
 */
export interface Person {
  title: string;
  figure: unknown;
  picture: Uint8Array;
  light: string;
  dropped: string[];
}

/** A quantity and its value for each; null where there is none. `group`: what it belongs to. */
export interface ComparedRow {
  group: string;
  label: string;
  unit: string;
  values: (number | null)[];
}

/**
 * `rows`: what they differ in. `asked`: of everybody, in words; `sources`: of the strengths that efforts refer to.
 *
 * Strengths that are orders of magnitude alone begin with ~ there, and so do the labels of their rows.
 */
export interface Comparison {
  people: Person[];
  rows: ComparedRow[];
  asked: string[];
  sources: string[];
}

/** The name of what was added. */
export interface ThingName {
  name: string;
}

/** The name of the new thing, and what should be known of it: its units, whether it has an inside. */
export interface ImportedMesh {
  name: string;
  notes: string[];
}

/** Triangles, as large as if the longest side of their box were 1: float32 triples and uint32 index triples. */
export interface MeshTriangles {
  vertices: Uint8Array;
  faces: Uint8Array;
}

/** The name of the figure that was added, and what of its file could not be had. */
export interface FigureName {
  name: string;
  notes: string[];
}

/**
 * What keeps a drag from coming farther: `words`, empty where nothing does; `missed`: by how much it falls short.
 *
 * `tasks`, `limits`: by name, to highlight; limits as "joint.limit".
 */
export interface Holders {
  words: string;
  missed: string;
  tasks: string[];
  limits: string[];
}

export type FromPage =
  | Hello
  | Pull
  | Seen
  | GrabPoint
  | GrabField
  | GrabJoint
  | GrabCircle
  | GrabThing
  | GrabBlend
  | Release
  | Cancel
  | SetPace
  | SettleNow
  | AskHolders
  | AddPart
  | EditPart
  | RemovePart
  | MoveTask
  | Pin
  | SetScene
  | Explain
  | ApplyPose
  | SetJoints
  | MirrorPose
  | KeepPose
  | RenamePose
  | RemovePose
  | SetStart
  | Relax
  | TakeStance
  | ChooseFigure
  | ScaleSegments
  | SetLimit
  | SetMass
  | SetJointWeight
  | SetRest
  | Reroot
  | New
  | Open
  | Save
  | Undo
  | Redo
  | ListFiles
  | ListGallery
  | Export
  | SetView
  | AskLoads
  | Report
  | AskCircle
  | SetAnalytic
  | SolveFromStart
  | Compare
  | AddThing
  | EditThing
  | RemoveThing
  | StandOn
  | ImportMesh
  | AskMesh
  | OpenClip
  | PlayClip
  | ExportClip
  | StopFilm
  | AddFigure
  | PlaceFigure
  | RenameFigure
  | RemoveFigure;

export type Request =
  | GrabPoint
  | GrabField
  | GrabJoint
  | GrabCircle
  | GrabThing
  | GrabBlend
  | Release
  | Cancel
  | SetPace
  | SettleNow
  | AskHolders
  | AddPart
  | EditPart
  | RemovePart
  | MoveTask
  | Pin
  | SetScene
  | Explain
  | ApplyPose
  | SetJoints
  | MirrorPose
  | KeepPose
  | RenamePose
  | RemovePose
  | SetStart
  | Relax
  | TakeStance
  | ChooseFigure
  | ScaleSegments
  | SetLimit
  | SetMass
  | SetJointWeight
  | SetRest
  | Reroot
  | New
  | Open
  | Save
  | Undo
  | Redo
  | ListFiles
  | ListGallery
  | Export
  | SetView
  | AskLoads
  | Report
  | AskCircle
  | SetAnalytic
  | SolveFromStart
  | Compare
  | AddThing
  | EditThing
  | RemoveThing
  | StandOn
  | ImportMesh
  | AskMesh
  | OpenClip
  | PlayClip
  | ExportClip
  | StopFilm
  | AddFigure
  | PlaceFigure
  | RenameFigure
  | RemoveFigure;

export type FromServer =
  | Welcome
  | Catalogue
  | FigureMessage
  | DocumentMessage
  | Frame
  | Answer
  | Refused
  | Notice
  | Windows
  | FilmProgress
  | MeshProgress;

/** What a request of that type is answered by. */
export interface Answers {
  grab_point: null;
  grab_field: null;
  grab_joint: null;
  grab_circle: null;
  grab_thing: null;
  grab_blend: null;
  release: PartPlace;
  cancel: null;
  set_pace: null;
  settle_now: null;
  ask_holders: Holders;
  add_part: PartPlace;
  edit_part: PartPlace;
  remove_part: null;
  move_task: null;
  pin: PartPlace;
  set_scene: null;
  explain: Explanation;
  apply_pose: null;
  set_joints: null;
  mirror_pose: null;
  keep_pose: null;
  rename_pose: null;
  remove_pose: null;
  set_start: null;
  relax: null;
  take_stance: null;
  choose_figure: Dropped;
  scale_segments: null;
  set_limit: null;
  set_mass: null;
  set_joint_weight: null;
  set_rest: null;
  reroot: null;
  new: null;
  open: Dropped;
  save: SavedAs;
  undo: Stepped;
  redo: Stepped;
  list_files: Files;
  list_gallery: Gallery;
  export: Exported;
  set_view: null;
  ask_loads: LoadsTable;
  report: Exported;
  ask_circle: FoundCircle;
  set_analytic: null;
  solve_from_start: null;
  compare: Comparison;
  add_thing: ThingName;
  edit_thing: null;
  remove_thing: null;
  stand_on: null;
  import_mesh: ImportedMesh;
  ask_mesh: MeshTriangles;
  open_clip: null;
  play_clip: null;
  export_clip: Exported;
  stop_film: null;
  add_figure: FigureName;
  place_figure: null;
  rename_figure: null;
  remove_figure: null;
}
