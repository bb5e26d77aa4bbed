/** Forces of the supports, their friction cones, and what the joints must give. */

import { Matrix4, Vector3 } from "three";
import type { Body } from "../body";
import { PER_NEWTON } from "../goals";
import type { Context } from "../marks";
import { rampColor } from "../palette";
import { across, onCircle, type Pen } from "../pen";
import type { Contact } from "../types";

/** Height of a friction cone, in heights of the figure. */
const CONE = 0.09;
const CONE_SIDES = 32;

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

/** A ball in the colour of the load at each joint. */
export function drawLoads(over: Pen, body: Body, { frame, size }: Context): void {
  const largest = largestTorque(frame.torques);
  body.figure.joints.forEach((joint, i) => {
    if (joint.model === "free" || joint.model === "fixed") return;
    const use = frame.loads?.[i];
    const load = use !== undefined && Number.isFinite(use) ? use : largest > 0 ? torque(frame.torques!, i, a).length() / largest : NaN;
    if (!Number.isFinite(load)) return;
    const center = start.setFromMatrixPosition(body.jointBase(joint, frameNow));
    over.style(rampColor(load)).ball(center, 0.0135 * size);
  });
}

/** An arc about the axis of each torque, as long as it is strong (Baerlocher 6.4.4). */
export function drawTorques(over: Pen, body: Body, { frame, size }: Context): void {
  if (!frame.torques) return;
  const largest = largestTorque(frame.torques);
  if (!(largest > 1e-9)) return;
  body.figure.joints.forEach((joint, i) => {
    if (joint.model === "free" || joint.model === "fixed") return;
    const axis = torque(frame.torques!, i, end);
    const part = axis.length() / largest;
    if (part < 0.02) return;
    const center = start.setFromMatrixPosition(body.jointBase(joint, frameNow));
    const use = frame.loads?.[i];
    roundArrow(over, center, axis.normalize(), 0.036 * size, part * (300 / 180) * Math.PI, use !== undefined && Number.isFinite(use) ? use : part);
  });
}

function roundArrow(pen: Pen, center: Vector3, axis: Vector3, radius: number, angle: number, load: number): void {
  const zero = across(axis, new Vector3());
  pen.style(rampColor(load), 1, 3).arc(center, axis, zero, radius, 0, angle);
  onCircle(center, axis, zero, radius, angle, a);
  b.subVectors(a, center).cross(axis).negate().normalize().multiplyScalar(0.5 * radius).add(a);
  pen.frustum(a, b, 0.24 * radius, 0);
}

type Triple = [number, number, number];

function torque(torques: ArrayLike<number>, joint: number, into: Vector3): Vector3 {
  return into.set(torques[3 * joint]!, torques[3 * joint + 1]!, torques[3 * joint + 2]!);
}

function largestTorque(torques: ArrayLike<number> | null | undefined): number {
  let largest = 0;
  for (let i = 0; torques && i + 2 < torques.length; i += 3) largest = Math.max(largest, torque(torques, i / 3, a).length());
  return largest;
}

const [start, end, a, b] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
const frameNow = new Matrix4();
