/** Behind level parallel views: the ground cut open, and a metre grid in the plane of the picture. */

import { Color, Mesh, PlaneGeometry, ShaderMaterial, Vector2, Vector4 } from "three";
import type { Eye } from "./eye";
import type { Theme } from "./palette";
import { shared } from "./shading";

export class Backdrop {
  readonly mesh: Mesh;
  private readonly material: ShaderMaterial;

  constructor() {
    this.material = new ShaderMaterial({
      uniforms: {
        background: shared.background,
        ink: { value: new Color() },
        shade: { value: new Color() },
        middle: { value: new Vector2() },
        half_: { value: new Vector2() },
        looks: { value: new Vector4() },
      },
      vertexShader: /* glsl */ `
        uniform vec2 middle, half_;
        varying vec2 at;
        void main() {
          at = middle + position.xy * half_;
          gl_Position = vec4(position.xy, 1.0, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform vec3 background, ink, shade;
        uniform vec4 looks; // grid, height of the floor, strength of the shade, its depth
        varying vec2 at;
        float lines(float every, float wide) {
          vec2 cell = vec2(at.x, at.y - looks.y) / every;
          vec2 pixel = fwidth(cell);
          vec2 line = clamp(wide + 0.5 - abs(fract(cell - 0.5) - 0.5) / pixel, 0.0, 1.0);
          return max(line.x, line.y) * (1.0 - smoothstep(0.1, 0.25, max(pixel.x, pixel.y)));
        }
        void main() {
          float above = at.y - looks.y;
          float mesh = max(0.35 * lines(0.25, 0.35), 0.8 * lines(1.0, 0.5));
          vec3 color = mix(background, ink, looks.x * mesh * (above > 0.0 ? 1.0 : 0.3));
          float ground = above < 0.0 ? 0.25 + 0.75 * exp(above / looks.w) : 0.0;
          float edge = clamp(1.5 - abs(above) / fwidth(at.y), 0.0, 1.0);
          color = mix(color, shade, looks.z * 0.16 * ground);
          color = mix(color, ink, 0.45 * edge);
          gl_FragColor = vec4(color, 1.0);
        }`,
      depthTest: false,
      depthWrite: false,
    });
    this.mesh = new Mesh(new PlaneGeometry(2, 2), this.material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = -2;
  }

  /** Shows it in views along the ground only. */
  face(eye: Eye, floor: number, grid: boolean, theme: Theme): void {
    this.mesh.visible = !eye.perspective && Math.abs(eye.elevation) < 0.02;
    if (!this.mesh.visible) return;
    const { right } = eye.axes;
    const u = this.material.uniforms;
    (u["middle"]!.value as Vector2).set(eye.target.x * right[0] + eye.target.z * right[2], eye.target.y);
    (u["half_"]!.value as Vector2).set(eye.distance * eye.aspect, eye.distance);
    (u["looks"]!.value as Vector4).set(grid ? theme.gridMix : 0, floor, 0.6 * theme.shadeMix, 0.05);
  }

  setTheme(theme: Theme): void {
    (this.material.uniforms["ink"]!.value as Color).set(theme.ink);
    (this.material.uniforms["shade"]!.value as Color).set(theme.shade);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.material.dispose();
  }
}
