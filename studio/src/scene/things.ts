/** Things around the body, drawn as what they are made of. */

import { BufferAttribute, BufferGeometry, Group, Mesh, Vector3, type Raycaster } from "three";
import { surface } from "./shading";
import { joined, shapeMesh } from "./tessellate";
import type { Thing } from "./types";

/** Wood, card, plaster and rubber: quiet beside a body. */
const COLORS: Record<string, string> = { chair: "#b59a78", table: "#b59a78", box: "#c2a878", step: "#a9aaa6", wall: "#c9c6bf", ball: "#c8743f" };
const OTHER = "#a9aaa6";

export class Things {
  readonly group = new Group();
  private readonly meshes = new Map<string, { mesh: Mesh; made: string }>();

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
  }

  private put(thing: Thing): void {
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
    const mesh = new Mesh(geometry, surface(COLORS[thing.kind] ?? OTHER));
    this.meshes.set(thing.name, { mesh, made });
    this.group.add(mesh);
  }

  private drop(name: string, mesh: Mesh): void {
    this.group.remove(mesh);
    this.meshes.delete(name);
    mesh.geometry.dispose();
    (mesh.material as ReturnType<typeof surface>).dispose();
  }
}
