/** Every command by name: the palette lists them, keys run them, the shortcut sheet is made from them. */

import type { Actions } from "./actions";
import { FORMATS, type ClipPlayer } from "./clip.svelte";
import type { Desk, ViewLayout } from "./desk.svelte";
import type { Studio } from "./studio.svelte";
import { look } from "./theme.svelte";
import type { Viewport } from "./viewport";

export interface Command {
  title: string;
  group: "Document" | "Edit" | "Pose" | "View" | "Help";
  keys?: string;
  run(): void;
}

const VIEWS: [ViewLayout, string, string][] = [
  ["perspective", "Perspective view", "1"],
  ["front", "Front view", "2"],
  ["side", "Side view", "3"],
  ["top", "Top view", "4"],
  ["quad", "Four views", "5"],
];

const METHODS: [string, string][] = [
  ["priority", "How it follows: by priorities"],
  ["transpose", "How it follows: pulled like an elastic rod"],
  ["ccd", "How it follows: joint by joint"],
];

export function commandsOf(studio: Studio, desk: Desk, actions: Actions, viewport: Viewport, clips: ClipPlayer): Command[] {
  const open = (dialog: Desk["dialog"]) => () => void (desk.dialog = dialog);
  return [
    { group: "Document", title: "New scene", run: () => void actions.fresh() },
    { group: "Document", title: "Open …", keys: "Ctrl+O", run: open("open") },
    { group: "Document", title: "Gallery …", keys: "Ctrl+G", run: open("gallery") },
    { group: "Document", title: "Save", keys: "Ctrl+S", run: () => void actions.save() },
    { group: "Document", title: "Save as …", keys: "Ctrl+Shift+S", run: open("save") },
    { group: "Document", title: "Copy as Python …", run: open("python") },
    { group: "Document", title: "Export the pose as YAML", run: () => void actions.downloadAs("pose_yaml") },
    { group: "Document", title: "Export the pose as JSON", run: () => void actions.downloadAs("pose_json") },
    { group: "Document", title: "Export the solution as JSON", run: () => void actions.downloadAs("solution_json") },
    { group: "Document", title: "Export the scene as YAML", run: () => void actions.downloadAs("scene_yaml") },
    { group: "Document", title: "Export the figure as YAML", run: () => void actions.downloadAs("figure_yaml") },
    { group: "Document", title: "Export the loads as CSV", run: () => void actions.downloadAs("loads_csv") },
    { group: "Document", title: "Report: one HTML file with pictures and loads", run: () => void actions.downloadReport() },
    { group: "Document", title: "Export the posed figure (GLB)", run: () => void actions.downloadAs("pose_glb") },
    { group: "Document", title: "Export the pose for avatars (VRMA)", run: () => void actions.downloadAs("pose_vrma") },
    { group: "Document", title: "Export the pose as BVH", run: () => void actions.downloadAs("pose_bvh") },
    { group: "Document", title: "Export a picture (PNG)", run: () => void actions.downloadPicture() },
    ...FORMATS.map(([format, title]): Command => ({ group: "Document", title: `Export the clip: ${title}`, run: () => void clips.export(format) })),
    { group: "Edit", title: "Undo", keys: "Ctrl+Z", run: () => void actions.undo() },
    { group: "Edit", title: "Redo", keys: "Ctrl+Shift+Z", run: () => void actions.redo() },
    { group: "Edit", title: "Remove what is selected", keys: "Delete", run: () => actions.removeSelected() },
    { group: "Edit", title: "Why is the selected task not met?", keys: "W", run: () => desk.part?.list === "tasks" && void actions.why(String(desk.part.at)) },
    { group: "Edit", title: "Pin or let go the selected site", keys: "P", run: () => actions.pin() },
    { group: "Edit", title: "Pin it with its direction", keys: "Shift+P", run: () => actions.pin(true) },
    { group: "Pose", title: "Back to rest", keys: "H", run: () => actions.restPose() },
    { group: "Pose", title: "Back to the start of the scene", run: () => void studio.ask({ type: "apply_pose", source: "start" }) },
    { group: "Pose", title: "Solve from the start", keys: "Shift+H", run: () => void actions.solveFromStart() },
    { group: "Pose", title: "Same question for the 5th, 50th and 95th percentile …", run: open("compare") },
    { group: "Pose", title: "Relax: what was placed by hand need not stay", keys: "X", run: () => actions.relax() },
    { group: "Pose", title: "Mirror the pose", keys: "M", run: () => actions.mirror() },
    { group: "Pose", title: "Left side like the right", run: () => actions.mirror("right_to_left") },
    { group: "Pose", title: "Right side like the left", run: () => actions.mirror("left_to_right") },
    { group: "Pose", title: "Symmetric editing on or off", keys: "S", run: () => void (desk.symmetric = !desk.symmetric) },
    { group: "Pose", title: "Keep the pose", keys: "K", run: () => void actions.keepPose(`Pose ${(studio.document?.poses.length ?? 0) + 1}`) },
    { group: "Pose", title: "Who follows: the limb, and the body when needed", keys: "N", run: () => void (desk.follow = "natural") },
    { group: "Pose", title: "Who follows: the whole body", keys: "B", run: () => void (desk.follow = "body") },
    { group: "Pose", title: "Who follows: the limb", keys: "L", run: () => void (desk.follow = "limb") },
    { group: "Pose", title: "Who follows: this part alone", keys: "O", run: () => void (desk.follow = "part") },
    { group: "Pose", title: "Who follows: up to the selected joint", keys: "J", run: () => void (desk.follow = "joint") },
    { group: "Pose", title: "The body keeps out of itself, or not", run: () => void studio.ask({ type: "set_scene", avoid_self: !(studio.document?.avoid_self ?? false) }) },
    { group: "Pose", title: "Add a person beside", run: () => void actions.addPerson() },
    { group: "Pose", title: "Settle now: go on until the body rests", run: () => void studio.ask({ type: "settle_now" }) },
    { group: "Pose", title: "Depth of a drag: facing plane or ray rule", run: () => void (desk.depth = desk.depth === "plane" ? "ray" : "plane") },
    ...METHODS.map(([method, title]): Command => ({ group: "Pose", title, run: () => void studio.ask({ type: "set_scene", method }) })),
    ...VIEWS.map(([layout, title, keys]): Command => ({ group: "View", title, keys, run: () => void (desk.layout = layout) })),
    { group: "View", title: "Play or pause the clip", keys: "Space", run: () => clips.toggle() },
    { group: "View", title: "Frame what is selected", keys: "F", run: () => viewport.frameSelection() },
    { group: "View", title: "Move handles", keys: "G", run: () => actions.moveHandles() },
    { group: "View", title: "Turn handles, rings of the joint; again: of the next joint up", keys: "R", run: () => actions.turnHandles() },
    { group: "View", title: "Clear the traces", run: () => viewport.clearTraces() },
    { group: "View", title: "Light or dark", keys: "D", run: () => look.toggle() },
    { group: "Help", title: "Command palette", keys: "Ctrl+K", run: open("palette") },
    { group: "Help", title: "Shortcuts", keys: "?", run: open("shortcuts") },
    { group: "Help", title: "Tour of the page", run: () => void (desk.tour = 0) },
    { group: "Help", title: "About Poise", run: open("about") },
  ];
}
