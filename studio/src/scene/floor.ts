/** The floor: pale near the figure, fading into the background, with a metre grid and the figure's shadow. */

import { CircleGeometry, Color, Group, Mesh, PlaneGeometry, ShaderMaterial, Vector2 } from "three";
import type { Theme } from "./palette";
import { shared } from "./shading";
import type { Shadow } from "./shadow";

/** How far the floor is seen, in heights of the figure. */
const REACH = 2.4;

export class Floor {
  readonly group = new Group();
  private readonly ground: ShaderMaterial;
  private readonly shade: ShaderMaterial;

  constructor(shadow: Shadow) {
    this.ground = groundMaterial(shadow);
    this.shade = shadeMaterial(shadow);
    const disc = new Mesh(new CircleGeometry(1, 48), this.ground);
    const dark = new Mesh(new PlaneGeometry(2, 2), this.shade);
    disc.renderOrder = -2;
    dark.renderOrder = -1;
    for (const mesh of [disc, dark]) {
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
      this.group.add(mesh);
    }
  }

  setTheme(theme: Theme): void {
    const ground = this.ground.uniforms;
    (ground["floor"]!.value as Color).set(theme.floor);
    (ground["ink"]!.value as Color).set(theme.ink);
    (ground["mixes"]!.value as Vector2).set(theme.floorMix, theme.gridMix);
    (this.shade.uniforms["shade"]!.value as Color).set(theme.shade);
    this.shade.uniforms["strength"]!.value = theme.shadeMix;
  }

  /** `size`: height of the figure. */
  setSize(size: number): void {
    this.ground.uniforms["reach"]!.value = REACH * size;
  }

  set grid(on: boolean) {
    this.ground.uniforms["grid"]!.value = on ? 1 : 0;
  }

  dispose(): void {
    for (const mesh of this.group.children) (mesh as Mesh).geometry.dispose();
    this.ground.dispose();
    this.shade.dispose();
  }
}

/** Both lie flat about the shadow's middle. */
const FLAT = /* glsl */ `
  uniform vec3 center;
  uniform float reach;
  varying vec2 at;
  varying vec2 off;
  void main() {
    off = vec2(position.x, -position.y);
    at = center.xz + off * reach;
    gl_Position = projectionMatrix * viewMatrix * vec4(at.x, center.y, at.y, 1.0);
  }`;

function groundMaterial(shadow: Shadow): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      background: shared.background,
      floor: { value: new Color() },
      ink: { value: new Color() },
      mixes: { value: new Vector2() },
      reach: { value: 3 },
      center: shadow.center,
      grid: { value: 1 },
    },
    vertexShader: FLAT,
    fragmentShader: /* glsl */ `
      uniform vec3 background, floor, ink;
      uniform vec2 mixes;
      uniform float grid;
      varying vec2 at;
      varying vec2 off;
      void main() {
        float fade = max(0.0, 1.0 - dot(off, off));
        fade *= fade;
        vec2 pixel = fwidth(at);
        vec2 metre = abs(fract(at - 0.5) - 0.5) / pixel; // pixels to the next line
        vec2 quarter = abs(fract(4.0 * at - 0.5) - 0.5) / (4.0 * pixel);
        vec2 thin = clamp(0.85 - quarter, 0.0, 1.0) * clamp(2.0 - 24.0 * pixel, 0.0, 1.0); // none where they would touch
        vec2 thick = clamp(1.1 - metre, 0.0, 1.0) * clamp(2.0 - 6.0 * pixel, 0.0, 1.0);
        float mesh = max(0.45 * max(thin.x, thin.y), 1.5 * max(thick.x, thick.y));
        vec3 color = mix(background, floor, mixes.x * fade);
        gl_FragColor = vec4(mix(color, ink, min(grid * mixes.y * fade * mesh, 1.0)), 1.0);
      }`,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 4,
  });
}

function shadeMaterial(shadow: Shadow): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      shade: { value: new Color() },
      strength: { value: 1 },
      reach: shadow.reach,
      center: shadow.center,
      shadow: { value: shadow.picture.texture },
    },
    vertexShader: FLAT,
    fragmentShader: /* glsl */ `
      uniform vec3 shade;
      uniform float strength;
      uniform sampler2D shadow;
      varying vec2 off;
      void main() { gl_FragColor = vec4(shade, strength * texture2D(shadow, 0.5 + 0.5 * off).a); }`,
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: 0,
    polygonOffsetUnits: 2,
  });
}
