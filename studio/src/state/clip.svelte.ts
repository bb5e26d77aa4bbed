/** The clip of the document: playing, scrubbing, exporting. Where it is, the server says with every frame. */

import type { ClipShape, ClipTime, ExportClip, PlayClip } from "../protocol/messages";
import { download } from "./download";
import type { Studio } from "./studio.svelte";

export type ClipFormat = ExportClip["format"];
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
export const FORMATS: [ClipFormat, string][] = [
  ["glb", "figure and motion (GLB)"],
  ["vrma", "motion for avatars (VRMA)"],
  ["bvh", "motion (BVH)"],
  ["mp4", "film (MP4)"],
  ["gif", "film (GIF)"],
  ["png", "film (animated PNG)"],
];

const NONE = "No clip is open: open a BVH, GLB or VRMA file that has a motion.";

export class ClipPlayer {
  /** What is being written, and how far it has come; a film tells frames. */
  writing = $state.raw<{ format: ClipFormat; done: number; total: number } | null>(null);
  readonly clip: ClipShape | null = $derived.by(() => this.studio.document?.clip ?? null);
  readonly now: ClipTime | null = $derived.by(() => this.studio.frame?.clip ?? null);

  private wanted: number | null = null;
  private asking = false;

  constructor(private readonly studio: Studio) {
    studio.onFilm = ({ done, total }) => {
      if (this.writing !== null) this.writing = { ...this.writing, done, total };
    };
  }

  toggle(): void {
    if (this.clip === null) return this.studio.notices.tell(NONE);
    this.set({ playing: !(this.studio.now?.clip?.playing ?? false) });
  }

  set(change: Omit<PlayClip, "type" | "id">): void {
    void this.studio.ask({ type: "play_clip", ...change });
  }

  /** Go to a time and stay there. While the answer to one is awaited, only the newest of others counts. */
  async scrub(time: number): Promise<void> {
    const { clip } = this;
    if (clip === null) return;
    this.wanted = Math.min(Math.max(time, clip.start), clip.end);
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.wanted !== null) {
        const next = this.wanted;
        this.wanted = null;
        await this.studio.ask({ type: "play_clip", time: next, playing: false });
      }
    } finally {
      this.asking = false;
    }
  }

  /** The same file, another of its animations. */
  choose(animation: string): void {
    if (this.clip !== null) void this.studio.ask({ type: "open_clip", path: this.clip.file, animation });
  }

  async export(format: ClipFormat): Promise<void> {
    if (this.clip === null) return this.studio.notices.tell(NONE);
    if (this.writing !== null) return this.studio.notices.tell("Another file is being written: wait for it, or stop it.");
    this.writing = { format, done: 0, total: 0 };
    try {
      const file = await this.studio.ask({ type: "export_clip", format });
      if (file?.data) download(file.filename, new Blob([new Uint8Array(file.data)], { type: "application/octet-stream" }));
    } finally {
      this.writing = null;
    }
  }

  stop(): void {
    void this.studio.ask({ type: "stop_film" });
  }
}

/** Seconds as a clock shows them. */
export const clock = (seconds: number): string => `${seconds.toFixed(2)} s`;
