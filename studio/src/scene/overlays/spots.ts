/** What overlays have drawn, as places with words: what a resting cursor is told there. */

import { Vector3 } from "three";
import type { Body } from "../body";
import type { Content } from "../content";
import type { Contact, Effort, Vec3 } from "../types";
import { jointPlace } from "./forces";
import { triples } from "./mass";
import { nearPlace, nearWords } from "./near";

export interface Spot {
  at: Vec3;
  words: string;
}

export function spotsOf(body: Body, { frame, overlays }: Content): Spot[] {
  const spots: Spot[] = [];
  if (overlays.com) spots.push(...triples(frame.com).map((at) => ({ at, words: `centre of mass\n${at.map((x) => x.toFixed(3)).join(", ")} m` })));
  if (overlays.contacts || overlays.cones) spots.push(...(frame.contacts ?? []).map((c) => ({ at: c.point, words: contactWords(c) })));
  spots.push(...(frame.near ?? []).map((near) => ({ at: nearPlace(near), words: nearWords(near) })));
  if (overlays.loads || overlays.torques) {
    for (const effort of frame.efforts ?? []) {
      const { x, y, z } = jointPlace(body, effort, place);
      spots.push({ at: [x, y, z], words: effortWords(plain(body.figure.joints[effort.joint]!.name), effort) });
    }
  }
  return spots;
}

/** The force of a support, and how much of its grip that needs. */
export function contactWords({ name, force, normal, friction }: Contact): string {
  const size = Math.hypot(...force);
  const first = `${plain(name)}\n${size.toFixed(0)} N (${force.map((x) => x.toFixed(0).replace(/^-0$/, "0")).join(", ")})`;
  if (!normal || !friction || size < 1e-9) return first;
  const along = force[0] * normal[0] + force[1] * normal[1] + force[2] * normal[2];
  const across = Math.sqrt(Math.max(0, size * size - along * along));
  return along > 0 ? `${first}\n${Math.round((100 * across) / (along * friction))} % of its grip` : first;
}

/** The components of a torque, the largest first. */
export function effortWords(joint: string, { parts }: Pick<Effort, "parts">): string {
  const sorted = [...parts].sort((a, b) => Math.abs(b.torque) - Math.abs(a.torque));
  const lines = sorted.map(({ name, torque, use }) => `${name} ${Math.abs(torque).toFixed(1)} N m${use === null ? "" : `, ${Math.round(100 * use)} %`}`);
  return [joint, ...lines].join("\n");
}

const plain = (name: string): string => name.replaceAll("_", " ");
const place = new Vector3();
