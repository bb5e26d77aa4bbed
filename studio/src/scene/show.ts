/** Draws what is on the stage when something changed, once before the next picture of the screen. */

import type { Content } from "./content";
import { emphasisOf } from "./emphasis";
import type { Eye } from "./eye";
import type { Sketch, Handle } from "./handles";
import { drawMarks } from "./marks";
import type { Painter } from "./painter";
import type { Pointing } from "./pointing";
import { drawTools, type ToolEvents } from "./tools";

/** What may have changed: the body's pose, the marks, what stands out. Anything else is drawn every time. */
export type Change = "pose" | "marks" | "emphasis";

/** How long making skins may hold up the next picture, ms. */
const REFINE_MS = 8;
/** Nothing changed for so long: still. */
const STILL_MS = 140;

export class Show {
  /** Pictures drawn since the beginning. */
  pictures = 0;
  private readonly painter: Painter;
  private readonly content: Content;
  private readonly pointing: Pointing;
  private readonly events: ToolEvents;
  private readonly stale = new Set<Change>(["pose", "marks", "emphasis"]);
  private ticket = 0;
  private refining: ReturnType<typeof setTimeout> | undefined;
  private smoothing: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(painter: Painter, content: Content, pointing: Pointing, events: ToolEvents) {
    this.painter = painter;
    this.content = content;
    this.pointing = pointing;
    this.events = events;
    painter.beforeView = (eye) => this.drawTools(eye);
  }

  change(...what: Change[]): void {
    for (const part of what) this.stale.add(part);
    if (!this.ticket && !this.ended) this.ticket = requestAnimationFrame(() => this.draw());
  }

  /** Draws at once what waits to be drawn. */
  flush(): void {
    if (this.ticket) this.draw();
  }

  /** Brings everything up to date that depends on what changed. */
  refresh(): void {
    const { painter, content, stale } = this;
    const { body } = content;
    if (stale.has("pose")) painter.shade(body && content.overlays.shadow ? body.ballsNow : NOTHING, content.size);
    if (stale.has("emphasis")) this.emphasise();
    if (stale.has("marks")) drawMarks(painter.marks, painter.over, body, { ...content, theme: painter.theme, floor: painter.floorHeight });
    stale.clear();
  }

  emphasise(): void {
    const { body, selection, blame } = this.content;
    const { accent, blame: blamed } = this.painter.theme;
    body?.emphasise(emphasisOf(body, selection, blame, this.pointing.near), { hover: accent, selected: accent, blamed });
  }

  dispose(): void {
    this.ended = true;
    cancelAnimationFrame(this.ticket);
    clearTimeout(this.refining);
    clearTimeout(this.smoothing);
  }

  private draw(): void {
    cancelAnimationFrame(this.ticket);
    this.ticket = 0;
    if (this.ended) return;
    if (!this.content.body) return this.painter.blank();
    this.refresh();
    this.painter.draw(this.content.overlays);
    this.pictures++;
    if (this.painter.quality === "coarse") this.smoothSoon();
    if (this.content.body?.refined === false) this.refineSoon();
  }

  /** Smooth skins are made a little at a time, and seen when all are there: a picture may cost more than they do. */
  private refine(): void {
    this.refining = undefined;
    const end = performance.now() + REFINE_MS;
    while (performance.now() < end && this.content.body?.refine());
    if (this.content.body?.refined === false) this.refineSoon();
    else this.change();
  }

  private refineSoon(): void {
    this.refining ??= setTimeout(() => this.refine());
  }

  /** Without a graphics card, edges are made smooth when all is still. */
  private smoothSoon(): void {
    clearTimeout(this.smoothing);
    this.smoothing = setTimeout(() => {
      if (!this.ticket && !this.pointing.busy) this.painter.smooth(this.content.overlays);
    }, STILL_MS);
  }

  private drawTools(eye: Eye): void {
    const handles: Handle[] = [];
    const pen = this.painter.tools;
    const sketch: Sketch = { eye, pen, theme: this.painter.theme, hot: this.pointing.hot, add: (handle) => handles.push(handle) };
    pen.clear();
    drawTools(sketch, this.content, this.pointing.pull, this.events);
    pen.finish();
    this.pointing.handles.set(eye.name, handles);
  }
}

const NOTHING = new Float32Array();
