/** What a person can do, each in one call: menus, keys, the palette and the panels share these. */

import type { Export, Exported, GrabBlend } from "../protocol/messages";
import type { Desk, PartList } from "./desk.svelte";
import { nextUp } from "./joints";
import { leap, step, type Move } from "./order";
import { download } from "./download";
import type { Studio } from "./studio.svelte";
import type { Viewport } from "./viewport";

/** The views that a report shows beside the one on the screen. */
const REPORTED = ["front", "side"] as const;

/** How long the pose that was asked for may still be on its way before views are fitted to it. */
const FRAME_MS = 50;

export class Actions {
  constructor(
    private readonly studio: Studio,
    private readonly desk: Desk,
    private readonly viewport: Viewport,
  ) {}

  // ---- history ------------------------------------------------------------------------------------

  async undo(steps = 1): Promise<void> {
    if (!this.studio.document?.undo.length) return this.studio.notices.tell("There is nothing to undo.");
    const answer = await this.studio.ask({ type: "undo", steps });
    if (answer) this.desk.said = `Undone: ${answer.actions.join(", ")}`;
  }

  async redo(steps = 1): Promise<void> {
    if (!this.studio.document?.redo.length) return this.studio.notices.tell("There is nothing to do again.");
    const answer = await this.studio.ask({ type: "redo", steps });
    if (answer) this.desk.said = `Done again: ${answer.actions.join(", ")}`;
  }

  // ---- tasks, criteria, forces, supports ------------------------------------------------------------

  async add(list: PartList, kind: string, fields: Record<string, unknown>, level: number | null = null): Promise<boolean> {
    const place = await this.studio.ask({ type: "add_part", list, kind, fields, level, symmetric: this.desk.symmetric });
    if (place === undefined) return false;
    if (place.at !== null) this.desk.select({ list, at: place.at });
    this.desk.said = `Added ${kind.replaceAll("_", " ")}`;
    return true;
  }

  async edit(list: PartList, at: string | number, fields: Record<string, unknown>): Promise<void> {
    const place = await this.studio.ask({ type: "edit_part", list, at, fields, symmetric: this.desk.symmetric });
    if (place !== undefined && place.at !== null && this.desk.isSelected(list, at)) this.desk.part = { list, at: place.at };
  }

  async remove(list: PartList, at: string | number): Promise<void> {
    await this.studio.ask({ type: "remove_part", list, at, symmetric: this.desk.symmetric });
    if (this.desk.part?.list === list) this.desk.select(null);
    this.desk.said = `Removed ${at}`;
  }

  removeSelected(): void {
    const part = this.desk.part;
    if (part !== null) void this.remove(part.list, part.at);
  }

  async move(move: Move | null): Promise<void> {
    if (move === null) return;
    await this.studio.ask({ type: "move_task", ...move });
    this.desk.said = `${move.task} is now at level ${this.levelOf(move.task)}`;
  }

  /** One step in the order of priority; with `whole`, past the neighbouring level. */
  reorder(task: string, by: -1 | 1, whole = false): Promise<void> {
    const levels = this.studio.document?.levels ?? [];
    return this.move((whole ? leap : step)(levels, task, by));
  }

  private levelOf(task: string): number {
    return (this.studio.document?.levels.findIndex((level) => level.some((t) => t.name === task)) ?? -1) + 1;
  }

  async why(task: string): Promise<void> {
    const asked = { task, explanation: null };
    this.desk.why = asked;
    const explanation = await this.studio.ask({ type: "explain", task });
    if (this.desk.why === asked) this.desk.why = explanation === undefined ? null : { task, explanation };
  }

  /** Pin or let go the selected site; a site of the selected part stands in for it. */
  pin(turn = false): void {
    const site = this.desk.site ?? this.studio.figure?.sites.find((s) => s.segment === this.desk.segment)?.name;
    if (site === undefined) return this.studio.notices.tell("Click a part of the body first: then P pins it.");
    void this.studio.ask({ type: "pin", site, turn, symmetric: this.desk.symmetric });
  }

  /** A goal where a point of the body is now, as if it had been dragged there and kept. */
  async keepGoal(segment: string, point: readonly number[]): Promise<void> {
    this.studio.hand.grab({ type: "grab_point", segment, point: [...point], follow: "natural", symmetric: this.desk.symmetric });
    const place = await this.studio.hand.release(true);
    if (place !== null && place.at !== null) this.desk.select({ list: "tasks", at: place.at });
  }

  moveHandles(): void {
    this.desk.gizmo = "move";
    this.desk.joint = null;
  }

  /** A selected goal is turned; a part of the body by the rings of its joint, and once more by those of the next joint up. */
  turnHandles(): void {
    const { desk, studio } = this;
    desk.gizmo = "turn";
    const isGoal = studio.document?.goals.some((goal) => goal.list === desk.part?.list && goal.at === desk.part.at);
    if (desk.segment === null || isGoal) return;
    const next = nextUp(studio.figure?.joints ?? [], desk.segment, desk.joint);
    if (next === null) return studio.notices.tell("There is no joint farther up: R begins with the selected part again.");
    desk.joint = next;
    studio.notices.tell(`Drag the rings of the ${next.replaceAll("_", " ")}. R: the next joint up.`);
  }

  // ---- pose ---------------------------------------------------------------------------------------

  posture(name: string): void {
    void this.studio.ask({ type: "apply_pose", source: "posture", name }).then(() => this.reframe(name.replaceAll("_", " ")));
  }

  /** `figure`: of several, whose. */
  async stance(name: string, figure: string | null = null): Promise<void> {
    if ((await this.studio.ask({ type: "take_stance", name, figure })) === undefined) return;
    const chair = this.studio.document?.things.some((thing) => thing.kind === "chair");
    if (name === "sitting" && !chair) this.studio.notices.tell("A seat carries that is not drawn: chair, under Things, puts one there.");
    this.reframe(name.replaceAll("_", " "));
  }

  /** The pose that a solve of the scene finds from its start, whatever was dragged since. */
  async solveFromStart(): Promise<void> {
    if ((await this.studio.ask({ type: "solve_from_start" })) !== undefined) this.reframe("Solved from the start");
  }

  /** The whole body is elsewhere, whatever is selected of it. */
  private reframe(said: string): void {
    this.desk.said = said;
    setTimeout(() => this.viewport.frameBody(), FRAME_MS);
  }

  /** So much of a pose, for all of the body or a part of it: one action. */
  async blend(what: Pick<GrabBlend, "source" | "name" | "part">, share: number): Promise<void> {
    this.studio.hand.grab({ type: "grab_blend", ...what });
    this.studio.hand.pull(share);
    await this.studio.hand.release();
  }

  /** The same person with fingers. */
  async giveFingers(): Promise<void> {
    const source = this.studio.figure?.source;
    const options = source !== null && typeof source === "object" ? ((source as Record<string, object>)["human"] ?? {}) : {};
    await this.studio.ask({ type: "choose_figure", figure: { human: { ...options, hands: true } } });
  }

  restPose(): void {
    const postures = this.studio.figure?.postures ?? [];
    if (postures.length > 0) this.posture(postures.includes("rest") ? "rest" : postures[0]!);
    else void this.studio.ask({ type: "apply_pose", source: "start" });
  }

  /** What was placed by hand need not stay any more: one part, or all. */
  relax(part: string | null = null): void {
    if (!this.studio.document?.stays.length) return this.studio.notices.tell("Nothing was placed by hand: there is nothing to relax.");
    void this.studio.ask({ type: "relax", part });
  }

  mirror(side: "swap" | "left_to_right" | "right_to_left" = "swap"): void {
    void this.studio.ask({ type: "mirror_pose", side });
  }

  async keepPose(name: string): Promise<void> {
    const picture = await this.viewport.thumbnail(160, 160);
    const thumbnail = picture === null || picture.size > 60_000 ? null : new Uint8Array(await picture.arrayBuffer());
    if ((await this.studio.ask({ type: "keep_pose", name, thumbnail })) === undefined) return;
    this.studio.notices.tell(`Kept the pose as “${name}”.`);
  }

  // ---- document -----------------------------------------------------------------------------------

  async save(): Promise<void> {
    if (this.studio.document?.path === null) {
      this.desk.dialog = "save";
      return;
    }
    const answer = await this.studio.ask({ type: "save", replace: true });
    if (answer) this.studio.notices.tell(`Saved ${answer.path}.`);
  }

  /** One more person beside those on stage; her name, or undefined where that was refused. */
  async addPerson(human: Record<string, unknown> = {}, name: string | null = null): Promise<string | undefined> {
    const answer = await this.studio.ask({ type: "add_figure", figure: { human }, name });
    if (answer === undefined) return undefined;
    this.studio.notices.tell(`${answer.name} stands beside. Every name begins with whose it is now: ${answer.name}/right_hand.`);
    return answer.name;
  }

  async fresh(figure: unknown = null): Promise<void> {
    if ((await this.studio.ask({ type: "new", figure })) === undefined) return;
    this.begun();
  }

  async openShipped(name: string): Promise<void> {
    await this.opened(this.studio.ask({ type: "open", shipped: name }));
  }

  async openFile(path: string): Promise<void> {
    await this.opened(this.studio.ask({ type: "open", path }));
  }

  private async opened(answer: Promise<{ dropped: string[] } | undefined>): Promise<void> {
    if ((await answer) === undefined) return;
    this.desk.dialog = null;
    this.begun();
  }

  /** Another scene: nothing of the one before is selected, explained or traced. */
  private begun(): void {
    this.desk.clear();
    this.desk.why = null;
    this.desk.symmetric = false;
    this.viewport.clearTraces();
    this.reframe(this.studio.document?.name ?? "");
  }

  export(format: Export["format"]): Promise<Exported | undefined> {
    return this.studio.ask({ type: "export", format });
  }

  async downloadAs(format: Export["format"]): Promise<void> {
    const file = await this.export(format);
    if (file === undefined) return;
    const data = file.data === null ? null : new Uint8Array(file.data);
    download(file.filename, new Blob([data ?? file.text], { type: data === null ? "text/plain" : "application/octet-stream" }));
  }

  async downloadPicture(): Promise<void> {
    const picture = await this.viewport.picture(1600, 1200);
    if (picture === null) return this.studio.notices.warn("There is nothing to take a picture of yet.");
    download(`${this.studio.document?.name || "pose"}.png`.replaceAll(/[^\w.-]+/g, "_"), picture);
  }

  /** One HTML file about the pose: as it is seen now, from the front and from the side. */
  async downloadReport(): Promise<void> {
    this.studio.notices.tell("Writing the report …");
    const seen: "perspective" | undefined = REPORTED.some((view) => view === this.desk.layout) ? "perspective" : undefined; // no picture twice
    const taken = await Promise.all([seen, ...REPORTED].map((view) => this.viewport.picture(560, 560, view)));
    const bytes = await Promise.all(taken.filter((p) => p !== null).map(async (p) => new Uint8Array(await p.arrayBuffer())));
    const file = await this.studio.ask({ type: "report", pictures: bytes.filter((b) => b.length < 400_000) });
    if (file !== undefined) download(file.filename, new Blob([file.text], { type: "text/html" }));
  }

  setOverlay(name: string, on: boolean): void {
    void this.studio.ask({ type: "set_view", overlays: { [name]: on } });
  }
}
