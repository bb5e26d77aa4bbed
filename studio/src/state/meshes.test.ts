import { expect, test } from "vitest";
import { Wire, WELCOME } from "../testing/wire";
import { Desk } from "./desk.svelte";
import { Meshes } from "./meshes.svelte";
import { Studio } from "./studio.svelte";

function begun(answer: { ok: boolean; body: string }) {
  const wire = new Wire();
  const studio = new Studio(() => wire, (run) => run());
  wire.open();
  wire.tell(WELCOME);
  const sent: string[] = [];
  const send = async (file: File) => {
    sent.push(file.name);
    return new Response(answer.body, { status: answer.ok ? 200 : 413 });
  };
  const desk = new Desk();
  return { wire, studio, desk, sent, meshes: new Meshes(studio, desk, send) };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 0));
const words = (studio: Studio) => studio.notices.list.map((notice) => notice.words).join(" ");

test("a file is sent, prepared with progress, and becomes the chosen thing", async () => {
  const { wire, desk, sent, meshes } = begun({ ok: true, body: '{"path": "a/desk.obj"}' });
  const brought = meshes.bring(new File(["v"], "desk.obj"));
  await soon();
  expect(sent).toEqual(["desk.obj"]);
  const asked = wire.said.find((message) => message["type"] === "import_mesh")!;
  expect(asked).toMatchObject({ path: "a/desk.obj", scale: null, up: null });
  wire.tell({ type: "mesh_progress", id: asked["id"], done: 3, total: 9 });
  expect(meshes.under).toEqual({ name: "desk.obj", done: 3, total: 9 });
  wire.tell({ type: "answer", id: asked["id"], value: { name: "desk", notes: [] } });
  await brought;
  expect(desk.thing).toBe("desk");
  expect(meshes.under).toBeNull();
});

test("what is refused is told, and what is no mesh is not even sent", async () => {
  const { studio, sent, meshes } = begun({ ok: false, body: "Poise studio: it has more than 64 MB\n" });
  await meshes.bring(new File(["v"], "desk.obj"));
  expect(words(studio)).toContain("it has more than 64 MB");
  await meshes.bring(new File(["v"], "desk.fbx"));
  expect(sent).toHaveLength(1);
  expect(words(studio)).toContain("desk.fbx is no mesh");
});

test("triangles are asked for once", async () => {
  const { wire, meshes } = begun({ ok: true, body: "{}" });
  const took: number[][] = [];
  for (let i = 0; i < 2; i++) meshes.fetch("k", (vertices, faces) => took.push([...vertices, ...faces]));
  const asked = wire.said.filter((message) => message["type"] === "ask_mesh");
  expect(asked).toHaveLength(1);
  wire.tell({ type: "answer", id: asked[0]!["id"], value: { vertices: new Uint8Array(new Float32Array([1, 2, 3]).buffer), faces: new Uint8Array(new Uint32Array([0, 1, 2]).buffer) } });
  await soon();
  expect(took).toEqual([[1, 2, 3, 0, 1, 2]]);
});
