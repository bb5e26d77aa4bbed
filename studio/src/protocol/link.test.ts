import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Link, RefusedError, type Status } from "./link";
import { PROTOCOL, type FromServer } from "./messages";
import { Wire, WELCOME as welcome } from "../testing/wire";

function begin() {
  const wires: Wire[] = [];
  const heard: FromServer[] = [];
  const states: [Status, string][] = [];
  const link = new Link(
    () => {
      wires.push(new Wire());
      return wires.at(-1)!;
    },
    { message: (m) => heard.push(m), status: (s, w) => states.push([s, w]) },
  );
  link.open();
  return { link, wires, heard, states };
}

describe("the link", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("says hello with its protocol, and is open after the welcome", () => {
    const { wires, states, heard } = begin();
    wires[0]!.open();
    expect(wires[0]!.said).toEqual([{ type: "hello", protocol: PROTOCOL }]);
    wires[0]!.tell(welcome);
    expect(states.map(([s]) => s)).toEqual(["connecting", "open"]);
    expect(heard[0]?.type).toBe("welcome");
  });

  test("gives answers and refusals to those who asked, in any order", async () => {
    const { link, wires } = begin();
    wires[0]!.open();
    wires[0]!.tell(welcome);
    const first = link.request({ type: "undo" });
    const second = link.request({ type: "redo", steps: 2 });
    const [a, b] = wires[0]!.said.slice(1);
    expect(b).toMatchObject({ type: "redo", steps: 2 });
    wires[0]!.tell({ type: "refused", id: b!["id"], message: "there is nothing to redo" });
    wires[0]!.tell({ type: "answer", id: a!["id"], value: { actions: ["drag"] } });
    await expect(second).rejects.toThrow(new RefusedError("there is nothing to redo"));
    expect(await first).toEqual({ actions: ["drag"] });
  });

  test("a request without a connection is refused at once", async () => {
    const { link } = begin();
    await expect(link.request({ type: "undo" })).rejects.toBeInstanceOf(RefusedError);
  });

  test("tries again with growing patience when the server is gone, and refuses what was asked", async () => {
    const { link, wires, states } = begin();
    wires[0]!.open();
    wires[0]!.tell(welcome);
    const asked = link.request({ type: "undo" });
    wires[0]!.drop();
    await expect(asked).rejects.toThrow("lost");
    expect(states.at(-1)![0]).toBe("lost");
    vi.advanceTimersByTime(200);
    expect(wires).toHaveLength(2);
    wires[1]!.drop();
    vi.advanceTimersByTime(399);
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(wires).toHaveLength(3);
    wires[2]!.open();
    wires[2]!.tell(welcome);
    expect(states.at(-1)![0]).toBe("open");
  });

  test("a wrong protocol or token is told, and not tried again", () => {
    const { wires, states } = begin();
    wires[0]!.open();
    wires[0]!.tell({ type: "refused", id: null, message: "this page speaks protocol 1, the server 2: reload it" });
    wires[0]!.drop(4002);
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
    expect(states.at(-1)).toEqual(["refused", "this page speaks protocol 1, the server 2: reload it"]);
  });
});
