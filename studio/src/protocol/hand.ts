/** The hand: one drag at a time, one pull in flight, the newest wins. */

import type { GrabBlend, GrabCircle, GrabField, GrabJoint, GrabPoint, GrabThing, PartPlace, Frame } from "./messages";
import type { Link } from "./link";

type Without<T> = T extends unknown ? Omit<T, "id"> : never;
export type Grab = Without<GrabPoint | GrabField | GrabJoint | GrabCircle | GrabThing | GrabBlend>;

/** A frame that does not come, because nothing changed or a message got lost, holds the hand up no longer than this. */
const PATIENCE = 150;

export class Hand {
  private held = false;
  private number = 0;
  private flying = 0;
  private sentAt = 0;
  private waiting: { value: unknown } | null = null;

  constructor(
    private readonly link: Pick<Link, "request" | "send">,
    private readonly complain: (words: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get holds(): boolean {
    return this.held;
  }

  /** Take hold. Pulls may follow at once: the server takes them in order. */
  grab(what: Grab): void {
    this.held = true;
    this.flying = 0;
    this.waiting = null;
    this.link.request(what).catch((error: Error) => {
      this.held = false;
      this.complain(error.message);
    });
  }

  pull(value: unknown): void {
    if (!this.held) return;
    if (this.flying > 0 && this.now() - this.sentAt < PATIENCE) this.waiting = { value };
    else this.throw(value);
  }

  /** A frame has come; `mine` when it shows a pull of this window. */
  shown(frame: Pick<Frame, "pull">, mine: boolean): void {
    if (!mine || frame.pull < this.flying) return;
    this.flying = 0;
    this.flush();
  }

  /** Let go where the hand is now. Answers the new task's place with `keep`. */
  async release(keep = false): Promise<PartPlace | null> {
    if (!this.held) return null;
    this.flush();
    this.held = false;
    return this.link.request({ type: "release", keep });
  }

  /** Let go, and put everything back. */
  async cancel(): Promise<void> {
    if (!this.held) return;
    this.held = false;
    this.waiting = null;
    await this.link.request({ type: "cancel" });
  }

  /** The connection was lost: there is nothing to hold any more. */
  drop(): void {
    this.held = false;
    this.waiting = null;
    this.flying = 0;
  }

  private flush(): void {
    if (this.waiting === null) return;
    const { value } = this.waiting;
    this.waiting = null;
    this.throw(value);
  }

  private throw(value: unknown): void {
    this.flying = ++this.number;
    this.sentAt = this.now();
    this.link.send({ type: "pull", n: this.flying, value });
  }
}
