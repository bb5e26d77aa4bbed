/** Things that are drawn over the picture and can be taken: they say where they are and what taking them does. */

import { Vector3 } from "three";
import type { Eye } from "./eye";
import type { Grip, Pointer } from "./input";
import type { Pen } from "./pen";
import { pixelDistance } from "./planes";
import type { Theme } from "./palette";

export interface Handle {
  /** Unique among what is shown: under the cursor it is drawn hot. */
  key: string;
  /** A path in the world, three numbers a point; one point is a spot. */
  path: ArrayLike<number>;
  /** How near the cursor must come, CSS pixels. */
  reach: number;
  grip(at: Pointer): Grip;
  /** A goal or a joint that a click on it picks. */
  goal?: string;
  cursor?: string;
}

/** What drawers of handles get: once a view, whenever a picture is drawn. */
export interface Sketch {
  eye: Eye;
  pen: Pen;
  theme: Theme;
  /** The key of the handle under the cursor or in the hand. */
  hot: string | null;
  add(handle: Handle): void;
}

/** A round knob with a pale rim; radius in CSS pixels. */
export function knob(sketch: Sketch, at: Vector3, color: string, radius: number): void {
  const pixel = sketch.eye.metresPerPixel(at);
  const { back } = sketch.eye.axes;
  sketch.pen.style(color).ball(at, radius * pixel);
  sketch.pen.style(sketch.theme.background, 1, 1.75).ring(at, facing.set(back[0], back[1], back[2]), (radius + 0.75) * pixel);
}

/** Added to the distance from lines: whoever is in reach of a spot means that. */
const LINE = 100;
/** Fingers are less sure than a mouse. */
const FINGER = 10;

/** The handle seen nearest to a pixel, spots before lines that pass over them, later ones where they are equally near. */
export function handleAt(handles: readonly Handle[], eye: Eye, x: number, y: number, touch: boolean): Handle | null {
  let found: Handle | null = null;
  let least = Infinity;
  for (const handle of handles) {
    const inReach = pixelDistance(projected(eye, handle.path), x, y) - (touch ? FINGER : 0);
    const away = handle.path.length > 3 ? inReach + LINE : inReach;
    if (inReach <= handle.reach && away <= least) {
      found = handle;
      least = away;
    }
  }
  return found;
}

function projected(eye: Eye, path: ArrayLike<number>): number[] {
  const pixels: number[] = [];
  for (let i = 0; i + 2 < path.length; i += 3) {
    eye.project(spot.set(path[i]!, path[i + 1]!, path[i + 2]!), spot);
    pixels.push(spot.x, spot.y);
  }
  return pixels;
}

const spot = new Vector3();
const facing = new Vector3();
