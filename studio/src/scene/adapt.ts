/** The server's messages as the viewport's data. Bytes may come unaligned and are copied; degrees become radians. */

import type {
  Contact as ContactMessage, FigureMessage, Frame as FrameMessage, JointShape, LimitShape, SegmentShape, SiteShape, Solid,
} from "../protocol/messages";
import { skinOf } from "./adaptSkin";
import type { AnyLimit, Contact, Effort, Figure, Frame, Joint, JointModel, Limits, MeshData, Placement, Segment, Shape, Site, Vec3 } from "./types";

/** A solid of the world as a shape. */
export const solidOf = (solid: Solid): Shape => shapeOf(solid);

export function figureOf(message: FigureMessage): Figure {
  const index = new Map(message.segments.map((s, i) => [s.name, i]));
  const find = (name: string | null): number => (name === null ? -1 : (index.get(name) ?? -1));
  return {
    name: message.name,
    segments: message.segments.map((s) => segmentOf(s, find)),
    skins: message.skins.map((s) => skinOf(s, find)),
    joints: message.joints.map((j) => jointOf(j, find)),
    sites: message.sites.map((s) => siteOf(s, find)),
  };
}

/** `mine`: the drag of this window, which is drawn anyway. */
export function frameOf(message: FrameMessage, figure: Figure, mine: boolean): Frame {
  const { overlays } = message;
  const held = message.handles.map((h) => ({ segment: h.segment, point: vec3(h.point), target: vec3(h.target) }));
  return {
    placements: floats(message.placements),
    joints: floats(message.joints),
    pulls: mine ? null : held,
    held: mine ? held : null,
    com: overlays.com,
    support: overlays.support?.map(floats) ?? null,
    region: overlays.region && floats(overlays.region),
    contacts: overlays.contacts?.map(contactOf) ?? null,
    near: overlays.near?.map((n) => ({ segment: n.segment, thing: n.obstacle, distance: n.distance, from: vec3(n.points[0]!), to: vec3(n.points[1]!) })) ?? null,
    efforts: overlays.loads && effortsOf(overlays.loads, figure),
    inertia: overlays.inertia,
  };
}

function contactOf(contact: ContactMessage): Contact {
  return {
    name: contact.site,
    point: vec3(contact.point),
    force: vec3(contact.force),
    ...(contact.normal && { normal: vec3(contact.normal) }),
    ...(contact.friction !== null && { friction: contact.friction }),
  };
}

function segmentOf(segment: SegmentShape, find: (name: string | null) => number): Segment {
  const mesh: MeshData | null = segment.faces.byteLength
    ? { positions: floats(segment.vertices), normals: floats(segment.normals), indices: new Uint32Array(copy(segment.faces)) }
    : null;
  return { name: segment.name, color: segment.color, parent: find(segment.parent), shapes: segment.shapes.map(shapeOf), mesh };
}

function shapeOf(solid: Solid): Shape {
  const placement = [...solid.position, ...solid.rotation] as unknown as Placement;
  const { radii, length } = solid;
  switch (solid.kind) {
    case "sphere":
      return { kind: "sphere", radius: radii[0]!, placement };
    case "ellipsoid":
      return { kind: "ellipsoid", radii: vec3(radii), placement };
    case "box":
      return { kind: "box", size: vec3(radii), placement };
    case "cylinder":
      return { kind: "cylinder", radius: radii[0]!, length, placement };
    default:
      return { kind: "capsule", radius: radii[0]!, end_radius: radii[1] ?? radii[0]!, length, placement };
  }
}

function jointOf(joint: JointShape, find: (name: string | null) => number): Joint {
  return {
    name: joint.name,
    model: joint.model as JointModel,
    base: find(joint.base),
    segment: find(joint.segment),
    placement: [...joint.position, ...joint.rotation] as unknown as Placement,
    axis: vec3(joint.axis),
    offset: joint.offset,
    coordinates: joint.coordinates.map((c) => {
      const unit = c.unit === "deg" ? DEGREE : 1;
      return { name: c.name, min: c.min * unit, max: c.max * unit, limited: c.limited };
    }),
    limits: Object.fromEntries(joint.limits.map((l) => [l.name, limitOf(l)])) as Limits,
  };
}

function siteOf(site: SiteShape, find: (name: string | null) => number): Site {
  return { name: site.name, segment: find(site.segment), placement: [...site.position, ...site.rotation] as unknown as Placement };
}

/** Limits as figure files have them: angles are degrees, or texts such as "0.5 rad"; open ends are left out. */
export function limitOf(limit: LimitShape): AnyLimit {
  const value = limit.value as FileLimit;
  const turn = limit.name === "distance" ? Number : radians;
  switch (limit.kind) {
    case "cone":
      return { kind: "cone", angle: radians(value.cone!) };
    case "ellipse":
      return { kind: "ellipse", x: radians(value.ellipse!.x), y: radians(value.ellipse!.y) };
    case "polygon":
      return { kind: "polygon", vertices: value.polygon!.map(vec3) };
    case "table":
      return { kind: "table", rows: value.table!.map((r) => ({ direction: vec3(r.direction), min: radians(r.min), max: radians(r.max) })) };
    default:
      return { kind: "range", min: value.min == null ? -Infinity : turn(value.min), max: value.max == null ? Infinity : turn(value.max) };
  }
}

/** The other way, for `set_limit`. */
export function limitValue(limit: AnyLimit, unit: "deg" | "m" = "deg"): unknown {
  const file = (x: number): number => (unit === "deg" ? x / DEGREE : x);
  switch (limit.kind) {
    case "cone":
      return { cone: file(limit.angle) };
    case "ellipse":
      return { ellipse: { x: file(limit.x), y: file(limit.y) } };
    case "polygon":
      return { polygon: limit.vertices.map((v) => [...v]) };
    case "table":
      return { table: limit.rows.map((row) => ({ direction: [...row.direction], min: file(row.min), max: file(row.max) })) };
    case "range":
      return Object.fromEntries([["min", limit.min], ["max", limit.max]].filter(([, x]) => Number.isFinite(x)).map(([k, x]) => [k, file(x as number)]));
  }
}

type FileAngle = number | string;

interface FileLimit {
  cone?: FileAngle;
  ellipse?: { x: FileAngle; y: FileAngle };
  polygon?: number[][];
  table?: { direction: number[]; min: FileAngle; max: FileAngle }[];
  min?: FileAngle | null;
  max?: FileAngle | null;
}

const DEGREE = Math.PI / 180;

function radians(angle: FileAngle): number {
  return typeof angle === "number" ? angle * DEGREE : parseFloat(angle);
}

function effortsOf(loads: NonNullable<FrameMessage["overlays"]["loads"]>, figure: Figure): Effort[] {
  const index = new Map(figure.joints.map((j, i) => [j.name, i]));
  return loads.flatMap(({ joint, parts, use }) => {
    const at = index.get(joint);
    if (at === undefined) return [];
    return [{ joint: at, use, parts: parts.map((p) => ({ name: p.movement || p.coordinate.replaceAll("_", " "), axis: vec3(p.axis), torque: p.torque, use: p.use })) }];
  });
}

export function floats(bytes: Uint8Array): Float32Array {
  return new Float32Array(copy(bytes));
}

function copy(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}

function vec3(values: readonly number[]): Vec3 {
  return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0];
}
