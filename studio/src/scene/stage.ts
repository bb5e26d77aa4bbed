/** The viewport. `types.ts` says what goes in and what comes out. */

import { Vector3 } from "three";
import { Body, standstill } from "./body";
import { emptyContent } from "./content";
import { Emitter } from "./emitter";
import type { Eye } from "./eye";
import { fitAll, floorUnder, leaves, roomOf, sizeOf } from "./framing";
import { goalEvent } from "./goals";
import { VIEWS } from "./layout";
import { Painter } from "./painter";
import { pictureOf } from "./picture";
import { Pointing } from "./pointing";
import { Show } from "./show";
import type {
  Blame, Circle, Direction, DragStyle, Figure, Frame, GizmoMode, Goal, Hit, Layout, Light, LimitEvent, Overlays, Phase, ReferencePicture, Selection, StageEvents, StageState, ThemeName, Thing,
  Trace, Vec3, ViewName, ViewState,
} from "./types";

/** Opacity of the body when one looks into it. */
const GLASS = 0.28;

export class Stage {
  readonly canvas: HTMLCanvasElement;
  private readonly content = emptyContent();
  private readonly events = new Emitter<StageEvents>();
  private readonly painter: Painter;
  private readonly pointing: Pointing;
  private readonly show: Show;
  private readonly watch: ResizeObserver;
  private layout: Layout = "perspective";
  private theme: ThemeName = "light";
  /** Views keep the body by themselves until somebody turns them. */
  private fitting: "first" | "keep" | "leave" = "first";
  private frames = 0;
  private ended = false;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.painter = new Painter(canvas);
    this.painter.addThings(this.content.drawn.group);
    this.pointing = new Pointing({
      canvas, content: this.content, eyes: this.eyes(), events: this.events,
      changed: () => this.show.change("emphasis"),
      moved: () => this.viewChanged(),
      touched: () => (this.fitting = "leave"),
    });
    this.show = new Show(this.painter, this.content, this.pointing, {
      goal: (goal, phase) => this.editGoal(goal, phase),
      joint: (event) => this.events.emit("joint", event),
      limit: (event) => this.editLimit(event),
      swivel: (event) => this.events.emit("swivel", event),
      thing: (event) => this.events.emit("thing", event),
    });
    this.watch = new ResizeObserver(() => this.resized());
    this.watch.observe(canvas);
    canvas.addEventListener("webglcontextlost", this.contextLost);
    canvas.addEventListener("webglcontextrestored", this.contextRestored);
    this.resized();
  }

  // ------------------------------------------------------------------------------------------ what is shown

  /** Another figure, or none. Views are fitted to it, unless it is the one before with other limits, masses or lengths. */
  setFigure(figure: Figure | null): void {
    this.pointing.forget();
    const before = this.content.body;
    const body = figure && new Body(figure, this.painter.quality);
    if (!sameParts(figure, before?.figure ?? null)) this.fitting = "first";
    this.content.body = body;
    this.content.frame = figure ? standstill(figure) : { placements: new Float32Array() };
    this.painter.setBody(body, before);
    before?.dispose();
    body?.move(this.content.frame.placements);
    body?.setOpacity(this.content.overlays.skeleton ? GLASS : 1);
    this.show.change("pose", "marks", "emphasis");
  }

  /** A pose of the figure. Placements and joints are copied; other fields are kept until the next frame. */
  setFrame(frame: Frame): void {
    const { body, frame: before } = this.content;
    if (this.ended || !body || frame.placements.length !== 7 * body.parts.length) return; // of another figure, overtaken
    before.placements.set(frame.placements);
    const joints = frame.joints ? copied(frame.joints, before.joints) : null;
    this.content.frame = { ...frame, placements: before.placements, joints };
    body.move(before.placements);
    this.frames++;
    this.keepInView(body);
    this.show.change("pose", "marks");
  }

  setGoals(goals: readonly Goal[]): void {
    this.content.goals = goals;
    this.show.change();
  }

  setOverlays(overlays: Partial<Overlays>): void {
    this.content.overlays = { ...this.content.overlays, ...overlays };
    this.content.body?.setOpacity(this.content.overlays.skeleton ? GLASS : 1);
    this.show.change("pose", "marks");
  }

  setTraces(traces: readonly Trace[]): void {
    this.content.traces = traces;
    this.show.change("marks");
  }

  /** A goal that is picked out is brought into view. */
  setSelection(selection: Selection): void {
    const before = this.content.selection.goal;
    this.content.selection = selection;
    if (selection.goal && selection.goal !== before && !this.pointing.busy) this.showGoal(selection.goal);
    this.show.change("emphasis", "marks");
  }

  /** What stops a task, picked out until it is set again. */
  setBlame(blame: Blame): void {
    this.content.blame = blame;
    this.show.change("emphasis", "marks");
  }

  setThings(things: readonly Thing[]): void {
    this.content.things = things;
    this.content.drawn.set(things);
    this.show.change();
  }

  /** The triangles of meshes that things name; they may come later than those. */
  setTriangles(key: string, vertices: Float32Array, faces: Uint32Array): void {
    this.content.drawn.learn(key, vertices, faces);
    this.content.drawn.set(this.content.things);
    this.show.change();
  }

  /** The circle of an elbow or a knee, or none. */
  setCircle(circle: Circle | null): void {
    this.content.circle = circle;
    this.show.change();
  }

  setGizmo(mode: GizmoMode): void {
    this.content.gizmo = mode;
    this.show.change();
  }

  /** How the next drags of the body go. */
  setDragging(style: DragStyle): void {
    this.content.dragging = style;
  }

  setTheme(theme: ThemeName): void {
    this.theme = theme;
    this.painter.setTheme(theme);
    this.show.change("marks", "emphasis");
  }

  setLayout(layout: Layout): void {
    this.layout = layout;
    this.painter.arrange(layout);
    this.viewChanged();
  }

  // ---------------------------------------------------------------------------------------------- cameras

  /** Fits views (all, or one) to some segments, or to the whole body; with a goal, to that too. */
  frameSelection(segments?: readonly string[], goal?: string | null, view?: ViewName): void {
    const balls = [...Array.from(this.content.body?.ballsNowOf(segments) ?? []), ...this.roomOf(goal)];
    if (balls.length) fitAll(this.eyes(view), balls, Boolean(segments?.length));
    this.viewChanged();
  }

  /** The lens of the perspective, mm. */
  setFocal(millimetres: number): void {
    this.painter.eyes.perspective.focus(millimetres);
    this.viewChanged();
  }

  /** A picture behind the figure, or none. */
  setReference(picture: ReferencePicture | null): void {
    this.painter.reference.set(picture);
    this.show.change();
  }

  /** How strong the light from everywhere is, and that of the lamps. */
  setLight(light: Light): void {
    this.painter.light = light;
    this.show.change("pose");
  }

  look(view: ViewName, direction: Direction): void {
    this.turned(view, (eye) => eye.look(direction));
  }

  /** Turn, move or come nearer, for keys and buttons: radians, CSS pixels, a factor (above 1: nearer). */
  orbit(view: ViewName, right: number, up: number): void {
    this.turned(view, (eye) => eye.orbit(right, up));
  }

  pan(view: ViewName, dx: number, dy: number): void {
    this.turned(view, (eye) => eye.pan(dx, dy));
  }

  zoom(view: ViewName, factor: number): void {
    this.turned(view, (eye) => eye.zoom(factor));
  }

  /** Puts a camera where `state` said it was. */
  placeView(state: Partial<ViewState> & { name: ViewName }): void {
    this.turned(state.name, (eye) => eye.place(state));
  }

  // ----------------------------------------------------------------------------------------------- events

  /** Returns the function that stops listening. */
  on<Name extends keyof StageEvents>(name: Name, listener: (event: StageEvents[Name]) => void): () => void {
    return this.events.on(name, listener);
  }

  /** Lets go of what is being dragged; it is told with the phase "cancel". */
  cancel(): void {
    this.pointing.cancel();
    this.show.change();
  }

  // ------------------------------------------------------------------------------------------- for tests

  /** The pixel of the canvas (CSS) where a place of the world is seen in a view; null when hidden or behind. */
  project(world: Vec3, view: ViewName = "perspective"): { x: number; y: number } | null {
    const eye = this.painter.eyes[view];
    if (!eye.rect) return null;
    const { x, y, z } = eye.project(new Vector3(...world));
    return Math.abs(z) <= 1 ? { x, y } : null;
  }

  /** The handles of a view by their keys, and the pixels of the canvas where they begin. */
  handles(view: ViewName = "perspective"): Record<string, { x: number; y: number }> {
    const eye = this.painter.eyes[view];
    const spots = (this.pointing.handles.get(view) ?? []).map(({ key, path }) => {
      const { x, y } = eye.project(new Vector3().fromArray(path as number[]));
      return [key, { x, y }] as const;
    });
    return Object.fromEntries(spots);
  }

  /** What a click at a pixel of the canvas would find. */
  hit(x: number, y: number): Hit | null {
    return this.pointing.hit(x, y);
  }

  state(): StageState {
    const { layout, theme, frames } = this;
    const { selection, body } = this.content;
    const { pull, over } = this.pointing;
    return {
      layout, theme, selection, frames,
      renders: this.show.pictures,
      refined: body?.refined ?? true,
      views: VIEWS.map((name) => this.painter.eyes[name].state()),
      hover: over,
      dragging: pull && { segment: pull.segment, target: pull.target },
    };
  }

  /** Draws at once what would be drawn with the next picture of the screen. */
  flush(): void {
    this.show.flush();
  }

  // --------------------------------------------------------------------------------------------- pictures

  /** A view as a PNG, without handles. */
  picture(options: { view?: ViewName; width?: number; height?: number } = {}): Promise<Blob> {
    const eye = this.painter.eyes[options.view ?? (this.layout === "quad" ? "perspective" : this.layout)];
    const width = options.width ?? Math.round(eye.rect?.width ?? 640);
    const height = options.height ?? Math.round(eye.rect?.height ?? 640);
    this.show.refresh();
    return pictureOf(this.painter.pixels(eye, width, height, this.content.overlays), width, height);
  }

  /** A small picture of the body alone, whatever the cameras see. */
  thumbnail(width = 160, height = 200): Promise<Blob> {
    const { body, overlays } = this.content;
    const eye = this.painter.eyes.perspective;
    const [before, rect] = [eye.state(), eye.rect];
    eye.rect = { x: 0, y: 0, width, height };
    eye.look("three-quarter");
    eye.frame(body?.ballsNow ?? []);
    this.show.refresh();
    body?.emphasise([], { hover: "#000000", selected: "#000000", blamed: "#000000" });
    const pixels = this.painter.pixels(eye, width, height, { ...overlays, grid: false }, true);
    this.show.emphasise();
    eye.rect = rect;
    eye.place(before);
    return pictureOf(pixels, width, height);
  }

  dispose(): void {
    if (this.ended) return;
    this.ended = true;
    this.show.dispose();
    this.pointing.dispose();
    this.watch.disconnect();
    this.canvas.removeEventListener("webglcontextlost", this.contextLost);
    this.canvas.removeEventListener("webglcontextrestored", this.contextRestored);
    this.events.clear();
    this.content.body?.dispose();
    this.content.drawn.dispose();
    this.painter.dispose();
  }

  // ---------------------------------------------------------------------------------------------- within

  private eyes(view?: ViewName): Eye[] {
    return view ? [this.painter.eyes[view]] : Object.values(this.painter.eyes);
  }

  private turned(view: ViewName, turn: (eye: Eye) => void): void {
    turn(this.painter.eyes[view]);
    this.fitting = "leave";
    this.viewChanged();
  }

  private viewChanged(): void {
    this.show.change();
    this.events.emit("view", this.state());
  }

  /** A new figure is brought into view, with its floor; one that then walks out of it is kept in it. */
  private keepInView(body: Body): void {
    if (this.fitting === "leave" || this.pointing.busy) return;
    if (this.fitting === "first") {
      this.content.size = sizeOf(body.ballsNow);
      this.painter.floorHeight = floorUnder(body.ballsNow);
    } else if (!this.eyes().some((eye) => leaves(eye, body.ballsNow))) return;
    this.fitting = "keep";
    fitAll(this.eyes(), body.ballsNow);
    this.viewChanged();
  }

  private roomOf(goal: string | null | undefined): number[] {
    const found = this.content.goals.find((g) => g.id === goal);
    return found ? roomOf(found, this.content.body?.frames[0] ?? null, this.content.size) : [];
  }

  /** A goal that lies outside the picture comes into it with the body; views that nobody has turned see it, too. */
  private showGoal(goal: string): void {
    const ball = this.roomOf(goal);
    const blind = this.eyes().filter((eye) => leaves(eye, ball, this.fitting !== "leave"));
    if (blind.length === 0) return;
    fitAll(blind, [...(this.content.body?.ballsNow ?? []), ...ball]);
    this.viewChanged();
  }

  /** Shown at once; the next `setGoals` says what became of it. */
  private editGoal(goal: Goal, phase: Phase): void {
    this.setGoals(this.content.goals.map((g) => (g.id === goal.id ? goal : g)));
    this.events.emit("goal", goalEvent(goal, phase));
  }

  /** Shown at once; the next `setFigure` says what became of it. */
  private editLimit(event: LimitEvent): void {
    this.content.body?.editLimit(event.joint, event.key, event.limit);
    this.show.change("marks");
    this.events.emit("limit", event);
  }

  private resized(): void {
    const { clientWidth, clientHeight } = this.canvas;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    if (!this.painter.resize(Math.max(1, clientWidth), Math.max(1, clientHeight), ratio)) return;
    this.painter.arrange(this.layout);
    const { body } = this.content;
    if (body && this.fitting === "keep") fitAll(this.eyes(), body.ballsNow);
    this.viewChanged();
  }

  private readonly contextLost = (event: Event): void => {
    event.preventDefault(); // or the browser never gives it back
    this.events.emit("context", { lost: true });
  };

  private readonly contextRestored = (): void => {
    this.events.emit("context", { lost: false });
    this.show.change("pose", "marks", "emphasis");
  };
}

function sameParts(a: Figure | null, b: Figure | null): boolean {
  return a?.name === b?.name && a?.segments.map((s) => s.name).join() === b?.segments.map((s) => s.name).join();
}

function copied(values: Float32Array, room: Float32Array | null | undefined): Float32Array {
  if (room?.length !== values.length) return values.slice();
  room.set(values);
  return room;
}
