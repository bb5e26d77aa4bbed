/**
 * The floor's shadow: how much of the sky the body hides, as in the still pictures.
 *
 * From a floor point a ball of radius r at distance d and height h over the floor hides the share r² h / d³ of the sky's
 * light. Every ball is drawn as a square into a small picture whose pixels are multiplied by what is left. On top of this comes
 * a faint shadow straight below, so that one sees over which place a raised hand is.
 */

import {
  CustomBlending, HalfFloatType, LinearFilter, Mesh, OrthographicCamera, PlaneGeometry, Scene, ShaderMaterial, SrcColorFactor, Vector3,
  WebGLRenderTarget, ZeroFactor, Color, AddEquation, NoBlending, type Texture, type WebGLRenderer,
} from "three";
import { Batch } from "./batch";

export class Shadow {
  /** Half the edge of the square of floor that is shaded, metres; and its middle. */
  readonly reach: { value: number } = { value: 2 };
  readonly center: { value: Vector3 } = { value: new Vector3() };
  readonly target: WebGLRenderTarget;
  /** The same as alpha in bytes, which every machine reads quickly. */
  readonly picture: WebGLRenderTarget;
  private readonly batch: Batch;
  private readonly scene = new Scene();
  private readonly developing = new Scene();
  private readonly camera = new OrthographicCamera();

  /** `pixels` along the edge of its picture. */
  constructor(pixels: number) {
    this.target = new WebGLRenderTarget(pixels, pixels, {
      type: HalfFloatType, magFilter: LinearFilter, minFilter: LinearFilter, depthBuffer: false,
    });
    this.picture = new WebGLRenderTarget(pixels, pixels, { magFilter: LinearFilter, minFilter: LinearFilter, depthBuffer: false });
    const square = new PlaneGeometry(2, 2);
    this.batch = new Batch({ ball: 4 }, splat(this.center, this.reach), square);
    this.scene.add(this.batch.mesh);
    const developed = new Mesh(square, develop(this.target.texture));
    developed.frustumCulled = false;
    this.developing.add(developed);
  }

  /** `balls`: x y z radius in the world; `floor`: height of the floor; `size`: height of the figure. */
  draw(renderer: WebGLRenderer, balls: Float32Array, floor: number, size: number): void {
    this.batch.clear();
    this.place(balls, floor, size);
    for (let i = 0; i + 3 < balls.length; i += 4) {
      const radius = balls[i + 3]!;
      const height = Math.max(balls[i + 1]! - floor, radius); // a ball sunk into the floor counts as lying on it
      const at = this.batch.next();
      const v = this.batch.values;
      v[at] = balls[i]!;
      v[at + 1] = height;
      v[at + 2] = balls[i + 2]!;
      v[at + 3] = radius;
    }
    this.batch.finish();
    const before = renderer.getClearColor(clear).getHex();
    const alpha = renderer.getClearAlpha();
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0xffffff, 1);
    renderer.clear();
    renderer.render(this.scene, this.camera);
    renderer.setRenderTarget(this.picture);
    renderer.render(this.developing, this.camera);
    renderer.setRenderTarget(null);
    renderer.setClearColor(before, alpha);
  }

  dispose(): void {
    this.target.dispose();
    this.picture.dispose();
    this.batch.dispose();
    ((this.developing.children[0] as Mesh).material as ShaderMaterial).dispose();
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

const clear = new Color();

function develop(cover: Texture): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { cover: { value: cover } },
    depthTest: false,
    depthWrite: false,
    vertexShader: /* glsl */ `
      varying vec2 place;
      void main() {
        place = position.xy;
        gl_Position = vec4(position.xy, 0.0, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      uniform sampler2D cover;
      varying vec2 place;
      void main() {
        float rim = clamp(4.0 - 4.0 * dot(place, place), 0.0, 1.0);
        gl_FragColor = vec4(0.0, 0.0, 0.0, rim * (1.0 - texture2D(cover, 0.5 + 0.5 * place).r));
      }`,
    blending: NoBlending,
  });
}

function splat(center: { value: Vector3 }, reach: { value: number }): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { center, reach },
    depthTest: false,
    depthWrite: false,
    transparent: true,
    blending: CustomBlending,
    blendEquation: AddEquation,
    blendSrc: ZeroFactor,
    blendDst: SrcColorFactor,
    vertexShader: /* glsl */ `
      attribute vec4 ball;
      uniform vec3 center;
      uniform float reach;
      varying vec2 off;
      varying vec2 dims;
      void main() {
        dims = ball.yw;
        float wide = min(2.0 * reach, max(pow(700.0 * ball.w * ball.w * ball.y, 0.3333), 1.3 * ball.w + 0.06 * ball.y)); // where under 0.13 % is hidden
        off = position.xy * wide;
        gl_Position = vec4((ball.xz + off - center.xz) / reach, 0.0, 1.0);
        float strong = 0.9 * ball.w * ball.w / (ball.y * ball.y);
        if (strong < 0.004) gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      varying vec2 off;
      varying vec2 dims;
      void main() {
        float h = dims.x, r = dims.y;
        float flat2 = dot(off, off);
        float far2 = flat2 + h * h;
        float hidden = 0.9 * r * r * h / (far2 * sqrt(far2));
        float below = 0.055 * (1.0 - smoothstep(0.5 * r, 1.25 * r + 0.06 * h, sqrt(flat2)));
        gl_FragColor = vec4(vec3((1.0 - clamp(hidden - 0.0013, 0.0, 0.95)) * (1.0 - below)), 1.0);
      }`,
  });
}
