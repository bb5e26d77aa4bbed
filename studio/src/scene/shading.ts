/** How surfaces answer light: matt, lit from the camera's side by a key, a fill and a rim light as in the still pictures. */

import { BackSide, Color, FrontSide, ShaderMaterial, Vector2, Vector3, Vector4 } from "three";
import type { Theme } from "./palette";
import type { Light } from "./types";

/** Uniforms that every material shares: changed once, seen by all. */
export const shared = {
  ambient: { value: 1 },
  diffuse: { value: 1 },
  background: { value: new Color() },
  /** Size of the view being drawn, in device pixels, and device pixels per CSS pixel. */
  viewport: { value: new Vector2(1, 1) },
  pixelRatio: { value: 1 },
  /** World up, in the axes of the view being drawn. */
  upView: { value: new Vector3(0, 1, 0) },
};

export function lightFrom(theme: Theme, light: Light): void {
  shared.ambient.value = theme.ambient * light.ambient;
  shared.diffuse.value = theme.diffuse * light.diffuse;
  shared.background.value.set(theme.background);
}

/**
 * GLSL: `lit(normal in view axes, colour, share of the sky)`: the light of the still pictures (core/picture/canvas.cpp).
 *
 * `litLinear` takes a colour that is linear already. `seen` is x^(1/2.2) by roots, which processors have and powers they have not:
 * fitted by least squares to [0, 1.2], at most 0.46 of 255 from it.
 */
export const LIT = /* glsl */ `
  uniform float ambient;
  uniform float diffuse;
  uniform vec3 upView;
  const vec3 KEY = vec3(0.353, 0.661, 0.661);
  const vec3 FILL = vec3(-0.805, 0.284, 0.521);
  const vec3 RIM = vec3(0.092, 0.552, -0.828);
  const vec3 HALF = vec3(0.194, 0.363, 0.911);
  vec3 seen(vec3 light) {
    vec3 second = sqrt(light), fourth = sqrt(second), eighth = sqrt(fourth);
    return 0.85371986 * second + 0.23002608 * fourth - 0.06124668 * eighth - 0.02244719 * light;
  }
  vec3 litLinear(vec3 n, vec3 color, float sky) {
    float around = sky * mix(0.17, 0.40, 0.5 + 0.5 * dot(n, upView));
    float key = max((dot(n, KEY) + 0.18) / 1.18, 0.0) * (0.35 + 0.65 * sky);
    float lamps = 0.74 * key + 0.15 * sky * max(dot(n, FILL), 0.0) + 0.16 * max(dot(n, RIM), 0.0);
    float shine = max(dot(n, HALF), 0.0);
    shine *= shine;
    shine *= shine;
    shine *= shine;
    float gloss = 0.035 * sky * shine * shine; // the 16th power
    return seen(color * (ambient * around + diffuse * lamps) + gloss);
  }
  vec3 lit(vec3 n, vec3 color, float sky) { return litLinear(n, pow(color, vec3(2.2)), sky); }
  vec3 lit(vec3 n, vec3 color) { return lit(n, color, 1.0); }
`;

export interface SurfaceUniforms {
  /** Linear. */
  color: { value: Color };
  opacity: { value: number };
  /** A colour laid over the surface, and how much of it. */
  glow: { value: Vector4 };
}

/** A colour of the screen as the amounts of light that it stands for. */
export function linear(color: Color): Color {
  return color.setRGB(color.r ** 2.2, color.g ** 2.2, color.b ** 2.2);
}

/** The surface of a part of the body; `skinned`: its vertices have tints and see some of the sky. */
export function surface(color: string, skinned = false): ShaderMaterial & { uniforms: SurfaceUniforms } {
  return new ShaderMaterial({
    uniforms: {
      ...lightUniforms(),
      color: { value: linear(new Color(color)) },
      opacity: { value: 1 },
      glow: { value: new Vector4(0, 0, 0, 0) },
    },
    defines: skinned ? { SKINNED: "" } : {},
    side: FrontSide,
    vertexShader: /* glsl */ `
      varying vec3 n;
      varying vec4 own;
      #ifdef SKINNED
        attribute float sky;
        attribute vec3 tint;
      #endif
      void main() {
        #ifdef SKINNED
          own = vec4(tint, sky);
        #endif
        n = normalMatrix * normal;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: /* glsl */ `
      ${LIT}
      #ifndef SKINNED
        uniform vec3 color;
      #endif
      uniform float opacity;
      uniform vec4 glow;
      varying vec3 n;
      varying vec4 own;
      void main() {
        vec3 unit = normalize(gl_FrontFacing ? n : -n); // of open meshes the back is seen, too
        #ifdef SKINNED
          vec3 color = own.rgb;
          float sky = own.a;
        #else
          float sky = 1.0;
        #endif
        vec3 linear = color;
        if (glow.a > 0.0) { // most at the rim
          float edge = 1.0 - clamp(unit.z, 0.0, 1.0);
          linear = pow(mix(seen(color), glow.rgb, mix(glow.a * glow.a, glow.a, edge)), vec3(2.2));
        }
        gl_FragColor = vec4(litLinear(unit, linear, sky), opacity);
      }`,
  }) as ShaderMaterial & { uniforms: SurfaceUniforms };
}

/** Depth alone, by the very program of the surface: after it, only what lies nearest is seen of a glassy body. */
export function depthOnly(): ShaderMaterial {
  const depth = surface("#000000");
  depth.colorWrite = false;
  depth.transparent = true; // or it would come before the solids inside
  return depth;
}

/** An outline: the back of the same surface, a few pixels larger. */
export function outline(color: string, pixels: number): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { color: { value: new Color(color) }, pixels: { value: pixels }, viewport: shared.viewport, pixelRatio: shared.pixelRatio },
    side: BackSide,
    vertexShader: /* glsl */ `
      uniform vec2 viewport;
      uniform float pixels;
      uniform float pixelRatio;
      void main() {
        vec4 at = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        vec3 n = normalMatrix * normal;
        vec2 out2 = normalize(n.xy + vec2(1e-6, 0.0));
        at.xy += out2 * pixels * pixelRatio * 2.0 / viewport * at.w;
        gl_Position = at;
      }`,
    fragmentShader: /* glsl */ `uniform vec3 color; void main() { gl_FragColor = vec4(color, 1.0); }`,
  });
}

export function lightUniforms(): Record<"ambient" | "diffuse" | "upView", { value: unknown }> {
  return { ambient: shared.ambient, diffuse: shared.diffuse, upView: shared.upView };
}

