/** A reference picture: it faces every view, behind the figure, and pans and zooms with it. */

import { CustomBlending, LinearFilter, Mesh, MeshBasicMaterial, OneFactor, OneMinusSrcAlphaFactor, PlaneGeometry, SrcAlphaFactor, Texture, Vector3 } from "three";
import type { Eye } from "./eye";
import type { ReferencePicture } from "./types";

export class Reference {
  readonly mesh: Mesh<PlaneGeometry, MeshBasicMaterial>;
  private shown: ReferencePicture | null = null;
  private texture: Texture | null = null;

  constructor() {
    // Blended, yet among what is opaque: there it comes after the floor and before the body.
    const material = new MeshBasicMaterial({
      blending: CustomBlending, blendSrc: SrcAlphaFactor, blendDst: OneMinusSrcAlphaFactor, blendSrcAlpha: OneFactor, blendDstAlpha: OneMinusSrcAlphaFactor,
      depthTest: false, depthWrite: false,
    });
    this.mesh = new Mesh(new PlaneGeometry(1, 1), material);
    this.mesh.renderOrder = -0.5;
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  set(picture: ReferencePicture | null): void {
    if (picture?.image !== this.shown?.image) this.load(picture?.image ?? null);
    this.shown = picture;
    this.mesh.visible = picture !== null;
    if (picture) this.mesh.material.opacity = picture.strength;
  }

  /** All that its looks depend on, but for the view. */
  get look(): string {
    const { shown } = this;
    return shown ? [this.texture?.id, shown.height, shown.across, shown.lift, shown.strength].join(" ") : "";
  }

  /** Upright in the picture of a view, its lower edge on the floor under the origin, moved as the person wants it. */
  face(eye: Eye, floor: number): void {
    const picture = this.shown;
    if (!picture) return;
    const { right, up } = eye.axes;
    const { height, across, lift, image } = picture;
    this.mesh.position.set(0, floor, 0).addScaledVector(way.set(...right), across).addScaledVector(way.set(...up), lift + height / 2);
    this.mesh.quaternion.copy(eye.camera.quaternion);
    this.mesh.scale.set((height * image.width) / image.height, height, 1);
    this.mesh.updateMatrix();
    this.mesh.matrixWorld.copy(this.mesh.matrix);
  }

  dispose(): void {
    this.texture?.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private load(image: ImageBitmap | null): void {
    this.texture?.dispose();
    this.texture = image && new Texture(image);
    if (this.texture) {
      this.texture.flipY = false; // the bitmap was made so
      this.texture.generateMipmaps = false;
      this.texture.minFilter = LinearFilter;
      this.texture.needsUpdate = true;
    }
    this.mesh.material.map = this.texture;
    this.mesh.material.needsUpdate = true;
  }
}

const way = new Vector3();
