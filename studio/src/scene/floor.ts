/** The floor: pale near the figure, fading into the background, with a metre grid and the figure's shadow. */

import { CircleGeometry, Color, Mesh, ShaderMaterial, Vector2, Vector3 } from "three";
import type { Theme } from "./palette";
import { shared } from "./shading";
import type { Shadow } from "./shadow";

/** How far the floor is seen, in heights of the figure. */
const REACH = 2.4;

export class Floor {
  readonly ground: Mesh<CircleGeometry, ShaderMaterial>;
  /** The ground's depth alone, where its colours are there already. */
  readonly depth: Mesh<CircleGeometry, ShaderMaterial>;
  /** The figure's shadow; nothing of it is seen beyond a circle. */
  readonly shade: Mesh<CircleGeometry, ShaderMaterial>;
  size = 0;
  private readonly shadow: Shadow;
  private readonly center = { value: new Vector3() };

  constructor(shadow: Shadow) {
    this.shadow = shadow;
    const [wide, round] = [new CircleGeometry(1, 48), new CircleGeometry(1, 48)];
    this.ground = new Mesh(wide, groundMaterial(this.center));
    this.depth = new Mesh(wide, depthMaterial(this.ground.material));
    this.shade = new Mesh(round, shadeMaterial(shadow));
    this.ground.renderOrder = this.depth.renderOrder = -2;
    this.shade.renderOrder = -1;
    for (const mesh of [this.ground, this.depth, this.shade]) {
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
    }
  }

  setTheme(theme: Theme): void {
    const ground = this.ground.material.uniforms;
    (ground["floor"]!.value as Color).set(theme.floor);
    (ground["ink"]!.value as Color).set(theme.ink);
    (ground["mixes"]!.value as Vector2).set(theme.floorMix, theme.gridMix);
    const shade = this.shade.material.uniforms;
    (shade["shade"]!.value as Color).set(theme.shade);
    shade["strength"]!.value = theme.shadeMix;
  }

  /** `size`: height of the figure. */
  setSize(size: number): void {
    this.size = size;
    this.ground.material.uniforms["reach"]!.value = REACH * size;
  }

  /** The ground lies about the figure's middle from now on, as its shadow always does. */
  follow(): void {
    this.center.value.copy(this.shadow.center.value);
  }

  set grid(on: boolean) {
    this.ground.material.uniforms["grid"]!.value = on ? 1 : 0;
  }

  get seen(): boolean {
    return this.ground.visible;
  }

  set seen(seen: boolean) {
    this.ground.visible = this.shade.visible = seen;
  }

  dispose(): void {
    for (const mesh of [this.ground, this.depth, this.shade]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
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

const BEHIND = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 };

function groundMaterial(center: { value: Vector3 }): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      background: shared.background,
      floor: { value: new Color() },
      ink: { value: new Color() },
      mixes: { value: new Vector2() },
      reach: { value: 3 },
      center,
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
    ...BEHIND,
  });
}

/** By the very place of the ground, or the two would flicker. */
function depthMaterial({ uniforms }: ShaderMaterial): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { reach: uniforms["reach"]!, center: uniforms["center"]! },
    vertexShader: FLAT,
    fragmentShader: /* glsl */ `void main() { gl_FragColor = vec4(0.0); }`,
    colorWrite: false,
    ...BEHIND,
  });
}

function shadeMaterial(shadow: Shadow): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      shade: { value: new Color() },
      strength: { value: 1 },
      reach: shadow.reach,
      center: shadow.center,
      shadow: { value: shadow.picture },
    },
    vertexShader: FLAT,
    fragmentShader: /* glsl */ `
      uniform vec3 shade;
      uniform float strength;
      uniform sampler2D shadow;
      varying vec2 off;
      void main() { gl_FragColor = vec4(shade, strength * texture2D(shadow, 0.5 + 0.5 * off).r); }`,
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: 0,
    polygonOffsetUnits: 2,
  });
}
