/** Forces of the supports, their friction cones, and what the joints must give. */

import { Matrix4, Vector3 } from "three";
import type { Body } from "../body";
import { PER_NEWTON } from "../goals";
import type { Context } from "../marks";
import { rampColor } from "../palette";
import { across, onCircle, type Pen } from "../pen";
import type { Contact, Effort } from "../types";

/** Height of a friction cone, in heights of the figure. */
const CONE = 0.09;
const CONE_SIDES = 32;
/** The arc of the largest torque, radians. */
const LONGEST = (300 / 180) * Math.PI;

export function drawContacts(over: Pen, { frame, theme, size }: Context): void {
  for (const { point, force } of frame.contacts ?? []) {
    over.style(theme.carried).arrow(start.set(...(point as Triple)), end.set(...(force as Triple)).multiplyScalar(PER_NEWTON).add(start), 0.0045 * size);
  }
}

/** Within the cone a contact does not slip: half angle atan μ about the normal. Contacts that carry nothing have none. */
export function drawCones(marks: Pen, { frame, theme, size }: Context): void {
  const contacts = frame.contacts ?? [];
  const least = 0.01 * Math.max(0, ...contacts.map((c) => Math.hypot(...c.force)));
  for (const contact of contacts) {
    if (contact.friction && contact.normal && Math.hypot(...contact.force) > least) cone(marks, contact, theme.carried, CONE * size);
  }
}

function cone(pen: Pen, contact: Contact, color: string, height: number): void {
  const tip = start.set(...(contact.point as Triple));
  const axis = end.set(...(contact.normal as Triple)).normalize();
  const rim = tip.clone().addScaledVector(axis, height);
  const radius = height * contact.friction!;
  const zero = across(axis, new Vector3());
  for (let i = 0; i < CONE_SIDES; i++) {
    onCircle(rim, axis, zero, radius, (2 * Math.PI * i) / CONE_SIDES, a);
    onCircle(rim, axis, zero, radius, (2 * Math.PI * (i + 1)) / CONE_SIDES, b);
    pen.style(color, 0.13).triangle(tip, a, b);
    pen.style(color, 1, 1.25).line(a, b);
    if (i % 8 === 0) pen.style(color, 0.6, 1).line(tip, a);
  }
}

/** A ball in the colour of the load at each joint: of its strength, or where that is unknown of the largest torque. */
export function drawLoads(over: Pen, body: Body, { frame, size }: Context): void {
  const largest = largestTorque(frame.efforts);
  for (const effort of frame.efforts ?? []) {
    const load = effort.use ?? (largest > 0 ? Math.max(...effort.parts.map((p) => Math.abs(p.torque))) / largest : NaN);
    if (Number.isFinite(load)) over.style(rampColor(load)).ball(jointPlace(body, effort, start), 0.0135 * size);
  }
}

/** Arcs about the axes of a joint, one for each component of its torque, as long as that is strong (Baerlocher 6.4.4). */
export function drawTorques(over: Pen, body: Body, { frame, size }: Context): void {
  const largest = largestTorque(frame.efforts);
  if (!(largest > 1e-9)) return;
  for (const effort of frame.efforts ?? []) {
    const center = jointPlace(body, effort, start);
    effort.parts.forEach(({ axis, torque, use }, i) => {
      const part = Math.abs(torque) / largest;
      if (part < 0.02) return;
      end.set(...(axis as Triple)).multiplyScalar(Math.sign(torque));
      roundArrow(over, center, end, (0.032 + 0.008 * i) * size, part * LONGEST, use ?? part);
    });
  }
}

/** The largest torque of any component, N m. */
export function largestTorque(efforts: readonly Effort[] | null | undefined): number {
  return Math.max(0, ...(efforts ?? []).flatMap((effort) => effort.parts.map((part) => Math.abs(part.torque))));
}

/** Where a joint is. */
export function jointPlace(body: Body, effort: Effort, into: Vector3): Vector3 {
  return into.setFromMatrixPosition(body.jointBase(body.figure.joints[effort.joint]!, frameNow));
}

function roundArrow(pen: Pen, center: Vector3, axis: Vector3, radius: number, angle: number, load: number): void {
  const zero = across(axis, new Vector3());
  pen.style(rampColor(load), 1, 3).arc(center, axis, zero, radius, 0, angle);
  onCircle(center, axis, zero, radius, angle, a);
  b.subVectors(a, center).cross(axis).negate().normalize().multiplyScalar(0.5 * radius).add(a);
  pen.frustum(a, b, 0.24 * radius, 0);
}

type Triple = [number, number, number];

const [start, end, a, b] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
const frameNow = new Matrix4();
