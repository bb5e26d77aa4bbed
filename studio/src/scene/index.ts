/** The viewport's public face. Read `types.ts` first. */

export { Stage } from "./stage";
export { OVERLAYS } from "./content";
export { solidOf, figureOf, frameOf, limitOf, limitValue } from "./adapt";
export type * from "./types";
