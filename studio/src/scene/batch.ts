/** A growing list of numbers that the graphics card draws in one go. Cleared and filled again; room is kept. */

import {
  BufferGeometry, DynamicDrawUsage, InstancedBufferGeometry, InstancedInterleavedBuffer, InterleavedBuffer, InterleavedBufferAttribute,
  Mesh, type ShaderMaterial,
} from "three";

/** Names of the attributes and how many numbers each has, in their order. */
export type Fields = Readonly<Record<string, number>>;

export class Batch {
  readonly mesh: Mesh;
  private readonly stride: number;
  private data: Float32Array;
  private used = 0;
  private readonly fields: Fields;
  private readonly instanced: boolean;

  /** With a `template` each entry is one copy of it; without, each entry is one vertex of loose triangles (the first field: position). */
  constructor(fields: Fields, material: ShaderMaterial, template?: BufferGeometry) {
    this.fields = fields;
    this.instanced = template !== undefined;
    this.stride = Object.values(fields).reduce((a, b) => a + b, 0);
    this.data = new Float32Array(64 * this.stride);
    const geometry = template ? new InstancedBufferGeometry() : new BufferGeometry();
    if (template) {
      geometry.index = template.index;
      for (const [name, attribute] of Object.entries(template.attributes)) geometry.setAttribute(name, attribute);
    }
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.attach();
  }

  clear(): void {
    this.used = 0;
  }

  /** Room for one more entry: where its numbers go in `values`. */
  next(): number {
    const at = this.used;
    this.used += this.stride;
    if (this.used > this.data.length) this.grow();
    return at;
  }

  get values(): Float32Array {
    return this.data;
  }

  get count(): number {
    return this.used / this.stride;
  }

  /** ToolEvents the entries to the graphics card. */
  finish(): void {
    const { geometry } = this.mesh;
    this.mesh.visible = this.used > 0;
    if (geometry instanceof InstancedBufferGeometry) geometry.instanceCount = this.count;
    else geometry.setDrawRange(0, this.count);
    const buffer = this.buffer();
    buffer.clearUpdateRanges();
    buffer.addUpdateRange(0, this.used);
    buffer.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as ShaderMaterial).dispose();
  }

  private grow(): void {
    const larger = new Float32Array(2 * this.data.length);
    larger.set(this.data);
    this.data = larger;
    this.mesh.geometry.dispose(); // the old buffers on the card; it uploads the new ones by itself
    this.attach();
  }

  private attach(): void {
    const buffer = this.instanced
      ? new InstancedInterleavedBuffer(this.data, this.stride)
      : new InterleavedBuffer(this.data, this.stride);
    buffer.setUsage(DynamicDrawUsage);
    let offset = 0;
    for (const [name, size] of Object.entries(this.fields)) {
      this.mesh.geometry.setAttribute(name, new InterleavedBufferAttribute(buffer, size, offset));
      offset += size;
    }
  }

  private buffer(): InterleavedBuffer {
    const first = Object.keys(this.fields)[0]!;
    return (this.mesh.geometry.attributes[first] as InterleavedBufferAttribute).data;
  }
}
