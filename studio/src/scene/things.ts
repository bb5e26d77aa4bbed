/** Things around the body, drawn as what they are made of. */

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, Vector3, type Raycaster } from "three";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import { surface } from "./shading";
import { joined, shapeMesh } from "./tessellate";
import type { Thing } from "./types";

/** Wood, card, plaster and rubber: quiet beside a body. */
const COLORS: Record<string, string> = { chair: "#b59a78", table: "#b59a78", box: "#c2a878", step: "#a9aaa6", wall: "#c9c6bf", ball: "#c8743f" };
const OTHER = "#a9aaa6";
/** Triangles up to which sharp edges are found, which takes a second for so many; finer ones are smooth anyway. */
const CREASED = 60_000;
/** Radians between two faces from which on the edge between them is sharp. */
const SHARP = Math.PI / 6;

export class Things {
  readonly group = new Group();
  private readonly meshes = new Map<string, { mesh: Mesh; made: string }>();
  private readonly triangles = new Map<string, BufferGeometry>();

  /** The triangles of a mesh, under the key by which things name them. */
  learn(key: string, vertices: Float32Array, faces: Uint32Array): void {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(vertices, 3));
    geometry.setIndex(new BufferAttribute(faces, 1));
    if (faces.length > 3 * CREASED) geometry.computeVertexNormals();
    this.triangles.get(key)?.dispose();
    this.triangles.set(key, faces.length > 3 * CREASED ? geometry : toCreasedNormals(geometry, SHARP));
  }

  /** What is there now; what has not changed is kept. */
  set(things: readonly Thing[]): void {
    for (const [name, { mesh }] of this.meshes) {
      if (things.some((thing) => thing.name === name)) continue;
      this.drop(name, mesh);
    }
    for (const thing of things) this.put(thing);
  }

  /** The thing that a line of sight meets first, and where. */
  under(caster: Raycaster): { name: string; at: Vector3; distance: number } | null {
    let best: { name: string; at: Vector3; distance: number } | null = null;
    for (const [name, { mesh }] of this.meshes) {
      const [hit] = caster.intersectObject(mesh, false);
      if (hit && (!best || hit.distance < best.distance)) best = { name, at: hit.point, distance: hit.distance };
    }
    return best;
  }

  dispose(): void {
    for (const [name, { mesh }] of this.meshes) this.drop(name, mesh);
    for (const geometry of this.triangles.values()) geometry.dispose();
    this.triangles.clear();
  }

  private put(thing: Thing): void {
    if (thing.mesh) return this.putMesh(thing.name, thing.mesh);
    const made = JSON.stringify(thing.shapes);
    const before = this.meshes.get(thing.name);
    if (before?.made === made) return;
    if (before) this.drop(thing.name, before.mesh);
    if (thing.shapes.length === 0) return;
    const { positions, normals, indices } = joined(thing.shapes.map((shape) => shapeMesh(shape)));
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3));
    geometry.setIndex(new BufferAttribute(indices, 1));
    this.keep(thing.name, made, new Mesh(geometry, surface(COLORS[thing.kind] ?? OTHER)));
  }

  /** Drawn as soon as its triangles are known; elsewhere or larger, it stays the same mesh. */
  private putMesh(name: string, { key, scale, placement }: NonNullable<Thing["mesh"]>): void {
    const geometry = this.triangles.get(key);
    const before = this.meshes.get(name);
    if (before && before.made !== key) this.drop(name, before.mesh);
    if (!geometry) return;
    const mesh = before?.made === key ? before.mesh : new Mesh(geometry, surface(OTHER));
    (mesh.material as ReturnType<typeof surface>).side = DoubleSide; // what is open is seen from within, too
    mesh.position.fromArray(placement);
    mesh.quaternion.fromArray(placement, 3);
    mesh.scale.setScalar(scale);
    mesh.updateMatrixWorld();
    if (before?.made !== key) this.keep(name, key, mesh);
  }

  private keep(name: string, made: string, mesh: Mesh): void {
    this.meshes.set(name, { mesh, made });
    this.group.add(mesh);
  }

  private drop(name: string, mesh: Mesh): void {
    this.group.remove(mesh);
    const { made } = this.meshes.get(name)!;
    this.meshes.delete(name);
    if (!this.triangles.has(made)) mesh.geometry.dispose();
    (mesh.material as ReturnType<typeof surface>).dispose();
  }
}
