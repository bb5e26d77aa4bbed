/** The viewport. `types.ts` says what goes in and what comes out. */

import { Vector3 } from "three";
import { Body, standstill, type Emphasis } from "./body";
import { bodyDrag, drawPull, type BodyDrag } from "./bodyDrag";
import { Emitter } from "./emitter";
import { drawGoal, goalEvent } from "./goals";
import type { Eye } from "./eye";
import { handleAt, type Desk, type Handle } from "./handles";
import { Input, type Grip, type Pointer } from "./input";
import { jointFrame } from "./jointFrame";
import { contains, VIEWS } from "./layout";
import { drawLimitHandles } from "./limitHandles";
import { drawMarks } from "./marks";
import { limitRadius } from "./overlays/limits";
import { Painter } from "./painter";
import { pickBody } from "./pick";
import { pictureOf } from "./picture";
import { drawRings } from "./rings";
import type {
  Blame, Direction, Figure, Frame, GizmoMode, Goal, Hit, Layout, LimitEvent, Overlays, Phase, Selection, StageEvents, StageState, ThemeName, Trace, Vec3,
  ViewName, ViewState,
} from "./types";

/** What is on at the beginning. */
export const OVERLAYS: Overlays = {
  com: false, support: false, region: false, contacts: false, cones: false, torques: false, loads: false, limits: false, inertia: false,
  traces: false, sites: false, skeleton: false, grid: true, shadow: true, goals: true,
};

export class Stage {
  private readonly canvas: HTMLCanvasElement;
  private readonly painter: Painter;
  private readonly input: Input;
  private readonly events = new Emitter<StageEvents>();
  private readonly watch: ResizeObserver;
  private readonly handles = new Map<ViewName, Handle[]>();
  private body: Body | null = null;
  private frame: Frame = { placements: new Float32Array() };
  private overlays = { ...OVERLAYS };
  private selection: Selection = {};
  private blame: Blame = {};
  private goals: readonly Goal[] = [];
  private traces: readonly Trace[] = [];
  private gizmo: GizmoMode = "move";
  private layout: Layout = "perspective";
  private theme: ThemeName = "light";
  private pull: BodyDrag | null = null;
  private hovered: Hit | null = null;
  private hot: string | null = null;
  private size = 1.8;
  private framed = false;
  private stale = { pose: true, marks: true, emphasis: true };
  private ticket = 0;
  private refining: ReturnType<typeof setTimeout> | undefined;
  private smoothing: ReturnType<typeof setTimeout> | undefined;
  private renders = 0;
  private frames = 0;
  private ended = false;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.painter = new Painter(canvas);
    this.painter.beforeView = (eye) => this.drawTools(eye);
    this.input = new Input(canvas, {
      eyeAt: (x, y) => this.eyeAt(x, y),
      grip: (at) => this.gripAt(at),
      hover: (at) => this.hover(at),
      click: (at, double) => this.events.emit("click", { ...this.hitAt(at), modifiers: at.modifiers, double }),
      menu: (at) => this.events.emit("menu", this.hitAt(at)),
      moved: () => this.viewChanged(),
    });
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(canvas);
    canvas.addEventListener("webglcontextlost", this.contextLost);
    canvas.addEventListener("webglcontextrestored", this.contextRestored);
    this.resized();
  }

  // ------------------------------------------------------------------------------------------ what is shown

  /** Another figure, or none. Views are fitted to the first one; later ones keep the cameras. */
  setFigure(figure: Figure | null): void {
    this.input.cancel();
    const before = this.body;
    this.body = figure && new Body(figure, this.painter.quality);
    this.painter.setBody(this.body, before);
    before?.dispose();
    this.hovered = null;
    this.frame = figure ? standstill(figure) : { placements: new Float32Array() };
    this.body?.move(this.frame.placements);
    this.body?.setOpacity(this.overlays.skeleton ? GLASS : 1);
    this.change("pose", "marks", "emphasis");
  }

  /** A pose of the figure. Placements and joints are copied; other fields are kept until the next frame. */
  setFrame(frame: Frame): void {
    const body = this.body;
    if (!body || frame.placements.length !== 7 * body.parts.length) return; // a frame of another figure, overtaken
    const kept = this.frame.placements;
    kept.set(frame.placements);
    const joints = frame.joints ? copied(frame.joints, this.frame.joints) : null;
    this.frame = { ...frame, placements: kept, joints };
    body.move(kept);
    this.frames++;
    if (!this.framed) this.frameFirst();
    this.change("pose", "marks");
  }

  setGoals(goals: readonly Goal[]): void {
    this.goals = goals;
    this.change();
  }

  setOverlays(overlays: Partial<Overlays>): void {
    this.overlays = { ...this.overlays, ...overlays };
    this.body?.setOpacity(this.overlays.skeleton ? GLASS : 1);
    this.change("pose", "marks");
  }

  setTraces(traces: readonly Trace[]): void {
    this.traces = traces;
    this.change("marks");
  }

  setSelection(selection: Selection): void {
    this.selection = selection;
    this.change("emphasis", "marks");
  }

  /** What stops a task, picked out until it is set again. */
  setBlame(blame: Blame): void {
    this.blame = blame;
    this.change("emphasis", "marks");
  }

  setGizmo(mode: GizmoMode): void {
    this.gizmo = mode;
    this.change();
  }

  setTheme(theme: ThemeName): void {
    this.theme = theme;
    this.painter.setTheme(theme);
    this.change("marks", "emphasis");
  }

  setLayout(layout: Layout): void {
    this.layout = layout;
    this.painter.arrange(layout);
    this.viewChanged();
  }

  // ---------------------------------------------------------------------------------------------- cameras

  /** Fits views (all that are shown) to some segments, or to the whole body. */
  frameSelection(segments?: readonly string[], view?: ViewName): void {
    const balls = this.ballsOf(segments);
    fitAll(this.eyes(view), balls, segments?.length ? 0.2 : undefined);
    this.viewChanged();
  }

  look(view: ViewName, direction: Direction): void {
    this.painter.eyes[view].look(direction);
    this.viewChanged();
  }

  /** Turn, move or come nearer, for keys and buttons: radians, CSS pixels, a factor. */
  orbit(view: ViewName, right: number, up: number): void {
    this.painter.eyes[view].orbit(right, up);
    this.viewChanged();
  }

  pan(view: ViewName, dx: number, dy: number): void {
    this.painter.eyes[view].pan(dx, dy);
    this.viewChanged();
  }

  zoom(view: ViewName, factor: number): void {
    this.painter.eyes[view].zoom(factor);
    this.viewChanged();
  }

  /** Puts a camera where `state` said it was. */
  placeView(state: Partial<ViewState> & { name: ViewName }): void {
    this.painter.eyes[state.name].place(state);
    this.framed = true;
    this.viewChanged();
  }

  // ----------------------------------------------------------------------------------------------- events

  /** Returns the function that stops listening. */
  on<Name extends keyof StageEvents>(name: Name, listener: (event: StageEvents[Name]) => void): () => void {
    return this.events.on(name, listener);
  }

  /** Lets go of what is being dragged; it is told with the phase "cancel". */
  cancel(): void {
    this.input.cancel();
    this.change();
  }

  // ------------------------------------------------------------------------------------------- for tests

  /** The pixel of the canvas (CSS) where a place of the world is seen in a view; null when hidden or behind. */
  project(world: Vec3, view: ViewName = "perspective"): { x: number; y: number } | null {
    const eye = this.painter.eyes[view];
    if (!eye.rect) return null;
    const { x, y, z } = eye.project(spot.set(...(world as [number, number, number])));
    return Math.abs(z) <= 1 ? { x, y } : null;
  }

  /** What a click at a pixel of the canvas would find. */
  hit(x: number, y: number): Hit | null {
    const eye = this.eyeAt(x, y);
    return eye && this.hitAt({ eye, x, y, touch: false, modifiers: NONE });
  }

  state(): StageState {
    const { layout, theme, selection, renders, frames } = this;
    return {
      layout, theme, selection, renders, frames,
      refined: this.body?.refined ?? true,
      views: VIEWS.map((name) => this.painter.eyes[name].state()),
      hover: this.hovered?.segment ?? null,
      dragging: this.pull && { segment: this.pull.mark.segment, target: this.pull.mark.target },
    };
  }

  /** Draws at once what would be drawn with the next picture of the screen. */
  flush(): void {
    if (this.ticket) this.draw();
  }

  // --------------------------------------------------------------------------------------------- pictures

  /** A view as a PNG, without handles. */
  picture(options: { view?: ViewName; width?: number; height?: number } = {}): Promise<Blob> {
    this.flush();
    const eye = this.painter.eyes[options.view ?? (this.layout === "quad" ? "perspective" : this.layout)];
    const width = options.width ?? Math.round(eye.rect?.width ?? 640);
    const height = options.height ?? Math.round(eye.rect?.height ?? 640);
    this.refresh();
    const pixels = this.painter.pixels(eye, width, height, this.overlays);
    return pictureOf(pixels, width, height);
  }

  /** A small picture of the body alone, whatever the cameras see. */
  thumbnail(width = 160, height = 200): Promise<Blob> {
    const eye = this.painter.eyes.perspective;
    const before = eye.state();
    const rect = eye.rect;
    eye.rect = { x: 0, y: 0, width, height };
    eye.look("three-quarter");
    eye.frame(this.ballsOf());
    this.refresh();
    this.body?.emphasise([], NO_COLORS);
    const pixels = this.painter.pixels(eye, width, height, { ...this.overlays, grid: false }, true);
    this.emphasise();
    eye.rect = rect;
    eye.place(before);
    return pictureOf(pixels, width, height);
  }

  dispose(): void {
    if (this.ended) return;
    this.ended = true;
    cancelAnimationFrame(this.ticket);
    clearTimeout(this.refining);
    clearTimeout(this.smoothing);
    this.input.dispose();
    this.watch.disconnect();
    this.canvas.removeEventListener("webglcontextlost", this.contextLost);
    this.canvas.removeEventListener("webglcontextrestored", this.contextRestored);
    this.events.clear();
    this.body?.dispose();
    this.painter.dispose();
  }

  // --------------------------------------------------------------------------------------------- drawing

  private change(...what: (keyof Stage["stale"])[]): void {
    for (const part of what) this.stale[part] = true;
    if (!this.ticket && !this.ended) this.ticket = requestAnimationFrame(() => this.draw());
  }

  private viewChanged(): void {
    this.change();
    this.events.emit("view", this.state());
  }

  private draw(): void {
    cancelAnimationFrame(this.ticket);
    this.ticket = 0;
    if (this.ended) return;
    this.refresh();
    this.painter.draw(this.overlays);
    this.renders++;
    if (this.painter.quality === "coarse") this.smoothSoon();
    if (this.body && !this.body.refined && !this.refining) this.refining = setTimeout(() => this.refineBody());
  }

  /** Without a graphics card, edges are made smooth when all is still. */
  private smoothSoon(): void {
    clearTimeout(this.smoothing);
    this.smoothing = setTimeout(() => {
      if (this.ticket || this.ended || this.input.dragging) return;
      this.painter.smooth(this.overlays);
    }, STILL_MS);
  }

  /** Smooth skins are made between pictures, a little at a time. */
  private refineBody(): void {
    this.refining = undefined;
    const end = performance.now() + REFINE_MS;
    while (performance.now() < end && this.body?.refine());
    this.change("emphasis");
  }

  /** Brings everything up to date that depends on what changed. */
  private refresh(): void {
    const { body, painter, stale } = this;
    if (stale.pose) painter.shade(body && this.overlays.shadow ? body.ballsNow : NOTHING, this.size);
    if (stale.emphasis) this.emphasise();
    if (stale.marks) {
      const { frame, overlays, traces, selection, blame, size } = this;
      const context = { frame, overlays, traces, selection, blame, size, theme: painter.theme, floor: painter.floorHeight };
      drawMarks(painter.marks, painter.over, body, context);
    }
    this.stale = { pose: false, marks: false, emphasis: false };
  }

  private drawTools(eye: Eye): void {
    const handles: Handle[] = [];
    const pen = this.painter.tools;
    const desk: Desk = { eye, pen, theme: this.painter.theme, hot: this.hot, add: (handle) => handles.push(handle) };
    pen.clear();
    if (this.body) {
      for (const mark of this.frame.pulls ?? []) drawPull(desk, this.body, mark);
      if (this.pull && this.input.dragging) drawPull(desk, this.body, this.pull.mark);
    }
    if (this.body && this.overlays.goals) this.drawGoals(desk, this.body);
    if (this.body && this.selection.joint) this.drawJoint(desk, this.body, this.selection.joint);
    pen.finish();
    this.handles.set(eye.name, handles);
  }

  private drawGoals(desk: Desk, body: Body): void {
    const table = {
      body,
      selected: this.selection.goal ?? null,
      blamed: new Set(this.blame.goals),
      mode: this.gizmo,
      edit: (goal: Goal, phase: Phase) => this.editGoal(goal, phase),
    };
    for (const goal of this.goals) drawGoal(desk, goal, table);
  }

  /** Rings that turn the selected joint; while limits are shown, handles on its limits. */
  private drawJoint(desk: Desk, body: Body, name: string): void {
    const joint = body.figure.joints.find((j) => j.name === name);
    if (!joint || this.pull) return;
    const now = jointFrame(body, joint, this.frame.joints);
    if (this.overlays.limits) drawLimitHandles(desk, now, limitRadius(now, this.size), (event) => this.editLimit(event));
    else drawRings(desk, now, (event) => this.events.emit("joint", event));
  }

  /** Shown at once; the next `setFigure` says what became of it. */
  private editLimit(event: LimitEvent): void {
    this.body?.editLimit(event.joint, event.key, event.limit);
    this.change("marks");
    this.events.emit("limit", event);
  }

  /** Shown at once; the next `setGoals` says what became of it. */
  private editGoal(goal: Goal, phase: Phase): void {
    this.goals = this.goals.map((g) => (g.id === goal.id ? goal : g));
    this.change();
    this.events.emit("goal", goalEvent(goal, phase));
  }

  private emphasise(): void {
    const body = this.body;
    if (!body) return;
    const { accent, blame } = this.painter.theme;
    const blamed = new Set(this.blame.segments);
    for (const name of this.blame.joints ?? []) {
      const joint = body.figure.joints.find((j) => j.name === name);
      if (joint) blamed.add(body.figure.segments[joint.segment]!.name);
    }
    const selected = new Set(this.selection.segments);
    const held = this.pull?.mark.segment;
    const how = body.figure.segments.map(({ name }): Emphasis => {
      if (blamed.has(name)) return "blamed";
      if (selected.has(name)) return "selected";
      return name === held || name === this.hovered?.segment ? "hover" : "none";
    });
    body.emphasise(how, { hover: accent, selected: accent, blamed: blame });
  }

  private resized(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    if (!this.painter.resize(Math.max(1, clientWidth), Math.max(1, clientHeight), ratio)) return;
    this.painter.arrange(this.layout);
    this.viewChanged();
  }

  private frameFirst(): void {
    const body = this.body!;
    this.framed = true;
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i + 3 < body.ballsNow.length; i += 4) {
      low = Math.min(low, body.ballsNow[i + 1]! - body.ballsNow[i + 3]!);
      high = Math.max(high, body.ballsNow[i + 1]! + body.ballsNow[i + 3]!);
    }
    if (!(high > low)) return;
    this.size = high - low;
    fitAll(this.eyes(), body.ballsNow);
    this.viewChanged();
  }

  // --------------------------------------------------------------------------------------------- pointing

  private eyeAt(x: number, y: number): Eye | null {
    return Object.values(this.painter.eyes).find((eye) => eye.rect && contains(eye.rect, x, y)) ?? null;
  }

  private eyes(view?: ViewName): Eye[] {
    return view ? [this.painter.eyes[view]] : Object.values(this.painter.eyes);
  }

  private gripAt(at: Pointer): Grip | null {
    const handle = handleAt(this.handles.get(at.eye.name) ?? [], at.eye, at.x, at.y, at.touch);
    if (handle) {
      this.hot = handle.key;
      this.change();
      return handle.grip(at);
    }
    const body = this.body;
    const hit = body && pickBody(body, at.eye, at.x, at.y);
    if (!body || !hit) return null;
    this.pull = bodyDrag(body, hit, (event) => this.events.emit("drag", event), () => {
      this.pull = null;
      this.change("emphasis");
    });
    this.change("emphasis");
    return this.pull;
  }

  private hover(at: Pointer | null): void {
    const hit = at && this.hitAt(at);
    const handle = at && handleAt(this.handles.get(at.eye.name) ?? [], at.eye, at.x, at.y, false);
    const hot = handle?.key ?? null;
    this.canvas.style.cursor = handle ? (handle.cursor ?? "pointer") : hit?.segment ? "grab" : "";
    const changed = hit?.segment !== this.hovered?.segment || hit?.site !== this.hovered?.site || hot !== this.hot;
    this.hovered = hit;
    this.hot = hot;
    if (!changed) return;
    this.events.emit("hover", hit ?? { ...NOWHERE });
    this.change("emphasis");
  }

  private hitAt(at: Pointer): Hit {
    const { eye, x, y } = at;
    const handle = handleAt(this.handles.get(eye.name) ?? [], eye, x, y, at.touch);
    const found = handle ? null : this.body && pickBody(this.body, eye, x, y);
    return {
      view: eye.name, x, y,
      segment: found ? this.body!.figure.segments[found.segment]!.name : null,
      point: found?.point ?? null,
      world: found?.world ?? null,
      site: found?.site ?? null,
      goal: handle?.goal ?? null,
    };
  }

  private ballsOf(segments?: readonly string[]): ArrayLike<number> {
    return this.body ? this.body.ballsNowOf(segments) : [];
  }

  private readonly contextLost = (event: Event): void => {
    event.preventDefault(); // or the browser never gives it back
    this.events.emit("context", { lost: true });
  };

  private readonly contextRestored = (): void => {
    this.events.emit("context", { lost: false });
    this.change("pose", "marks", "emphasis");
  };
}

/** Opacity of the body when one looks into it. */
const GLASS = 0.28;
/** How long making skins may hold up the next picture, ms. */
const REFINE_MS = 8;
/** Nothing changed for so long: still. */
const STILL_MS = 140;
const NOTHING = new Float32Array();
const NO_COLORS = { hover: "#000000", selected: "#000000", blamed: "#000000" };
const NONE = { shift: false, ctrl: false, alt: false, meta: false };
const NOWHERE: Hit = { view: "perspective", x: -1, y: -1, segment: null, point: null, world: null, site: null, goal: null };
const spot = new Vector3();

/** Parallel views get the same scale, so that they can be compared. */
function fitAll(eyes: readonly Eye[], balls: ArrayLike<number>, margin?: number): void {
  for (const eye of eyes) eye.frame(balls, margin);
  const flat = eyes.filter((eye) => !eye.perspective);
  const distance = Math.max(...flat.map((eye) => eye.distance));
  for (const eye of flat) eye.place({ distance });
}

function copied(values: Float32Array, room: Float32Array | null | undefined): Float32Array {
  if (room?.length !== values.length) return values.slice();
  room.set(values);
  return room;
}
