/** All that the page knows: what the server last said, and how to ask it for something. */

import type { Catalogue, DocumentMessage, FigureMessage, FilmProgress, Frame, FromServer, MeshProgress, Part, TaskLight, Welcome } from "../protocol/messages";
import { Hand } from "../protocol/hand";
import { Link, type Asked, type Socket, type Status } from "../protocol/link";
import type { Answers } from "../protocol/messages";
import { pointAt, segmentAt, siteAt, type Placed, type Vec3 } from "./geometry";
import { Notices } from "./notices.svelte";

/** A frame with its numbers unpacked. */
export interface Shown extends Omit<Frame, "placements" | "joints"> {
  placements: Float32Array;
  joints: Float32Array;
}

/** Bytes may lie anywhere in a message; a copy is aligned. */
export const floats = (bytes: Uint8Array): Float32Array => new Float32Array(bytes.slice().buffer);

export class Studio {
  status = $state<Status>("connecting");
  words = $state("");
  welcome = $state.raw<Welcome | null>(null);
  catalogue = $state.raw<Catalogue | null>(null);
  figure = $state.raw<FigureMessage | null>(null);
  document = $state.raw<DocumentMessage | null>(null);
  /** The newest frame, at most one a picture of the screen: for panels. The viewport hears every one by `onFrame`. */
  frame = $state.raw<Shown | null>(null);
  windows = $state.raw({ count: 1, hand: 0 });
  readonly notices = new Notices();
  readonly hand: Hand;
  /** Called with every frame as it comes. */
  onFrame: (frame: Frame) => void = () => {};

  /** Called when a film has come farther. */
  onFilm: (progress: FilmProgress) => void = () => {};

  /** Called when the grid of a mesh has come farther. */
  onMesh: (progress: MeshProgress) => void = () => {};

  private readonly link: Link;
  private newest: Shown | null = null;
  private asked = false;
  private waiting: (() => void)[] = [];

  readonly lights: Map<string, TaskLight> = $derived(new Map(this.frame?.tasks.map((light) => [light.name, light]) ?? []));
  readonly tasks: Part[] = $derived(this.document?.levels.flat() ?? []);

  constructor(
    connect: () => Socket,
    private readonly nextPicture: (run: () => void) => void = (run) => void requestAnimationFrame(run),
  ) {
    this.link = new Link(connect, {
      message: (message) => this.hear(message),
      status: (status, words) => this.changed(status, words),
    });
    this.hand = new Hand(this.link, this.notices.warn);
    this.link.open();
  }

  /** Ask, and say so when it is refused: undefined then. */
  async ask<A extends Asked>(asked: A): Promise<Answers[A["type"] & keyof Answers] | undefined> {
    try {
      return await this.link.request(asked);
    } catch (error) {
      this.notices.warn((error as Error).message);
      return undefined;
    }
  }

  /** Ask, and hand the refusal to the caller. */
  tryTo<A extends Asked>(asked: A): Promise<Answers[A["type"] & keyof Answers]> {
    return this.link.request(asked);
  }

  /** Where a site is now; null for one that is not there. */
  place(name: string): Placed | null {
    const site = this.figure?.sites.find((s) => s.name === name);
    const frame = this.newest;
    if (site === undefined || frame === null) return null;
    const segment = this.figure!.segments.findIndex((s) => s.name === site.segment);
    return segment < 0 ? null : siteAt(frame.placements, segment, site);
  }

  /** Where a point of a segment is now. */
  placeOf(segment: string, point: ArrayLike<number>): Vec3 | null {
    const at = this.figure?.segments.findIndex((s) => s.name === segment) ?? -1;
    return at < 0 || this.newest === null ? null : pointAt(segmentAt(this.newest.placements, at), point);
  }

  /** Until the body rests, in the newest document. */
  rested(): Promise<void> {
    return new Promise((resolve) => {
      if (this.rests()) resolve();
      else this.waiting.push(resolve);
    });
  }

  /** The newest frame of all, for what is asked once. */
  get now(): Shown | null {
    return this.newest;
  }

  private rests(): boolean {
    return this.newest?.settled === true && this.newest.document === this.document?.revision;
  }

  private changed(status: Status, words: string): void {
    this.status = status;
    this.words = words;
    if (status !== "open") this.hand.drop();
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.welcome = message;
        if (message.recovered) this.notices.tell("The scene was brought back as it was before the server ended.");
        break;
      case "catalogue":
        this.catalogue = message;
        break;
      case "figure":
        this.figure = message;
        break;
      case "document":
        this.document = message;
        break;
      case "windows":
        this.windows = { count: message.count, hand: message.hand };
        break;
      case "notice":
        this.notices.tell(message.message, message.level === "warning" ? "warning" : "info");
        break;
      case "film_progress":
        this.onFilm(message);
        break;
      case "mesh_progress":
        this.onMesh(message);
        break;
      case "frame":
        this.framed(message);
        this.link.send({ type: "seen", number: message.number }); // ready for the next: a slow page gets fewer
        break;
    }
  }

  private framed(frame: Frame): void {
    if (frame.figure !== this.figure?.revision) return; // of a figure that is not here yet, or no more
    const shown = { ...frame, placements: floats(frame.placements), joints: floats(frame.joints) };
    this.newest = shown;
    this.onFrame(frame);
    if (this.rests()) this.waiting.splice(0).forEach((resolve) => resolve());
    this.hand.shown(frame, frame.hand !== 0 && frame.hand === this.welcome?.window);
    if (this.asked) return;
    this.asked = true;
    this.nextPicture(() => {
      this.asked = false;
      this.frame = this.newest;
    });
  }
}
