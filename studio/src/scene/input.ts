/**
 * Pointers of all kinds become grips: something was taken, moves along, and is let go.
 *
 * Left button: what lies under it, else orbit (parallel views: pan). Middle: orbit, with Shift pan. Right: pan.
 * Wheel: zoom towards the cursor. Trackpad: two fingers pan, pinch zooms. Touch: one finger as the left button, two pan and zoom.
 */

import type { Eye } from "./eye";
import type { Modifiers } from "./types";

export interface Pointer {
  eye: Eye;
  /** CSS pixels from the canvas's upper left corner. */
  x: number;
  y: number;
  touch: boolean;
  modifiers: Modifiers;
}

/** Something that is being dragged. */
export interface Grip {
  /** Called first when the pointer has moved far enough to be no click. */
  start?(at: Pointer): void;
  move(at: Pointer): void;
  end(at: Pointer, cancelled: boolean): void;
  /** The wheel turned meanwhile: notches, towards the user positive. */
  wheel?(notches: number, at: Pointer): void;
  cursor?: string;
}

export interface Listener {
  eyeAt(x: number, y: number): Eye | null;
  /** What the left button takes there; null for the camera. */
  grip(at: Pointer): Grip | null;
  hover(at: Pointer | null): void;
  click(at: Pointer, double: boolean): void;
  menu(at: Pointer): void;
  moved(): void;
}

const CLICK_PIXELS = 4;
const DOUBLE_MS = 350;
const LONG_MS = 550;

interface Held {
  grip: Grip;
  eye: Eye;
  from: Pointer;
  last: Pointer;
  started: boolean;
  button: number;
}

export class Input {
  private readonly canvas: HTMLCanvasElement;
  private readonly listener: Listener;
  private readonly off = new AbortController();
  private readonly fingers = new Map<number, Pointer>();
  private held: Held | null = null;
  private pinch: { eye: Eye; spread: number; x: number; y: number } | null = null;
  private lastClick = { time: -Infinity, x: 0, y: 0 };
  private longPress: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement, listener: Listener) {
    this.canvas = canvas;
    this.listener = listener;
    canvas.style.touchAction = "none";
    const options = { signal: this.off.signal };
    canvas.addEventListener("pointerdown", (e) => this.down(e), options);
    canvas.addEventListener("pointermove", (e) => this.move(e), options);
    canvas.addEventListener("pointerup", (e) => this.up(e, false), options);
    canvas.addEventListener("pointercancel", (e) => this.up(e, true), options);
    canvas.addEventListener("pointerleave", () => this.held || this.listener.hover(null), options);
    canvas.addEventListener("contextmenu", (e) => e.preventDefault(), options);
    canvas.addEventListener("wheel", (e) => this.wheel(e), { ...options, passive: false });
  }

  get dragging(): boolean {
    return this.held?.started ?? false;
  }

  /** Lets go and puts things back. */
  cancel(): void {
    const held = this.held;
    this.held = null;
    this.pinch = null;
    clearTimeout(this.longPress);
    if (held?.started) held.grip.end(held.last, true);
  }

  dispose(): void {
    this.cancel();
    this.off.abort();
  }

  private down(event: PointerEvent): void {
    const at = this.pointer(event);
    if (!at) return;
    this.canvas.setPointerCapture(event.pointerId);
    if (at.touch) this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) return this.startPinch();
    if (this.held || this.fingers.size > 2) return;
    const grip = (event.button === 0 ? this.listener.grip(at) : null) ?? navigation(at, event.button);
    this.held = { grip, eye: at.eye, from: at, last: at, started: false, button: event.button };
    if (grip.cursor) this.canvas.style.cursor = grip.cursor;
    if (at.touch) this.longPress = setTimeout(() => requestAnimationFrame(() => this.menuInstead(at)), LONG_MS);
  }

  private move(event: PointerEvent): void {
    const held = this.held;
    const at = this.pointer(event, held?.eye ?? this.pinch?.eye);
    if (!at) return;
    if (at.touch && this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, at);
    if (this.pinch) return this.movePinch();
    if (!held) return at.touch ? undefined : this.listener.hover(at);
    if (!held.started && Math.hypot(at.x - held.from.x, at.y - held.from.y) < CLICK_PIXELS) return;
    if (!held.started) {
      clearTimeout(this.longPress);
      held.started = true;
      held.grip.start?.(held.from);
    }
    held.last = at;
    held.grip.move(at);
    this.listener.moved();
  }

  private up(event: PointerEvent, cancelled: boolean): void {
    clearTimeout(this.longPress);
    this.fingers.delete(event.pointerId);
    if (this.pinch && this.fingers.size < 2) this.pinch = null;
    const held = this.held;
    if (!held || (event.button !== held.button && !cancelled)) return;
    this.held = null;
    this.canvas.style.cursor = "";
    const at = this.pointer(event, held.eye) ?? held.last;
    if (held.started) held.grip.end(at, cancelled);
    else if (!cancelled && held.button === 0) this.clicked(at, event.timeStamp);
    else if (!cancelled && held.button === 2) this.listener.menu(at);
    this.listener.moved();
  }

  private clicked(at: Pointer, time: number): void {
    const before = this.lastClick;
    const double = time - before.time < DOUBLE_MS && Math.hypot(at.x - before.x, at.y - before.y) < 3 * CLICK_PIXELS;
    this.lastClick = { time: double ? -Infinity : time, x: at.x, y: at.y };
    this.listener.click(at, double);
  }

  /** Asked just before a picture, when all movements so far have been told. */
  private menuInstead(at: Pointer): void {
    if (this.held?.from !== at || this.held.started) return;
    this.held = null;
    this.listener.menu(at);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.pointer(event, this.held?.eye);
    if (!at) return;
    const unit = event.deltaMode === 0 ? 1 : 33; // lines and pages to about pixels
    if (this.held?.started && this.held.grip.wheel) this.held.grip.wheel((event.deltaY * unit) / 100, at);
    else if (event.ctrlKey) at.eye.zoom(Math.exp(-0.012 * event.deltaY * unit), at.x, at.y);
    else if (isTrackpad(event)) at.eye.pan(-event.deltaX, -event.deltaY);
    else at.eye.zoom(Math.exp(-0.0016 * event.deltaY * unit), at.x, at.y);
    this.listener.moved();
  }

  private startPinch(): void {
    this.cancel();
    const [a, b] = [...this.fingers.values()] as [Pointer, Pointer];
    this.pinch = { eye: a.eye, spread: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  private movePinch(): void {
    const [a, b] = [...this.fingers.values()];
    if (!a || !b || !this.pinch) return;
    const now = { spread: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    this.pinch.eye.pan(now.x - this.pinch.x, now.y - this.pinch.y);
    if (this.pinch.spread > 0 && now.spread > 0) this.pinch.eye.zoom(now.spread / this.pinch.spread, now.x, now.y);
    Object.assign(this.pinch, now);
    this.listener.moved();
  }

  private pointer(event: MouseEvent, eye?: Eye): Pointer | null {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const through = eye ?? this.listener.eyeAt(x, y);
    if (!through) return null;
    const modifiers = { shift: event.shiftKey, ctrl: event.ctrlKey, alt: event.altKey, meta: event.metaKey };
    return { eye: through, x, y, touch: (event as PointerEvent).pointerType === "touch", modifiers };
  }
}

/** Scrolling by fingers comes in small steps, often sideways too; a wheel in notches, upright only. */
function isTrackpad(event: WheelEvent): boolean {
  return event.deltaMode === 0 && (event.deltaX !== 0 || Math.abs(event.deltaY) < 40);
}

/** Half a turn for a drag over the whole height of a view. */
function navigation(at: Pointer, button: number): Grip {
  const { eye } = at;
  const pans = button === 2 || (button === 1 && at.modifiers.shift) || !eye.perspective;
  let [x, y] = [at.x, at.y];
  return {
    cursor: pans ? "move" : "grabbing",
    move(now) {
      const [dx, dy] = [now.x - x, now.y - y];
      [x, y] = [now.x, now.y];
      const turn = Math.PI / (eye.rect?.height ?? 500);
      if (pans) eye.pan(dx, dy);
      else eye.orbit(dx * turn, dy * turn);
    },
    end() {},
  };
}
