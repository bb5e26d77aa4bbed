import { describe, expect, test, vi } from "vitest";
import { Hand, type Grab } from "./hand";
import { RefusedError, type Link } from "./link";

const point: Grab = { type: "grab_point", segment: "right_hand", point: [0, 0, 0] };

function begin(refuse = false) {
  const said: { type: string; n?: number; value?: unknown; keep?: boolean }[] = [];
  const clock = { now: 0 };
  const complaints: string[] = [];
  const link = {
    send: (message: (typeof said)[number]) => void said.push(message),
    request: vi.fn((asked: (typeof said)[number]) => {
      said.push(asked);
      return refuse ? Promise.reject(new RefusedError("no such segment")) : Promise.resolve({ at: "reach" });
    }),
  };
  const hand = new Hand(link as unknown as Link, (words) => complaints.push(words), () => clock.now);
  const pulls = () => said.filter((message) => message.type === "pull").map((message) => message.value);
  return { hand, said, pulls, clock, complaints };
}

describe("the hand", () => {
  test("keeps one pull in flight; the newest wins", () => {
    const { hand, pulls } = begin();
    hand.grab(point);
    for (let i = 0; i < 5; i++) hand.pull([i, 0, 0]);
    expect(pulls()).toEqual([[0, 0, 0]]);
    hand.shown({ pull: 1 }, true);
    expect(pulls()).toEqual([[0, 0, 0], [4, 0, 0]]);
    hand.shown({ pull: 2 }, true);
    expect(pulls()).toHaveLength(2);
  });

  test("frames of other windows, and of older pulls, free nothing", () => {
    const { hand, pulls } = begin();
    hand.grab(point);
    hand.pull(1);
    hand.shown({ pull: 1 }, true);
    hand.pull(2);
    hand.pull(3);
    hand.shown({ pull: 9 }, false);
    hand.shown({ pull: 1 }, true);
    expect(pulls()).toEqual([1, 2]);
  });

  test("a frame that never comes does not hold it up for ever", () => {
    const { hand, pulls, clock } = begin();
    hand.grab(point);
    hand.pull(1);
    clock.now = 1000;
    hand.pull(2);
    expect(pulls()).toEqual([1, 2]);
  });

  test("lets go where it is: the last pull goes before the release", async () => {
    const { hand, said } = begin();
    hand.grab(point);
    hand.pull(1);
    hand.pull(2);
    expect(await hand.release(true)).toEqual({ at: "reach" });
    expect(said.slice(-2)).toEqual([{ type: "pull", n: 2, value: 2 }, { type: "release", keep: true }]);
    expect(await hand.release()).toBeNull();
  });

  test("a cancelled drag sends nothing more", async () => {
    const { hand, said } = begin();
    hand.grab(point);
    hand.pull(1);
    hand.pull(2);
    await hand.cancel();
    hand.pull(3);
    expect(said.at(-1)).toEqual({ type: "cancel" });
  });

  test("a refused grab is told, and holds nothing", async () => {
    const { hand, complaints } = begin(true);
    hand.grab(point);
    await Promise.resolve();
    await Promise.resolve();
    expect(complaints).toEqual(["no such segment"]);
    expect(hand.holds).toBe(false);
  });
});
