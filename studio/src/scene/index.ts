/** The viewport's public face. Read `types.ts` first. */

export { Stage, OVERLAYS } from "./stage";
export { figureOf, frameOf, limitOf, limitValue } from "./adapt";
export type * from "./types";
