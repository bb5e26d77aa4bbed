/** A server's end of a socket, in a test's hands. */

import { decode, encode } from "@msgpack/msgpack";
import type { Socket } from "../protocol/link";
import { PROTOCOL } from "../protocol/messages";

export const WELCOME = { type: "welcome", protocol: PROTOCOL, version: "0", window: 7, workspace: "w", recovered: false };

export class Wire implements Socket {
  binaryType = "";
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  /** What the page has said. */
  said: Record<string, unknown>[] = [];
  closed = false;

  send(data: Uint8Array): void {
    this.said.push(decode(data) as Record<string, unknown>);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.({} as never);
  }

  tell(message: Record<string, unknown>): void {
    this.onmessage?.({ data: encode(message).slice().buffer });
  }

  drop(code = 1006, reason = ""): void {
    this.onclose?.({ code, reason });
  }
}
