/**
 * A pen that draws marks in the world: lines, arrows, arcs, balls, flat areas.
 *
 * What it draws stays until `clear`. Overlays are functions that write with a pen; nothing else has to be kept, and once
 * the buffers are large enough nothing is allocated. Places are anything with x, y, z.
 */

import { BufferGeometry, Color, Float32BufferAttribute, Group, SphereGeometry, Vector3, type ColorRepresentation, type Vector3Like } from "three";
import { Batch } from "./batch";
import { areaMaterial, ballMaterial, frustumMaterial, lineMaterial } from "./penMaterials";

/** Width of an arrow's head, in widths of its shaft. */
const HEAD = 3.2;

export class Pen {
  readonly group = new Group();
  private readonly lines: Batch;
  private readonly frusta: Batch;
  private readonly balls: Batch;
  private readonly areas: Batch;
  private readonly ink = new Color();
  private alpha = 1;
  private pixels = 1.5;
  private period = 0;

  /** `bias` pulls lines towards the eye, so that they are not half sunk in a surface. */
  constructor(bias = 0.0002) {
    this.areas = new Batch({ position: 3, tint: 4 }, areaMaterial());
    this.frusta = new Batch({ from: 3, to: 3, radii: 2, tint: 4 }, frustumMaterial(), frustumTemplate());
    this.balls = new Batch({ ball: 4, tint: 4 }, ballMaterial(), new SphereGeometry(1, 20, 14));
    this.lines = new Batch({ lineStart: 3, lineEnd: 3, tint: 4, width: 1, dash: 1 }, lineMaterial(bias), quadTemplate());
    this.batches.forEach((batch, order) => {
      batch.mesh.renderOrder = [11, 3, 3, 12][order]!; // solids before a glassy body, then areas, then lines
      this.group.add(batch.mesh);
    });
  }

  clear(): void {
    for (const batch of this.batches) batch.clear();
    this.style("#000000");
  }

  finish(): void {
    for (const batch of this.batches) batch.finish();
  }

  dispose(): void {
    for (const batch of this.batches) batch.dispose();
  }

  /** Colour of what follows; width and dashes of lines are in CSS pixels. */
  style(color: ColorRepresentation, alpha = 1, width = 1.5, dash = 0): this {
    this.ink.set(color);
    this.alpha = alpha;
    this.pixels = width;
    this.period = dash;
    return this;
  }

  line(a: Vector3Like, b: Vector3Like): void {
    const at = this.lines.next();
    const v = this.lines.values;
    put(v, at, a);
    put(v, at + 3, b);
    this.tint(v, at + 6);
    v[at + 10] = this.pixels;
    v[at + 11] = this.period;
  }

  /** A line through numbers, three a point. */
  path(points: ArrayLike<number>, closed = false): void {
    const n = Math.floor(points.length / 3);
    for (let i = 0; i < (closed ? n : n - 1); i++) {
      const j = 3 * ((i + 1) % n);
      this.line(p1.set(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!), p2.set(points[j]!, points[j + 1]!, points[j + 2]!));
    }
  }

  ball(center: Vector3Like, radius: number): void {
    const at = this.balls.next();
    const v = this.balls.values;
    put(v, at, center);
    v[at + 3] = radius;
    this.tint(v, at + 4);
  }

  frustum(a: Vector3Like, b: Vector3Like, start: number, end: number): void {
    const at = this.frusta.next();
    const v = this.frusta.values;
    put(v, at, a);
    put(v, at + 3, b);
    v[at + 6] = start;
    v[at + 7] = end;
    this.tint(v, at + 8);
  }

  /** A straight arrow with a shaft of `radius` metres; nothing when it has no length. */
  arrow(a: Vector3Like, b: Vector3Like, radius: number): void {
    const way = p1.subVectors(asVector(b), asVector(a));
    const length = way.length();
    if (length < 1e-6) return;
    const head = Math.min(2.2 * HEAD * radius, 0.6 * length);
    const neck = p2.copy(asVector(a)).addScaledVector(way, 1 - head / length);
    this.frustum(a, neck, radius, radius);
    this.frustum(neck, b, Math.min(HEAD * radius, 0.5 * head), 0);
  }

  triangle(a: Vector3Like, b: Vector3Like, c: Vector3Like): void {
    for (const corner of [a, b, c]) {
      const at = this.areas.next();
      put(this.areas.values, at, corner);
      this.tint(this.areas.values, at + 3);
    }
  }

  /** An arc about `center`: from the direction `zero` (unit, across `axis`), `from` … `to` radians about `axis` (unit). */
  arc(center: Vector3Like, axis: Vector3Like, zero: Vector3Like, radius: number, from: number, to: number): void {
    const steps = arcSteps(to - from);
    for (let i = 0; i < steps; i++) {
      onCircle(center, axis, zero, radius, from + ((to - from) * i) / steps, p3);
      onCircle(center, axis, zero, radius, from + ((to - from) * (i + 1)) / steps, p4);
      this.line(p3, p4);
    }
  }

  /** The area between an arc and its centre. */
  sector(center: Vector3Like, axis: Vector3Like, zero: Vector3Like, radius: number, from: number, to: number): void {
    const steps = arcSteps(to - from);
    for (let i = 0; i < steps; i++) {
      onCircle(center, axis, zero, radius, from + ((to - from) * i) / steps, p3);
      onCircle(center, axis, zero, radius, from + ((to - from) * (i + 1)) / steps, p4);
      this.triangle(center, p3, p4);
    }
  }

  /** A whole circle across `axis`. */
  ring(center: Vector3Like, axis: Vector3Like, radius: number): void {
    this.arc(center, axis, across(axis, p5), radius, 0, 2 * Math.PI);
  }

  /** The area of a polygon that can be seen whole from its middle: numbers, three a corner. */
  polygon(points: ArrayLike<number>): void {
    const n = Math.floor(points.length / 3);
    const middle = p5.set(0, 0, 0);
    for (let i = 0; i < n; i++) middle.x += points[3 * i]! / n, middle.y += points[3 * i + 1]! / n, middle.z += points[3 * i + 2]! / n;
    for (let i = 0; i < n; i++) {
      const j = 3 * ((i + 1) % n);
      this.triangle(middle, p1.set(points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!), p2.set(points[j]!, points[j + 1]!, points[j + 2]!));
    }
  }

  private get batches(): readonly Batch[] {
    return [this.areas, this.frusta, this.balls, this.lines];
  }

  private tint(values: Float32Array, at: number): void {
    values[at] = this.ink.r;
    values[at + 1] = this.ink.g;
    values[at + 2] = this.ink.b;
    values[at + 3] = this.alpha;
  }
}

/** The point of a circle at an angle. `zero` and `axis` are unit and across each other. */
export function onCircle(
  center: Vector3Like, axis: Vector3Like, zero: Vector3Like, radius: number, angle: number, into: Vector3,
): Vector3 {
  const [c, s] = [radius * Math.cos(angle), radius * Math.sin(angle)];
  return into.set(
    center.x + c * zero.x + s * (axis.y * zero.z - axis.z * zero.y),
    center.y + c * zero.y + s * (axis.z * zero.x - axis.x * zero.z),
    center.z + c * zero.z + s * (axis.x * zero.y - axis.y * zero.x),
  );
}

/** Any unit direction across `axis`. */
export function across(axis: Vector3Like, into: Vector3): Vector3 {
  const [x, y, z] = [Math.abs(axis.x), Math.abs(axis.y), Math.abs(axis.z)];
  into.set(x <= y && x <= z ? 1 : 0, y < x && y <= z ? 1 : 0, z < x && z < y ? 1 : 0);
  return into.cross(axis).normalize();
}

/** One step for every five degrees or so. */
export function arcSteps(angle: number): number {
  return Math.max(2, Math.ceil(Math.abs(angle) / 0.09));
}

function put(values: Float32Array, at: number, p: Vector3Like): void {
  values[at] = p.x;
  values[at + 1] = p.y;
  values[at + 2] = p.z;
}

function asVector(p: Vector3Like): Vector3 {
  return p as Vector3; // three's arithmetic reads x, y, z only
}

function quadTemplate(): BufferGeometry {
  const quad = new BufferGeometry();
  quad.setAttribute("position", new Float32BufferAttribute([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], 3));
  quad.setIndex([0, 1, 2, 0, 2, 3]);
  return quad;
}

function frustumTemplate(sides = 16): BufferGeometry {
  const points: number[] = [];
  const faces: number[] = [];
  for (let i = 0; i < sides; i++) {
    const turn = (2 * Math.PI * i) / sides;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    points.push(c, 0, s, c, 1, s, c, -1, s); // wall below, wall above, base
    const [a, b] = [3 * i, 3 * ((i + 1) % sides)];
    faces.push(a, b + 1, a + 1, a, b, b + 1, b + 2, a + 2, 3 * sides);
  }
  points.push(0, -1, 0);
  const frustum = new BufferGeometry();
  frustum.setAttribute("position", new Float32BufferAttribute(points, 3));
  frustum.setIndex(faces);
  return frustum;
}

const [p1, p2, p3, p4, p5] = [new Vector3(), new Vector3(), new Vector3(), new Vector3(), new Vector3()];
