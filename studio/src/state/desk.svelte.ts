/** What lies on this person's desk: selection, open panels, the way of dragging. Of this window alone. */

import type { Explanation, LimbCircle } from "../protocol/messages";
import type { Found } from "./stageMenu";

export type PartList = "tasks" | "criteria" | "forces" | "supports";
export type Tab = "inspect" | "joints" | "loads" | "figure" | "poses" | "view";
export type DialogName = "gallery" | "open" | "save" | "shortcuts" | "palette" | "python" | "about" | "compare" | "add_figure";
export type Follow = "natural" | "body" | "limb" | "part" | "joint";
export type DragMethod = "priority" | "transpose" | "ccd";
export type ViewLayout = "quad" | "perspective" | "front" | "side" | "top";

/** A part of the document: a task by its name, anything else by its number. */
export interface PartRef {
  list: PartList;
  at: string | number;
}

/** A menu at a place of the window, about what was found there. */
export interface StageMenu {
  place: { top: number; left: number };
  found: Found;
}

/** Somebody waits for a site to be clicked on the body. */
export interface Picking {
  words: string;
  done(site: string): void;
}

export class Desk {
  part = $state.raw<PartRef | null>(null);
  joint = $state<string | null>(null);
  segment = $state<string | null>(null);
  site = $state<string | null>(null);
  /** What is selected was chosen behind something: a drag takes it there. */
  through = $state(false);
  tab = $state<Tab>("inspect");
  dialog = $state<DialogName | null>(null);
  /** The list to which something is being added. */
  adding = $state<PartList | null>(null);
  menu = $state.raw<StageMenu | null>(null);
  picking = $state.raw<Picking | null>(null);
  follow = $state<Follow>("natural");
  /** How the body follows while it is held, what depth a pixel means, and where a part is held. */
  method = $state<DragMethod>("priority");
  depth = $state<"plane" | "ray">("plane");
  hold = $state<"surface" | "axis">("surface");
  /** Iterations from picture to picture; null for as many as there is time for. */
  iterations = $state<number | null>(null);
  symmetric = $state(false);
  gizmo = $state<"move" | "turn">("move");
  layout = $state<ViewLayout>("perspective");
  /** The answer to the last “Why?”, and what it was about. */
  why = $state.raw<{ task: string; explanation: Explanation | null } | null>(null);
  /** The circle of the elbow or knee of the selected limb, when its end has a goal. */
  circle = $state.raw<LimbCircle | null>(null);
  /** The thing whose sizes are shown. */
  thing = $state<string | null>(null);
  /** The file of a figure that lies as it was read: somebody must say which way is up in it. */
  lying = $state<string | null>(null);
  /** The drawer that is open where the window is narrow. */
  drawer = $state<"left" | "right" | null>(null);
  /** The site whose path is drawn; null when none is. */
  traced = $state<string | null>(null);
  tour = $state<number | null>(null);
  /** The part of the body under a resting cursor. */
  hovered = $state<string | null>(null);
  /** What holds the drag that comes no farther just now. */
  held = $state<string | null>(null);
  /** What has just happened, for screen readers. */
  said = $state("");

  select(part: PartRef | null): void {
    this.part = part;
    if (part !== null) this.tab = "inspect";
  }

  /** Nothing is selected any more: no part, no joint, nothing of the body. */
  clear(): void {
    this.part = this.joint = this.segment = this.site = this.thing = null;
  }

  /** A part of the body, with its joint; a site of it, if one is meant. */
  selectSegment(segment: string | null, joint: string | null, site: string | null = null, through = false): void {
    this.through = through;
    this.segment = segment;
    this.joint = joint;
    this.site = site;
  }

  /** Another figure is here: what it has not is not selected any more. */
  keepOnly(figure: { segments: readonly { name: string }[]; joints: readonly { name: string }[]; sites: readonly { name: string }[] }): void {
    const has = (parts: readonly { name: string }[], name: string | null) => parts.some((part) => part.name === name);
    if (!has(figure.segments, this.segment)) this.segment = this.circle = null;
    if (!has(figure.joints, this.joint)) this.joint = null;
    if (!has(figure.sites, this.site)) this.site = null;
  }

  selectJoint(joint: string | null): void {
    this.joint = joint;
    if (joint !== null) this.tab = "joints";
  }

  isSelected(list: PartList, at: string | number): boolean {
    return this.part?.list === list && this.part.at === at;
  }

  /** Let the person click a site on the body. */
  pick(words: string): Promise<string | null> {
    this.picking?.done("");
    return new Promise((resolve) => {
      this.picking = {
        words,
        done: (site) => {
          this.picking = null;
          resolve(site === "" ? null : site);
        },
      };
    });
  }
}
