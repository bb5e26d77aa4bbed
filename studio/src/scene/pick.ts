/** What lies under a pixel: the body, and the sites near it. */

import { Matrix4, Raycaster, Vector3 } from "three";
import type { Body } from "./body";
import type { Eye } from "./eye";
import type { Vec3 } from "./types";

/** How near to a site the cursor must be, CSS pixels. */
const NEAR_SITE = 14;

export interface BodyHit {
  /** Index of the segment. */
  segment: number;
  /** In the segment's coordinates, and in the world. */
  point: Vec3;
  world: Vec3;
  /** Name of a site close by, of the same segment. */
  site: string | null;
  /** Metres from the eye. */
  distance: number;
}

/** The line of sight through a pixel, to be used at once. */
export function rayThrough(eye: Eye, x: number, y: number): Raycaster {
  eye.ray(x, y, caster.ray);
  caster.near = eye.perspective ? eye.camera.near : 0;
  return caster;
}

/** All segments under a pixel, the nearest first. */
export function pickThrough(body: Body, eye: Eye, x: number, y: number): number[] {
  rayThrough(eye, x, y);
  const near = new Map<number, number>();
  for (const part of body.parts) {
    hits.length = 0;
    part.raycast(caster, hits);
    const segment = part.userData["segment"] as number;
    for (const hit of hits) near.set(segment, Math.min(hit.distance, near.get(segment) ?? Infinity));
  }
  return [...near].sort((a, b) => a[1] - b[1]).map(([segment]) => segment);
}

/** `only`: the segment that is meant, whatever hides it. */
export function pickBody(body: Body, eye: Eye, x: number, y: number, only: number | null = null): BodyHit | null {
  rayThrough(eye, x, y);
  let best: { segment: number; distance: number; at: Vector3 } | null = null;
  for (const part of body.parts) {
    if (!part.visible || (only !== null && part.userData["segment"] !== only)) continue;
    hits.length = 0;
    part.raycast(caster, hits);
    for (const hit of hits) {
      if (!best || hit.distance < best.distance) {
        best = { segment: part.userData["segment"] as number, distance: hit.distance, at: hit.point };
      }
    }
  }
  if (!best) return null;
  const local = best.at.clone().applyMatrix4(frame.copy(body.frames[best.segment]!).invert());
  return {
    segment: best.segment,
    point: [local.x, local.y, local.z],
    world: [best.at.x, best.at.y, best.at.z],
    site: siteNear(body, eye, x, y, best.segment),
    distance: best.distance,
  };
}

/** The site of a segment that is seen nearest to a pixel, when it is near at all. */
export function siteNear(body: Body, eye: Eye, x: number, y: number, segment: number): string | null {
  let found: string | null = null;
  let least = NEAR_SITE;
  body.figure.sites.forEach((site, i) => {
    if (site.segment !== segment) return;
    eye.project(place.setFromMatrixPosition(body.siteFrame(i, frame)), place);
    const away = Math.hypot(place.x - x, place.y - y);
    if (away < least) {
      least = away;
      found = site.name;
    }
  });
  return found;
}

const caster = new Raycaster();
const hits: Parameters<Body["parts"][number]["raycast"]>[1] = [];
const frame = new Matrix4();
const place = new Vector3();
