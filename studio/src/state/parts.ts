/** Looking parts of the document up. */

import type { Catalogue, DocumentMessage, Part, PartKind } from "../protocol/messages";
import type { PartList, PartRef } from "./desk.svelte";

export function findPart(document: DocumentMessage | null, ref: PartRef): Part | null {
  if (document === null) return null;
  if (ref.list === "tasks") return document.levels.flat().find((task) => task.name === ref.at) ?? null;
  return document[ref.list][Number(ref.at)] ?? null;
}

export function kindOf(catalogue: Catalogue | null, list: PartList, kind: string): PartKind | null {
  return catalogue?.[list].find((entry) => entry.kind === kind) ?? null;
}
