/** What every panel may use, handed down by the application. */

import { getContext, setContext } from "svelte";
import type { Actions } from "./actions";
import type { ClipPlayer } from "./clip.svelte";
import type { Command } from "./commands";
import type { Desk } from "./desk.svelte";
import type { Meshes } from "./meshes.svelte";
import type { Studio } from "./studio.svelte";
import type { Viewport } from "./viewport";

export interface App {
  studio: Studio;
  desk: Desk;
  actions: Actions;
  viewport: Viewport;
  clips: ClipPlayer;
  meshes: Meshes;
  commands: Command[];
}

const KEY = Symbol("poise");
export const provideApp = (app: App): App => setContext(KEY, app);
export const useApp = (): App => getContext<App>(KEY);
