/** A picture with smooth edges beside the canvas, and the way to show it there. */

import { Mesh, OrthographicCamera, PlaneGeometry, Scene, ShaderMaterial, WebGLRenderTarget, type WebGLRenderer } from "three";

export class Finer {
  readonly target = new WebGLRenderTarget(1, 1, { samples: 4 });
  private readonly scene = new Scene();
  private readonly camera = new OrthographicCamera();
  private readonly sheet: Mesh<PlaneGeometry, ShaderMaterial>;

  constructor() {
    const material = new ShaderMaterial({
      uniforms: { picture: { value: this.target.texture } },
      depthTest: false,
      depthWrite: false,
      vertexShader: /* glsl */ `
        varying vec2 at;
        void main() {
          at = uv;
          gl_Position = vec4(position.xy, 0.0, 1.0);
        }`,
      fragmentShader: /* glsl */ `
        uniform sampler2D picture;
        varying vec2 at;
        void main() { gl_FragColor = texture2D(picture, at); }`,
    });
    this.sheet = new Mesh(new PlaneGeometry(2, 2), material);
    this.sheet.frustumCulled = false;
    this.scene.add(this.sheet);
  }

  resize(width: number, height: number): void {
    if (this.target.width !== width || this.target.height !== height) this.target.setSize(width, height);
  }

  show(renderer: WebGLRenderer): void {
    renderer.render(this.scene, this.camera);
  }

  dispose(): void {
    this.target.dispose();
    this.sheet.geometry.dispose();
    this.sheet.material.dispose();
  }
}
