import { describe, expect, test } from "vitest";
import type { FieldKind, FigureMessage, PartKind } from "../protocol/messages";
import { presentPlacement, startingFields } from "./starting";

const field = (name: string, kind: string, changes: Partial<FieldKind> = {}): FieldKind => ({
  name, kind, title: name, unit: "", required: true, default: null, choices: [], min: null, help: "", ...changes,
});
const kind = (name: string, ...fields: FieldKind[]): PartKind => ({ kind: name, title: name, help: "", more: "", fields });
const known = {
  figure: {
    sites: [{ name: "left_hand", partner: "right_hand" }, { name: "right_hand", partner: "left_hand" }],
    soles: [{ name: "left_foot" }],
    postures: ["sitting", "rest"],
  } as unknown as FigureMessage,
  now: null,
  place: () => ({ position: [0.1234567, 1, 0.5] as [number, number, number], rotation: [0, 0, 0, 1] as [number, number, number, number] }),
};

describe("a new part", () => {
  test("reaches for where its site is already, so that nothing moves", () => {
    const fields = startingFields(kind("reach", field("site", "site"), field("point", "point"), field("axes", "axes", { required: false })), known, null);
    expect(fields).toEqual({ site: "right_hand", point: [0.12346, 1, 0.5] });
  });

  test("looks at something ahead", () => {
    const fields = startingFields(kind("look_at", field("site", "site"), field("point", "point")), known, "left_hand");
    expect(fields["point"]).toEqual([0.12346, 1, 1.5]);
  });

  test("joins two different sites", () => {
    const fields = startingFields(kind("together", field("site_a", "site"), field("site_b", "site")), known, "left_hand");
    expect(fields).toEqual({ site_a: "left_hand", site_b: "right_hand" });
  });

  test("joins the same sites of two figures", () => {
    const sites = ["ann/left_hand", "ann/right_hand", "bob/left_hand", "bob/right_hand"].map((name) => ({ name, segment: name, position: [0, 0, 0], rotation: [0, 0, 0, 1], partner: null }));
    const both = { ...known, figure: { ...known.figure!, sites } };
    const together = kind("together", field("site_a", "site"), field("site_b", "site"));
    expect(startingFields(together, both, null)).toEqual({ site_a: "ann/right_hand", site_b: "bob/right_hand" });
    expect(startingFields(together, both, "bob/left_hand")).toEqual({ site_a: "bob/left_hand", site_b: "ann/left_hand" });
  });

  test("pushes with a force that can be felt, and keeps to a side that means something", () => {
    expect(startingFields(kind("force", field("vector", "direction", { unit: "N" })), known, null)["vector"]).toEqual([0, 0, -50]);
    expect(startingFields(kind("press", field("site", "site"), field("onto", "site"), field("vector", "direction", { unit: "N" })), known, null)).toEqual({ site: "right_hand", onto: "left_hand", vector: [0, -50, 0] });
    expect(startingFields(kind("keep", field("site", "site")), known, null)).toMatchObject({ normal: [0, 1, 0] });
    expect(startingFields(kind("support", field("site", "sites_or_soles")), known, null)).toEqual({ site: "left_foot" });
    expect(startingFields(kind("posture", field("pose", "pose")), known, null)).toEqual({ pose: "rest" });
  });
});

describe("a field without a value", () => {
  test("begins where the site is that its part speaks of", () => {
    expect(presentPlacement(known, { site: "left_hand" })).toEqual({ position: [0.12346, 1, 0.5], rotation: [0, 0, 0, 1] });
    expect(presentPlacement(known, { site_a: "left_hand", site_b: "right_hand" })?.position).toEqual([0.12346, 1, 0.5]);
    expect(presentPlacement(known, { weight: 1 })).toBeNull();
    expect(presentPlacement({ place: () => null }, { site: "gone" })).toBeNull();
  });
});
