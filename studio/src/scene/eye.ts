/** One view: where it looks from, and the way between the world and its pixels. */

import { OrthographicCamera, PerspectiveCamera, Ray, Vector3, type Vector3Like } from "three";
import { fit, OPENING, viewAxes, type Axes } from "./fit";
import type { Direction, Rect, Vec3, ViewName, ViewState } from "./types";

const DEGREE = Math.PI / 180;

const DIRECTIONS: Record<Direction, readonly [azimuth: number, elevation: number]> = {
  front: [0, 0],
  back: [Math.PI, 0],
  left: [Math.PI / 2, 0],
  right: [-Math.PI / 2, 0],
  top: [Math.PI, Math.PI / 2],
  bottom: [Math.PI, -Math.PI / 2],
  "three-quarter": [32 * DEGREE, 14 * DEGREE],
};

/** "side" shows the right side, so that the figure faces the right edge. */
const STARTS: Record<ViewName, Direction> = { perspective: "three-quarter", front: "front", side: "right", top: "top" };

/** Height of the picture in a camera, mm, as of 35 mm film. */
const FILM = 24;

/** Closest and farthest that one may go, metres. */
const [NEAREST, FARTHEST] = [0.05, 200];

export class Eye {
  readonly name: ViewName;
  readonly perspective: boolean;
  readonly camera: PerspectiveCamera | OrthographicCamera;
  rect: Rect | null = null;
  azimuth = 0;
  elevation = 0;
  distance = 5;
  /** Full vertical opening of the perspective, radians. */
  private opening = OPENING;
  readonly target = new Vector3(0, 0.9, 0);

  constructor(name: ViewName) {
    this.name = name;
    this.perspective = name === "perspective";
    this.camera = this.perspective ? new PerspectiveCamera(OPENING / DEGREE) : new OrthographicCamera();
    if (!this.perspective) this.distance = 1.1;
    this.look(STARTS[name]);
  }

  look(direction: Direction): void {
    [this.azimuth, this.elevation] = DIRECTIONS[direction];
    this.update();
  }

  get aspect(): number {
    return this.rect && this.rect.height > 0 ? this.rect.width / this.rect.height : 1;
  }

  get axes(): Axes {
    return viewAxes(this.azimuth, this.elevation);
  }

  /** Turn about the target, radians. */
  orbit(right: number, up: number): void {
    this.azimuth = wrapped(this.azimuth - right);
    this.elevation = clamp(this.elevation + up, -Math.PI / 2, Math.PI / 2);
    this.update();
  }

  /** Move with the picture, CSS pixels: what was under the cursor stays under it. */
  pan(dx: number, dy: number): void {
    const { right, up } = this.axes;
    const step = this.metresPerPixel(this.target);
    this.target.addScaledVector(into(v1, right), -dx * step).addScaledVector(into(v1, up), dy * step);
    this.update();
  }

  /** Come closer by a factor (below 1: go away), keeping what lies under a pixel of the canvas. */
  zoom(factor: number, x?: number, y?: number): void {
    const before = this.distance;
    this.distance = clamp(before / factor, NEAREST, FARTHEST);
    if (this.rect && x !== undefined && y !== undefined) {
      const shift = (1 - this.distance / before) * this.metresPerPixel(this.target, before);
      const { right, up } = this.axes;
      this.target.addScaledVector(into(v1, right), shift * (x - this.rect.x - this.rect.width / 2));
      this.target.addScaledVector(into(v1, up), -shift * (y - this.rect.y - this.rect.height / 2));
    }
    this.update();
  }

  /** See all balls (x y z radius). */
  frame(balls: ArrayLike<number>, margin?: number): void {
    if (balls.length < 4) return;
    const found = fit(balls, this.axes, this.aspect, this.perspective, margin, this.opening);
    into(this.target, found.target);
    this.distance = clamp(found.distance, NEAREST, FARTHEST);
    this.update();
  }

  place(state: Partial<Omit<ViewState, "name" | "rect">>): void {
    this.azimuth = state.azimuth ?? this.azimuth;
    this.elevation = state.elevation ?? this.elevation;
    this.distance = clamp(state.distance ?? this.distance, NEAREST, FARTHEST);
    if (state.target) into(this.target, state.target);
    this.update();
  }

  /** The focal length in mm, of a picture 24 mm high; what is at the target stays as large as it is. */
  focus(millimetres: number): void {
    const opening = 2 * Math.atan(FILM / 2 / millimetres);
    this.distance = clamp((this.distance * Math.tan(this.opening / 2)) / Math.tan(opening / 2), NEAREST, FARTHEST);
    this.opening = opening;
    this.update();
  }

  /** Length of a CSS pixel at a place of the world. */
  metresPerPixel(at: Vector3Like, distance = this.distance): number {
    const height = this.rect?.height || 1;
    if (!this.perspective) return (2 * distance) / height;
    const { back } = this.axes;
    const ahead = distance - (v2.copy(at as Vector3).sub(this.target).dot(into(v1, back)));
    return (2 * Math.tan(this.opening / 2) * Math.max(ahead, 0.01)) / height;
  }

  /** Pixel of the canvas where a place is seen; z is its depth, −1 … 1 in front of the eye. */
  project(at: Vector3Like, found = new Vector3()): Vector3 {
    const { x, y, width, height } = this.rect ?? EMPTY;
    found.copy(at as Vector3).project(this.camera);
    return found.set(x + ((found.x + 1) / 2) * width, y + ((1 - found.y) / 2) * height, found.z);
  }

  /** The line of sight through a pixel of the canvas. */
  ray(x: number, y: number, found = new Ray()): Ray {
    const rect = this.rect ?? EMPTY;
    const nx = ((x - rect.x) / Math.max(rect.width, 1)) * 2 - 1;
    const ny = 1 - ((y - rect.y) / Math.max(rect.height, 1)) * 2;
    if (this.perspective) {
      found.origin.copy(this.camera.position);
      found.direction.set(nx, ny, 0.5).unproject(this.camera).sub(found.origin).normalize();
    } else {
      found.origin.set(nx, ny, -1).unproject(this.camera);
      into(found.direction, this.axes.back).negate();
    }
    return found;
  }

  /** After any change: puts the camera where this says. */
  update(): void {
    const { back, up } = this.axes;
    const away = this.perspective ? this.distance : 100;
    this.camera.position.copy(this.target).addScaledVector(into(v1, back), away);
    into(this.camera.up, up);
    this.camera.lookAt(this.target);
    if (this.camera instanceof PerspectiveCamera) {
      this.camera.aspect = this.aspect;
      this.camera.fov = this.opening / DEGREE;
      this.camera.near = Math.max(0.02, 0.02 * this.distance);
      this.camera.far = this.distance + 60;
    } else {
      const half = this.distance;
      Object.assign(this.camera, { left: -half * this.aspect, right: half * this.aspect, top: half, bottom: -half, near: 0, far: 200 });
    }
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  state(): ViewState {
    const { name, azimuth, elevation, distance, target, rect } = this;
    return { name, azimuth, elevation, distance, target: [target.x, target.y, target.z], rect: rect && { ...rect } };
  }
}

const EMPTY: Rect = { x: 0, y: 0, width: 1, height: 1 };
const v1 = new Vector3();
const v2 = new Vector3();

function into(vector: Vector3, values: Vec3): Vector3 {
  return vector.set(values[0], values[1], values[2]);
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(Math.max(x, low), high);
}

function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
