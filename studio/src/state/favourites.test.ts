import { expect, test } from "vitest";
import { favouritesFirst, grouped } from "./favourites";

test("what people want most comes first, the rest in its order", () => {
  const kinds = ["inertia", "balance", "equilibrium", "reach"].map((kind) => ({ kind }));
  expect(favouritesFirst(kinds).map((k) => k.kind)).toEqual(["reach", "balance", "inertia", "equilibrium"]);
});

test("scenes stand by where they come from, people first, chains last", () => {
  const scenes = ["baerlocher_5_1_a", "baerlocher_7_18", "boulic_10", "boulic_kulpa_21", "dance", "wave", "mine"].map((name) => ({ name }));
  expect(grouped(scenes).map((group) => group.scenes.map((s) => s.name))).toEqual([["wave", "mine"], ["baerlocher_7_18"], ["boulic_10"], ["boulic_kulpa_21", "dance"], ["baerlocher_5_1_a"]]);
});
