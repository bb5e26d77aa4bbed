/** The floor: pale near the figure, fading into the background, with a metre grid and the figure's shadow. */

import { Color, Mesh, PlaneGeometry, ShaderMaterial, Vector3 } from "three";
import type { Theme } from "./palette";
import { shared } from "./shading";
import type { Shadow } from "./shadow";

export class Floor {
  readonly mesh: Mesh;
  private readonly material: ShaderMaterial;

  constructor(shadow: Shadow) {
    this.material = new ShaderMaterial({
      uniforms: {
        background: shared.background,
        floor: { value: new Color() },
        ink: { value: new Color() },
        shade: { value: new Color() },
        mixes: { value: new Vector3() },
        reach: { value: 3 },
        shadowReach: shadow.reach,
        center: shadow.center,
        shadow: { value: shadow.target.texture },
        grid: { value: 1 },
      },
      vertexShader: /* glsl */ `
        uniform vec3 center;
        uniform float reach;
        varying vec2 at;
        void main() {
          at = center.xz + vec2(position.x, -position.y) * reach;
          gl_Position = projectionMatrix * viewMatrix * vec4(at.x, center.y, at.y, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 background, floor, ink, shade, mixes, center;
        uniform float reach, shadowReach, grid;
        uniform sampler2D shadow;
        varying vec2 at;
        float lines(float every, float wide) {
          vec2 cell = at / every;
          vec2 pixel = fwidth(cell);
          vec2 off = abs(fract(cell - 0.5) - 0.5);
          vec2 line = clamp(wide + 0.5 - off / max(pixel, vec2(1e-6)), 0.0, 1.0);
          vec2 coarse = 1.0 - smoothstep(0.12, 0.4, pixel); // where lines would touch, none
          return max(line.x * coarse.x, line.y * coarse.y);
        }
        void main() {
          vec2 off = at - center.xz;
          float left = clamp(1.0 - length(off) / reach, 0.0, 1.0);
          float fade = smoothstep(0.0, 1.0, clamp(1.6 * left, 0.0, 1.0));
          vec3 color = mix(background, floor, mixes.x * fade);
          float mesh = max(0.45 * lines(0.25, 0.35), 1.5 * lines(1.0, 0.6));
          color = mix(color, ink, clamp(grid * mixes.y * fade * mesh, 0.0, 1.0));
          vec2 uv = off / shadowReach;
          float rim = 1.0 - smoothstep(0.8, 1.0, length(uv));
          float hidden = 1.0 - texture2D(shadow, 0.5 + 0.5 * uv).r;
          color = mix(color, shade, mixes.z * hidden * rim);
          gl_FragColor = vec4(color, 1.0);
        }`,
      depthWrite: true,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 2,
    });
    this.mesh = new Mesh(new PlaneGeometry(2, 2), this.material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = -1;
  }

  setTheme(theme: Theme): void {
    const u = this.material.uniforms;
    (u["floor"]!.value as Color).set(theme.floor);
    (u["ink"]!.value as Color).set(theme.ink);
    (u["shade"]!.value as Color).set(theme.shade);
    (u["mixes"]!.value as Vector3).set(theme.floorMix, theme.gridMix, theme.shadeMix);
  }

  setSize(size: number): void {
    this.material.uniforms["reach"]!.value = 2.4 * size;
  }

  set grid(on: boolean) {
    this.material.uniforms["grid"]!.value = on ? 1 : 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}
