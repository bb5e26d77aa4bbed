/** Draws the scene into the views of one canvas. */

import { Color, type Group, LinearSRGBColorSpace, Scene, Vector3, WebGLRenderer, WebGLRenderTarget } from "three";
import { Backdrop } from "./backdrop";
import type { Body } from "./body";
import { Eye } from "./eye";
import { Finer } from "./finer";
import { Floor } from "./floor";
import { Kept } from "./kept";
import { VIEWS, viewRects } from "./layout";
import { THEMES, type Theme } from "./palette";
import { Pen } from "./pen";
import { lightFrom, shared } from "./shading";
import { Reference } from "./reference";
import { Shadow } from "./shadow";
import type { Quality } from "./skin";
import type { Layout, Light, Overlays, Rect, ThemeName, ViewName } from "./types";

export class Painter {
  readonly eyes: Record<ViewName, Eye>;
  /** Marks that bodies hide; marks seen through everything; and handles, written anew for each view. */
  readonly marks = new Pen();
  readonly over = new Pen(0);
  readonly tools = new Pen(0);
  readonly quality: Quality;
  theme: Theme = THEMES.light;
  floorHeight = 0;
  light: Light = { ambient: 1, diffuse: 1 };
  /** Called before each view is drawn: writes the handles. */
  beforeView: (eye: Eye) => void = () => {};

  private readonly renderer: WebGLRenderer;
  private readonly backScene = new Scene();
  private readonly scene = new Scene();
  private readonly overScene = new Scene();
  private readonly toolScene = new Scene();
  private readonly shadow: Shadow;
  private readonly floor: Floor;
  private readonly backdrop = new Backdrop();
  readonly reference = new Reference();
  private finer: Finer | null = null;
  /** What lies behind the body, where there is no graphics card. */
  private readonly kept: Kept | null;
  private width = 1;
  private height = 1;

  constructor(canvas: HTMLCanvasElement) {
    const software = drawsInSoftware();
    this.quality = software ? "coarse" : "fine";
    this.renderer = new WebGLRenderer({ canvas, antialias: !software, alpha: software, powerPreference: "high-performance" });
    this.renderer.outputColorSpace = LinearSRGBColorSpace; // colours are already those of the screen
    this.renderer.autoClear = false;
    this.renderer.setScissorTest(true);
    this.kept = software ? new Kept(canvas) : null;
    this.shadow = new Shadow(software ? 88 : 144);
    this.floor = new Floor(this.shadow);
    this.eyes = Object.fromEntries(VIEWS.map((name) => [name, new Eye(name)])) as Record<ViewName, Eye>;
    this.backScene.add(this.backdrop.mesh, this.reference.mesh, this.floor.ground);
    this.scene.add(this.floor.depth, this.floor.shade, this.marks.group);
    this.overScene.add(this.over.group);
    this.toolScene.add(this.tools.group);
    for (const scene of [this.backScene, this.scene, this.overScene, this.toolScene]) scene.matrixWorldAutoUpdate = false;
    this.setTheme("light");
  }

  setBody(body: Body | null, before: Body | null): void {
    if (before) this.scene.remove(before.group);
    if (body) this.scene.add(body.group);
  }

  addThings(group: Group): void {
    this.scene.add(group);
  }

  setTheme(name: ThemeName): void {
    this.theme = THEMES[name];
    this.floor.setTheme(this.theme);
    this.backdrop.setTheme(this.theme);
  }

  /** CSS pixels; true when something changed. */
  resize(width: number, height: number, ratio: number): boolean {
    if (width === this.width && height === this.height && ratio === this.renderer.getPixelRatio()) return false;
    [this.width, this.height] = [width, height];
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    return true;
  }

  arrange(layout: Layout): void {
    const rects = viewRects(layout, this.width, this.height);
    for (const eye of Object.values(this.eyes)) {
      eye.rect = rects[eye.name];
      eye.update();
    }
  }

  /** The shadow of what stands on the floor: needed when the body moved. */
  shade(balls: Float32Array, size: number): void {
    this.shadow.draw(balls, this.floorHeight, size);
    this.floor.setSize(size);
  }

  draw(overlays: Overlays): void {
    this.drawViews(overlays, null);
  }

  /** Nothing but the background: what there is to see has not come yet. */
  blank(): void {
    this.open({ x: 0, y: 0, width: this.width, height: this.height }, null);
    this.renderer.setClearColor(clear.set(this.theme.background), 1);
    this.renderer.clear();
  }

  /** Once more with smooth edges, where `draw` has none for speed. */
  smooth(overlays: Overlays): void {
    const ratio = this.renderer.getPixelRatio();
    this.finer ??= new Finer();
    this.finer.resize(Math.floor(this.width * ratio), Math.floor(this.height * ratio));
    this.kept?.forget(); // the floor is in the body's middle again when it moves next
    this.drawViews(overlays, this.finer.target);
    this.renderer.setRenderTarget(null);
    this.open({ x: 0, y: 0, width: this.width, height: this.height }, null);
    this.finer.show(this.renderer);
  }

  private drawViews(overlays: Overlays, target: WebGLRenderTarget | null): void {
    lightFrom(this.theme, this.light);
    this.open({ x: 0, y: 0, width: this.width, height: this.height }, target);
    this.renderer.setClearColor(clear.set(this.theme.divider), 1);
    this.renderer.clear();
    const behind = target === null && this.isKept(overlays);
    if (behind) {
      this.renderer.setClearColor(clear, 0);
      this.renderer.clear();
    }
    for (const eye of this.seeing()) {
      this.open(eye.rect, target);
      this.face(eye, eye.rect, this.renderer.getPixelRatio(), overlays);
      if (!behind) this.drawBehind(eye);
      this.drawView(eye, behind);
    }
  }

  private seeing(): (Eye & { rect: Rect })[] {
    return Object.values(this.eyes).filter((eye): eye is Eye & { rect: Rect } => eye.rect !== null && eye.rect.width >= 1 && eye.rect.height >= 1);
  }

  /** Whether all that lies behind the body is on a canvas of its own. */
  private isKept(overlays: Overlays): boolean {
    if (!this.kept) return false;
    const ratio = this.renderer.getPixelRatio();
    const views = this.seeing().map((eye) => [...Object.values(eye.rect), ...eye.camera.matrixWorldInverse.elements, ...eye.camera.projectionMatrix.elements]);
    const look = [this.theme.background, overlays.grid, this.floorHeight, this.floor.size, this.reference.look, ratio, this.width, this.height, views].join(" ");
    return this.kept.has(look, () => {
      for (const eye of this.seeing()) {
        this.open(eye.rect, null);
        this.face(eye, eye.rect, ratio, overlays);
        this.drawBehind(eye);
      }
      this.open({ x: 0, y: 0, width: this.width, height: this.height }, null);
    });
  }

  /** One view without handles and reference as pixels, rows from the top: red, green, blue, alpha. `bare`: without marks too. */
  pixels(eye: Eye, width: number, height: number, overlays: Overlays, bare = false): Uint8ClampedArray<ArrayBuffer> {
    const target = new WebGLRenderTarget(width, height, { samples: 4 });
    const rect = eye.rect;
    eye.rect = { x: 0, y: 0, width, height };
    eye.update();
    lightFrom(this.theme, this.light);
    this.renderer.setRenderTarget(target);
    target.scissorTest = false;
    const behind = this.reference.mesh.visible;
    this.reference.mesh.visible = false;
    this.marks.group.visible = this.over.group.visible = !bare;
    this.face(eye, eye.rect, 1, overlays);
    this.drawBehind(eye);
    this.drawView(eye, false, false);
    this.marks.group.visible = this.over.group.visible = true;
    this.reference.mesh.visible = behind;
    const raw = new Uint8Array(4 * width * height);
    this.renderer.readRenderTargetPixels(target, 0, 0, width, height, raw);
    this.renderer.setRenderTarget(null);
    target.dispose();
    eye.rect = rect;
    eye.update();
    return upright(raw, width, height);
  }

  dispose(): void {
    for (const part of [this.marks, this.over, this.tools, this.shadow, this.floor, this.backdrop, this.reference]) part.dispose();
    this.finer?.dispose();
    this.kept?.dispose();
    this.renderer.dispose();
  }

  /** What follows is drawn into a rectangle of the canvas, or of a picture of its size. */
  private open(rect: Rect, target: WebGLRenderTarget | null): void {
    const y = this.height - rect.y - rect.height;
    if (!target) {
      this.renderer.setViewport(rect.x, y, rect.width, rect.height);
      this.renderer.setScissor(rect.x, y, rect.width, rect.height);
      return;
    }
    const ratio = this.renderer.getPixelRatio();
    target.viewport.set(rect.x, y, rect.width, rect.height).multiplyScalar(ratio).floor();
    target.scissor.copy(target.viewport);
    target.scissorTest = true;
    this.renderer.setRenderTarget(target);
  }

  /** Everything turns to a view before it is drawn there. */
  private face(eye: Eye, rect: Rect, ratio: number, overlays: Overlays): void {
    shared.viewport.value.set(rect.width * ratio, rect.height * ratio);
    shared.pixelRatio.value = ratio;
    shared.upView.value.copy(UP).transformDirection(eye.camera.matrixWorldInverse);
    this.floor.grid = overlays.grid;
    this.floor.seen = eye.perspective || eye.elevation > 0.02;
    this.backdrop.face(eye, this.floorHeight, overlays.grid, this.theme);
    this.reference.face(eye, this.floorHeight);
  }

  private drawBehind(eye: Eye): void {
    this.floor.follow();
    this.renderer.setClearColor(clear.set(this.theme.background), 1);
    this.renderer.clear();
    this.renderer.render(this.backScene, eye.camera);
  }

  /** The body and all about it. `behind`: what lies behind it is elsewhere; but for its depth. */
  private drawView(eye: Eye, behind: boolean, handles = true): void {
    this.floor.depth.visible = behind && this.floor.seen;
    this.renderer.render(this.scene, eye.camera);
    this.renderer.clearDepth();
    this.renderer.render(this.overScene, eye.camera);
    if (!handles) return;
    this.beforeView(eye);
    this.renderer.clearDepth();
    this.renderer.render(this.toolScene, eye.camera);
  }
}

const UP = new Vector3(0, 1, 0);
const clear = new Color();

/** Whether the processor must do a graphics card's work. Asked of a canvas of its own, since smooth edges are chosen first. */
function drawsInSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return true;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** The card's first row is the lowest. */
function upright(raw: Uint8Array, width: number, height: number): Uint8ClampedArray<ArrayBuffer> {
  const turned = new Uint8ClampedArray(raw.length);
  for (let row = 0; row < height; row++) {
    turned.set(raw.subarray(4 * width * (height - 1 - row), 4 * width * (height - row)), 4 * width * row);
  }
  return turned;
}
