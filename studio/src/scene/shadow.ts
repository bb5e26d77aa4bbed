/**
 * The floor's shadow: how much of the sky the body hides, as in the still pictures.
 *
 * From a floor point a ball of radius r at distance d and height h over the floor hides the share r² h / d³ of the sky's
 * light. The pixels of a small picture are multiplied by what every ball leaves of it. On top of this comes a faint shadow
 * straight below, so that one sees over which place a raised hand is. It is made by the processor: few balls hide enough to count,
 * and a graphics card that is none needs five times as long for them.
 */

import { DataTexture, LinearFilter, RedFormat, Vector3 } from "three";

/** A ball that hides less of the sky than this, straight below it, is left out. */
const FAINTEST = 0.004;
/** Less than this is not seen in a point, and taken off everywhere so that no edge is. */
const UNSEEN = 0.0013;

export class Shadow {
  /** Half the edge of the square of floor that is shaded, metres; and its middle. */
  readonly reach: { value: number } = { value: 2 };
  readonly center: { value: Vector3 } = { value: new Vector3() };
  /** How dark it is, of 255; rows go along z, nothing beyond a circle. */
  readonly picture: DataTexture;
  private readonly pixels: number;
  /** The share of the sky that is left, pixel by pixel; and how much of the shadow the picture's rim lets through. */
  private readonly left: Float32Array;
  private readonly rim: Float32Array;

  /** `pixels` along the edge of its picture. */
  constructor(pixels: number) {
    this.pixels = pixels;
    this.left = new Float32Array(pixels * pixels);
    this.rim = Float32Array.from(this.left, (_, i) => {
      const [x, z] = [place(i % pixels, pixels), place(Math.floor(i / pixels), pixels)];
      return Math.min(1, Math.max(0, 4 - 4 * (x * x + z * z)));
    });
    this.picture = new DataTexture(new Uint8Array(pixels * pixels), pixels, pixels, RedFormat);
    this.picture.magFilter = this.picture.minFilter = LinearFilter;
    this.picture.unpackAlignment = 1;
  }

  /** `balls`: x y z radius in the world; `floor`: height of the floor; `size`: height of the figure. */
  draw(balls: Float32Array, floor: number, size: number): void {
    this.place(balls, floor, size);
    this.left.fill(1);
    for (let i = 0; i + 3 < balls.length; i += 4) {
      const radius = balls[i + 3]!;
      const height = Math.max(balls[i + 1]! - floor, radius); // a ball sunk into the floor counts as lying on it
      if (0.9 * radius * radius >= FAINTEST * height * height) this.hide(balls[i]!, balls[i + 2]!, height, radius);
    }
    const { left, rim } = this;
    const bytes = this.picture.image.data as Uint8Array;
    for (let i = 0; i < bytes.length; i++) bytes[i] = Math.round(255 * rim[i]! * (1 - left[i]!));
    this.picture.needsUpdate = true;
  }

  dispose(): void {
    this.picture.dispose();
  }

  /** One ball over x, z. */
  private hide(x: number, z: number, h: number, r: number): void {
    const { pixels, left } = this;
    const [strength, inner, outer] = [0.9 * r * r * h, 0.5 * r, 1.25 * r + 0.06 * h];
    const wide = Math.max(Math.sqrt(Math.max(0, (strength / UNSEEN) ** (2 / 3) - h * h)), outer); // where it hides more than is unseen
    const [u, v, cell] = [x - this.center.value.x, z - this.center.value.z, (2 * this.reach.value) / pixels];
    const at = (along: number): number => along * cell + 0.5 * cell - this.reach.value;
    const span = (middle: number, off: number): number => Math.min(pixels, Math.max(0, Math.ceil((middle + off + this.reach.value) / cell - 0.5)));
    for (let row = span(v, -wide); row < span(v, wide); row++) {
      const dz = at(row) - v;
      const across = Math.sqrt(Math.max(0, wide * wide - dz * dz));
      const end = span(u, across);
      for (let column = span(u, -across); column < end; column++) {
        const dx = at(column) - u;
        const flat2 = dx * dx + dz * dz;
        const far2 = flat2 + h * h;
        const hidden = Math.min(0.95, Math.max(0, strength / (far2 * Math.sqrt(far2)) - UNSEEN));
        const below = flat2 < outer * outer ? 0.055 * (1 - smoothstep(inner, outer, Math.sqrt(flat2))) : 0;
        left[pixels * row + column]! *= (1 - hidden) * (1 - below);
      }
    }
  }

  private place(balls: Float32Array, floor: number, size: number): void {
    let [x0, x1, z0, z1] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i + 3 < balls.length; i += 4) {
      x0 = Math.min(x0, balls[i]!);
      x1 = Math.max(x1, balls[i]!);
      z0 = Math.min(z0, balls[i + 2]!);
      z1 = Math.max(z1, balls[i + 2]!);
    }
    if (x0 > x1) x0 = x1 = z0 = z1 = 0;
    this.center.value.set((x0 + x1) / 2, floor, (z0 + z1) / 2);
    this.reach.value = Math.max(0.75 * size, 0.5 * Math.hypot(x1 - x0, z1 - z0) + 0.35 * size);
  }
}

/** The middle of a pixel, −1 to 1. */
function place(pixel: number, pixels: number): number {
  return (2 * pixel + 1) / pixels - 1;
}

function smoothstep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
