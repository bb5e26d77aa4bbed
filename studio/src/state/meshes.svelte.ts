/** Meshes as things: files go to the server, which prepares them; their triangles come back once to be drawn. */

import type { Desk } from "./desk.svelte";
import type { Studio } from "./studio.svelte";

/** Names for people, and metres of one unit of a file; null lets the server judge by the size. */
export const UNITS: readonly (readonly [name: string, metres: number | null])[] = [
  ["by size", null],
  ["metres", 1],
  ["centimetres", 0.01],
  ["millimetres", 0.001],
  ["inches", 0.0254],
];

type Triangles = (vertices: Float32Array, faces: Uint32Array) => void;

export class Meshes {
  /** What is being prepared, and how far it has come. */
  under = $state.raw<{ name: string; done: number; total: number } | null>(null);
  unit = $state(UNITS[0]![0]);
  up = $state<"usual" | "y" | "z">("usual");
  private readonly asked = new Set<string>();

  constructor(
    private readonly studio: Studio,
    private readonly desk: Desk,
    private readonly send: (file: File) => Promise<Response>,
  ) {
    studio.onMesh = ({ done, total }) => {
      if (this.under !== null) this.under = { ...this.under, done, total };
    };
  }

  /** A file becomes a thing; what is wrong with it is told. */
  async bring(file: File): Promise<void> {
    const { notices } = this.studio;
    if (!/\.(obj|stl|glb)$/i.test(file.name)) return notices.warn(`${file.name} is no mesh that the studio reads: OBJ, STL or GLB files are.`);
    if (this.under !== null) return notices.warn(`${this.under.name} is being prepared: wait until it is there.`);
    this.under = { name: file.name, done: 0, total: 0 };
    try {
      const path = await this.uploaded(file);
      const scale = UNITS.find(([name]) => name === this.unit)?.[1] ?? null;
      const found = await this.studio.tryTo({ type: "import_mesh", path, scale, up: this.up === "usual" ? null : this.up });
      this.desk.thing = found.name;
      for (const note of found.notes) notices.warn(note); // long enough to be read
    } catch (error) {
      notices.warn((error as Error).message);
    } finally {
      this.under = null;
    }
  }

  /** The triangles of a key, asked for once. */
  fetch(key: string, take: Triangles): void {
    if (this.asked.has(key)) return;
    this.asked.add(key);
    this.studio.tryTo({ type: "ask_mesh", key }).then(
      ({ vertices, faces }) => take(new Float32Array(vertices.slice().buffer), new Uint32Array(faces.slice().buffer)),
      () => this.asked.delete(key), // gone before it was drawn, or the line was lost
    );
  }

  private async uploaded(file: File): Promise<string> {
    const answer = await this.send(file);
    if (!answer.ok) throw new Error((await answer.text()).replace(/^Poise studio: /, "").trim());
    return ((await answer.json()) as { path: string }).path;
  }
}
