import { expect, test } from "vitest";
import { favouritesFirst, peopleFirst } from "./favourites";

test("what people want most comes first, the rest in its order", () => {
  const kinds = ["inertia", "balance", "equilibrium", "reach"].map((kind) => ({ kind }));
  expect(favouritesFirst(kinds).map((k) => k.kind)).toEqual(["reach", "balance", "inertia", "equilibrium"]);
});

test("people come before chains", () => {
  const scenes = ["baerlocher_5_1_a", "baerlocher_7_18", "dance"].map((name) => ({ name }));
  expect(peopleFirst(scenes).map((s) => s.name)).toEqual(["dance", "baerlocher_7_18", "baerlocher_5_1_a"]);
});
