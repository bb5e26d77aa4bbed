/** The line to the server: msgpack over one websocket, a handshake first, requests with answers, and a new try when lost. */

import { decode, encode } from "@msgpack/msgpack";
import { PROTOCOL, type Answers, type FromPage, type FromServer, type Request } from "./messages";

export type Status = "connecting" | "open" | "lost" | "refused";

/** A request without its id: the link gives it one. */
export type Asked = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

/** What the link needs of a `WebSocket`; tests hand in their own. */
export interface Socket {
  binaryType: string;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(data: Uint8Array): void;
  close(): void;
}

export interface Listener {
  /** Any message but answers, in order. */
  message(message: FromServer): void;
  /** `words`: for people; empty while all is well. */
  status(status: Status, words: string): void;
}

/** A request that was refused, in the server's words, or that got lost. */
export class RefusedError extends Error {}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Codes the server closes with when another try is useless: wrong token, origin or protocol. */
const HOPELESS = new Set([1002, 1008, 4001, 4002, 4003]);
const FIRST_WAIT = 200;
const LONGEST_WAIT = 2000;

export class Link {
  private socket: Socket | null = null;
  private ready = false;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    private readonly connect: () => Socket,
    private readonly listener: Listener,
  ) {}

  /** Ask, and wait for the answer. Rejects with `RefusedError`. */
  request<A extends Asked>(asked: A): Promise<Answers[A["type"] & keyof Answers]> {
    if (!this.ready) return Promise.reject(new RefusedError("There is no connection to the server just now."));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.send({ ...asked, id } as unknown as FromPage);
    });
  }

  /** Say something that is not answered. Lost when there is no connection. */
  send(message: FromPage): void {
    if (this.ready || message.type === "hello") this.socket?.send(encode(message));
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Connect; called once, when who listens is ready. */
  open(): void {
    this.listener.status("connecting", "");
    const socket = this.connect();
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.send({ type: "hello", protocol: PROTOCOL });
    socket.onmessage = (event) => this.hear(decode(new Uint8Array(event.data as ArrayBuffer)) as FromServer);
    socket.onclose = (event) => this.lost(event.code, event.reason);
  }

  private hear(message: FromServer): void {
    if (message.type === "answer") this.settle(message.id)?.resolve(message.value);
    else if (message.type === "refused") this.refused(message.id, message.message);
    else {
      if (message.type === "welcome") this.welcomed();
      this.listener.message(message);
    }
  }

  private welcomed(): void {
    this.ready = true;
    this.wait = FIRST_WAIT;
    this.listener.status("open", "");
  }

  private refused(id: number | null, words: string): void {
    if (id !== null) this.settle(id)?.reject(new RefusedError(words));
    else if (this.ready) this.listener.message({ type: "notice", level: "warning", message: words });
    else this.giveUp(words);
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private lost(code: number, reason: string): void {
    this.ready = false;
    for (const waiting of this.waiting.values()) waiting.reject(new RefusedError("The connection to the server was lost."));
    this.waiting.clear();
    if (this.ended) return;
    if (HOPELESS.has(code)) return this.giveUp(reason || "The server refused this page.");
    this.listener.status("lost", "The server does not answer. The scene is safe; trying again … If you have started it again, open the address it printed.");
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private giveUp(words: string): void {
    this.ended = true;
    this.socket?.close();
    this.listener.status("refused", words);
  }
}
