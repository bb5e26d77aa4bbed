/** What pointers mean on the stage: what lies under them, what they take, what they tell. */

import { Vector3 } from "three";
import { bodyDrag, type BodyDrag } from "./bodyDrag";
import type { Content } from "./content";
import type { Emitter } from "./emitter";
import type { Eye } from "./eye";
import { handleAt, type Handle } from "./handles";
import { Input, type Grip, type Pointer } from "./input";
import { contains } from "./layout";
import { spotsOf } from "./overlays/spots";
import { pickBody, pickThrough, rayThrough, type BodyHit } from "./pick";
import { thingDrag } from "./thingDrag";
import type { Hint, Hit, PullMark, StageEvents, ViewName } from "./types";

/** How near to what an overlay has drawn a cursor must be to be told its value, CSS pixels. */
const HINT_PIXELS = 9;

export interface Surroundings {
  canvas: HTMLCanvasElement;
  content: Content;
  eyes: readonly Eye[];
  events: Emitter<StageEvents>;
  /** What stands out may have changed. */
  changed(): void;
  /** A camera may have moved. */
  moved(): void;
  /** A hand is on the canvas. */
  touched(): void;
}

export class Pointing {
  /** The handles of each view, as they were drawn last. */
  readonly handles = new Map<ViewName, readonly Handle[]>();
  /** Key of the handle under the cursor or in the hand. */
  hot: string | null = null;
  private readonly around: Surroundings;
  private readonly input: Input;
  private drag: BodyDrag | null = null;
  private hovered: Hit | null = null;
  private hint: Hint | null = null;

  constructor(around: Surroundings) {
    this.around = around;
    const { events } = around;
    this.input = new Input(around.canvas, {
      eyeAt: (x, y) => this.eyeAt(x, y),
      grip: (at) => this.grip(at),
      hover: (at) => this.hover(at),
      click: (at, double) => events.emit("click", { ...this.hitOf(at), modifiers: at.modifiers, double, through: this.through(at) }),
      menu: (at) => events.emit("menu", this.hitOf(at)),
      moved: () => {
        around.touched();
        around.moved();
      },
    });
  }

  /** The point of the body in hand. */
  get pull(): PullMark | null {
    return this.drag && this.input.dragging ? this.drag.mark : null;
  }

  get busy(): boolean {
    return this.input.dragging;
  }

  /** Names of segments near a hand. */
  get near(): readonly (string | null | undefined)[] {
    return [this.drag?.mark.segment, this.hovered?.segment];
  }

  get over(): string | null {
    return this.hovered?.segment ?? null;
  }

  forget(): void {
    this.input.cancel();
    this.hovered = null;
    this.drag = null;
  }

  cancel(): void {
    this.input.cancel();
  }

  /** What a click there would find; null beside all views. */
  hit(x: number, y: number): Hit | null {
    const eye = this.eyeAt(x, y);
    return eye && this.hitOf({ eye, x, y, touch: false, modifiers: { shift: false, ctrl: false, alt: false, meta: false } });
  }

  dispose(): void {
    this.input.dispose();
  }

  private eyeAt(x: number, y: number): Eye | null {
    return this.around.eyes.find((eye) => eye.rect && contains(eye.rect, x, y)) ?? null;
  }

  private handle(at: Pointer): Handle | null {
    return handleAt(this.handles.get(at.eye.name) ?? [], at.eye, at.x, at.y, at.touch);
  }

  private grip(at: Pointer): Grip | null {
    const handle = this.handle(at);
    if (handle) {
      this.hot = handle.key;
      this.around.changed();
      return handle.grip(at);
    }
    const { body, things } = this.around.content;
    const { hit, thing } = this.chosen(at) ?? this.under(at);
    const movable = things.find((t) => t.name === thing?.name && t.movable);
    if (thing && movable) return thingDrag(movable, thing.at, (event) => this.around.events.emit("thing", event));
    if (!hit || !body) return null;
    const ended = (): void => {
      this.drag = this.hovered = null; // the body has moved on: what lies under the cursor is found when that moves
      this.around.changed();
    };
    this.drag = bodyDrag(body, hit, this.around.content.dragging, (event) => this.around.events.emit("drag", event), ended);
    this.around.changed();
    return this.drag;
  }

  private through(at: Pointer): string[] {
    const { body } = this.around.content;
    return body ? pickThrough(body, at.eye, at.x, at.y).map((i) => body.figure.segments[i]!.name) : [];
  }

  /** The hidden segment that was chosen, if it lies there. */
  private chosen(at: Pointer): { hit: BodyHit; thing: null } | null {
    const { body, selection } = this.around.content;
    const name = selection.through ? selection.segments?.[0] : undefined;
    const hit = body && name !== undefined ? pickBody(body, at.eye, at.x, at.y, body.indexOf(name)) : null;
    return hit && { hit, thing: null };
  }

  /** The body or a thing there, whichever is nearer. */
  private under(at: Pointer): { hit: BodyHit | null; thing: { name: string; at: Vector3 } | null } {
    const { body, drawn } = this.around.content;
    const hit = body && pickBody(body, at.eye, at.x, at.y);
    const thing = drawn.under(rayThrough(at.eye, at.x, at.y));
    return hit && (!thing || hit.distance <= thing.distance) ? { hit, thing: null } : { hit: null, thing };
  }

  private hover(at: Pointer | null): void {
    const hit = at && this.hitOf(at);
    const handle = at && this.handle(at);
    const [before, hot] = [this.hovered, this.hot];
    this.drag = null; // pressed and let go without moving
    this.hovered = hit;
    this.hot = handle?.key ?? null;
    this.tellHint(at && !handle ? this.hintAt(at) : null);
    this.around.canvas.style.cursor = handle ? (handle.cursor ?? "pointer") : hit?.segment || hit?.thing ? "grab" : "";
    if (hit?.segment === before?.segment && hit?.site === before?.site && this.hot === hot) return;
    this.around.events.emit("hover", hit ?? NOWHERE);
    this.around.changed();
  }

  private tellHint(hint: Hint | null): void {
    if (hint?.words === this.hint?.words && hint?.x === this.hint?.x) return;
    this.hint = hint;
    this.around.events.emit("hint", hint);
  }

  /** What an overlay has drawn nearest to a pixel, in words. */
  private hintAt({ eye, x, y }: Pointer): Hint | null {
    const { body } = this.around.content;
    let best: Hint | null = null;
    let least = HINT_PIXELS;
    for (const { at, words } of body ? spotsOf(body, this.around.content) : []) {
      const seen = eye.project(spot.set(at[0], at[1], at[2]), spot);
      const away = Math.hypot(seen.x - x, seen.y - y);
      if (away < least) [best, least] = [{ x: seen.x, y: seen.y, words }, away];
    }
    return best;
  }

  private hitOf(at: Pointer): Hit {
    const { body } = this.around.content;
    const handle = this.handle(at);
    const { hit: found, thing } = handle ? { hit: null, thing: null } : this.under(at);
    return {
      view: at.eye.name, x: at.x, y: at.y,
      segment: found ? body!.figure.segments[found.segment]!.name : null,
      point: found?.point ?? null,
      world: found?.world ?? null,
      site: found?.site ?? null,
      goal: handle?.goal ?? null,
      thing: thing?.name ?? null,
    };
  }
}

const spot = new Vector3();
const NOWHERE: Hit = { view: "perspective", x: -1, y: -1, segment: null, point: null, world: null, site: null, goal: null, thing: null };
