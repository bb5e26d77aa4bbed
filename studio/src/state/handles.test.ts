import { describe, expect, test } from "vitest";
import type { DocumentMessage, FigureMessage, Goal } from "../protocol/messages";
import { handleId, handlesOf, movedValue, partOf, ride } from "./handles";

const goal = (changes: Partial<Goal>): Goal => ({ list: "tasks", at: "reach", field: "point", kind: "point", site: "hand", value: [1, 2, 3], ...changes });
const figure = { sites: [{ name: "hand", segment: "arm" }] } as FigureMessage;
const documentOf = (goals: Goal[], kind = "reach") => ({ goals, stays: [], forces: [], levels: [[{ name: "reach", kind, fields: { axes: "xz" } }]] }) as unknown as DocumentMessage;
const place = () => ({ position: [0, 1, 0], rotation: [0, 0, 0, 1] }) as never;
const light = { name: "reach", level: 2, enabled: true, met: false, residual: 1, unit: "m", note: "" };
const known = (goals: Goal[], kind?: string) => ({ figure, document: documentOf(goals, kind), lights: new Map([["reach", light]]), place });

describe("handles", () => {
  test("a task's point joins its site, and has the task's light and axes", () => {
    expect(handlesOf(known([goal({})]), null)).toEqual([{ id: handleId(goal({})), kind: "point", position: [1, 2, 3], site: 0, tone: "compromise", axes: "xz" }]);
  });

  test("what somebody drags just now is where they drag it", () => {
    const live = { list: "tasks", at: "reach", field: "point", value: [9, 9, 9] };
    expect(handlesOf(known([goal({})]), live)[0]?.position).toEqual([9, 9, 9]);
  });

  test("a force acts where its site is", () => {
    const force = goal({ list: "forces", at: 0, field: "vector", kind: "force", value: [0, 0, -50] });
    expect(handlesOf(known([force]), null)[0]).toMatchObject({ kind: "force", position: [0, 1, 0], vector: [0, 0, -50], tone: "plain" });
    expect(ride({ goals: [force], forces: [{ name: "", kind: "force", fields: {} }] })).toBe(true);
    expect(ride({ goals: [goal({})], forces: [] })).toBe(false);
  });

  test("a weight hangs between the hands that hold it, and rides along", () => {
    const forces = [{ name: "", kind: "weight", fields: { site: "hand", site_b: "hand", kilograms: 5 } }];
    const [weight] = handlesOf({ ...known([]), document: { ...documentOf([]), forces } }, null);
    expect(weight).toMatchObject({ kind: "weight", position: [0, 1, 0], kilograms: 5, held: [[0, 1, 0], [0, 1, 0]], movable: false });
    expect(ride({ goals: [], forces })).toBe(true);
  });

  test("what is held is a pin", () => {
    const held = goal({ field: "frame", kind: "frame", value: { position: [0, 0, 0] } });
    expect(handlesOf(known([held], "hold"), null)[0]).toMatchObject({ kind: "pin", quaternion: [0, 0, 0, 1] });
  });

  test("what was placed by hand is a faint pin that cannot be moved; a joint has none", () => {
    const stays = [{ part: "hand", point: [0, 0, 0], place: [1, 2, 3] }, { part: "elbow", point: null, place: null }];
    const shown = handlesOf({ ...known([]), document: { ...documentOf([]), stays } }, null);
    expect(shown).toEqual([{ id: JSON.stringify(["stays", "hand", "place"]), kind: "stay", position: [1, 2, 3], movable: false }]);
  });

  test("surfaces are drawn as they are, and moved by their middle", () => {
    const sphere = goal({ field: "surface", kind: "surface", value: { sphere: { radius: 0.3, position: [0, 1, 0.5] } } });
    const shown = handlesOf(known([sphere], "on_surface"), null)[0];
    expect(shown).toMatchObject({ kind: "obstacle", position: [0, 1, 0.5], shape: { kind: "sphere", radius: 0.3 } });
    expect(shown).not.toHaveProperty("site");
    expect(movedValue(sphere, { position: [1, 1, 1] })).toEqual({ sphere: { radius: 0.3, position: [1, 1, 1] } });
    const plane = goal({ field: "surface", kind: "surface", value: { plane: { point: [0, 1, 0], normal: [0, 0, 1] } } });
    expect(handlesOf(known([plane]), null)[0]).toMatchObject({ kind: "obstacle", position: [0, 1, 0], normal: [0, 0, 1] });
    expect(movedValue(plane, { position: [1, 1, 1] })).toEqual({ plane: { point: [1, 1, 1], normal: [0, 0, 1] } });
    const egg = goal({ field: "surface", kind: "surface", value: { ellipsoid: { radii: [1, 2, 3] } } });
    expect(handlesOf(known([egg]), null)[0]).toMatchObject({ position: [0, 0, 0], shape: { radii: [1, 2, 3] }, quaternion: [0, 0, 0, 1] });
    expect(movedValue(egg, { position: [1, 1, 1], quaternion: [1, 0, 0, 0] })).toEqual({ ellipsoid: { radii: [1, 2, 3], position: [1, 1, 1], rotation: [1, 0, 0, 0] } });
  });

  test("what keeps a site on one side, or near, is seen", () => {
    const kept = (kind: string, fields: Record<string, unknown>) => {
      const document = { goals: [goal({ kind })], stays: [], forces: [], levels: [[{ name: "reach", kind: "keep", fields }]] } as unknown as DocumentMessage;
      return handlesOf({ ...known([]), document }, null)[0];
    };
    expect(kept("plane", { normal: [0, 1, 0] })).toMatchObject({ normal: [0, 1, 0] });
    expect(kept("point", { max: 0.4 })).toMatchObject({ shape: { kind: "sphere", radius: 0.4 } });
    expect(kept("point", { max: 0.4, line: [0, 1, 0] })).not.toHaveProperty("shape");
  });

  test("an id leads back to the part", () => {
    expect(partOf(handleId(goal({ list: "supports", at: 2, field: "rope" })))).toEqual({ list: "supports", at: 2, field: "rope" });
  });

  test("a moved handle says what its field becomes", () => {
    const position = [4, 5, 6] as const;
    const quaternion = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
    expect(movedValue(goal({}), { position })).toEqual([4, 5, 6]);
    expect(movedValue(goal({ kind: "frame" }), { position, quaternion })).toEqual({ position: [4, 5, 6], rotation: [...quaternion] });
    expect(movedValue(goal({ kind: "force" }), { position, vector: [1, 0, 0] })).toEqual([1, 0, 0]);
    expect((movedValue(goal({ kind: "direction", value: [0, 0, 1] }), { position, quaternion }) as number[])[0]).toBeCloseTo(1);
    expect(movedValue(goal({ kind: "turn" }), { position, quaternion })).toEqual([...quaternion]);
  });
});
