/** The viewport's public face. Read `types.ts` first. */

export { Stage } from "./stage";
export { OVERLAYS } from "./content";
export { figureOf, frameOf, limitOf, limitValue } from "./adapt";
export type * from "./types";
