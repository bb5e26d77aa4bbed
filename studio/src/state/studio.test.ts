import { describe, expect, test } from "vitest";
import { Wire, WELCOME } from "../testing/wire";
import { Studio } from "./studio.svelte";

const bytes = (...values: number[]) => new Uint8Array(new Float32Array(values).buffer);
const figure = {
  type: "figure", revision: 1, postures: ["rest"],
  segments: [{ name: "base" }, { name: "arm" }],
  sites: [{ name: "tip", segment: "arm", position: [0, 0, 1], rotation: [0, 0, 0, 1], partner: null }],
};
const frame = {
  type: "frame", number: 1, figure: 1, hand: 0, pull: 0, light: "green", settled: true, live: null, handles: [], overlays: {},
  placements: bytes(0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 0, 0, 0, 1), joints: bytes(0.5),
  tasks: [{ name: "hold", level: 1, enabled: true, met: true, residual: 0, unit: "m" }],
};
const document = { type: "document", revision: 1, name: "scene", levels: [[{ name: "hold", kind: "hold", fields: {} }]], undo: ["drag right_hand"], redo: [] };

function begin() {
  const wires: Wire[] = [];
  const pictures: (() => void)[] = [];
  const studio = new Studio(() => (wires.push(new Wire()), wires.at(-1)!), (run) => void pictures.push(run));
  wires[0]!.open();
  wires[0]!.tell(WELCOME);
  return { studio, wire: wires[0]!, pictures };
}

describe("the state of the page", () => {
  test("keeps what the server says", () => {
    const { studio, wire } = begin();
    wire.tell(figure);
    wire.tell(document);
    wire.tell({ type: "windows", count: 2, hand: 7 });
    expect(studio.tasks.map((task) => task.name)).toEqual(["hold"]);
    expect(studio.document?.undo).toEqual(["drag right_hand"]);
    expect(studio.windows).toEqual({ count: 2, hand: 7 });
  });

  test("the viewport hears every frame, panels one a picture, the newest", () => {
    const { studio, wire, pictures } = begin();
    const heard: number[] = [];
    studio.onFrame = (f) => heard.push(f.number);
    wire.tell(figure);
    for (const number of [1, 2, 3]) wire.tell({ ...frame, number });
    expect(heard).toEqual([1, 2, 3]);
    expect(studio.frame).toBeNull();
    expect(pictures).toHaveLength(1);
    pictures[0]!();
    expect(studio.frame?.number).toBe(3);
    expect(studio.lights.get("hold")?.met).toBe(true);
    expect(wire.said.filter((m) => m["type"] === "seen").map((m) => m["number"])).toEqual([1, 2, 3]);
  });

  test("a frame of another figure is not shown", () => {
    const { studio, wire, pictures } = begin();
    wire.tell(frame);
    wire.tell({ ...figure, revision: 2 });
    wire.tell(frame);
    expect(pictures).toHaveLength(0);
    expect(studio.now).toBeNull();
  });

  test("says where a site is", () => {
    const { studio, wire } = begin();
    wire.tell(figure);
    wire.tell(frame);
    expect(studio.place("tip")?.position).toEqual([1, 2, 4]);
    expect(studio.place("nose")).toBeNull();
  });

  test("a refusal is told to the person, and nothing else happens", async () => {
    const { studio, wire } = begin();
    const asked = studio.ask({ type: "undo" });
    wire.tell({ type: "refused", id: wire.said.at(-1)!["id"], message: "there is nothing to undo" });
    expect(await asked).toBeUndefined();
    expect(studio.notices.list.map((n) => n.words)).toEqual(["there is nothing to undo"]);
  });

  test("a lost connection drops what the hand holds", () => {
    const { studio, wire } = begin();
    studio.hand.grab({ type: "grab_joint", joint: "elbow" });
    wire.drop();
    expect(studio.hand.holds).toBe(false);
    expect(studio.status).toBe("lost");
  });

  test("a recovered scene is told", () => {
    const { studio, wire } = begin();
    wire.tell({ ...WELCOME, recovered: true });
    expect(studio.notices.list[0]?.words).toContain("brought back");
  });
});
