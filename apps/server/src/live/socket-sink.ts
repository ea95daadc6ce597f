/**
 * The events of one subscription on their way into one socket, bounded. [WS-6]
 *
 * While the socket takes what it is given, frames leave at the end of the turn; where nothing waits, in buffers of at most
 * 128 KiB, shared by all who got the same. What would make more than 64 KiB wait behind others is held: only the newest item per
 * key, plus at most 1,000 of history; beyond that the stream starts anew with one `resync`.
 * What was held leaves only as far as its reader may still see it. [WS-5]
 */
import { socketLimits } from "@relaydeck/contract/limits";
import type { LiveMessage } from "@relaydeck/api/live/item";
import type { Sink } from "@relaydeck/api/live/viewer";
import { Held } from "./held.ts";
import type { TurnList } from "./turn-list.ts";
import type { TurnWriter } from "./turn-writer.ts";
import { dataText, textFrame, type RequestId } from "./wire.ts";

/** What a sink needs of its TCP socket. */
export interface Outlet {
  readonly writable: boolean;
  /** Bytes of all buffers that the system has not taken whole. */
  readonly writableLength: number;
  write(bytes: Buffer): unknown;
}

export interface SinkOwner {
  /** Bytes went out; some may wait in the socket. */
  wrote(): void;
  /** The message as its reader may read it at this moment; null when not at all. */
  seenNow(requestId: RequestId, message: LiveMessage): LiveMessage | null;
  /** History overflowed: leave the stream at once, and open it anew, beginning with `resync`. */
  resync(requestId: RequestId): void;
  ended(why: "session-ended" | "shutting-down"): void;
}

export class SocketSink implements Sink {
  readonly requestId: RequestId;
  readonly #outlet: Outlet;
  readonly #writer: TurnWriter;
  readonly #owner: SinkOwner;
  #list: TurnList | null = null;
  #held: Held | null = null;
  #isClosed = false;

  constructor(requestId: RequestId, parts: { outlet: Outlet; writer: TurnWriter; owner: SinkOwner }) {
    this.requestId = requestId;
    this.#outlet = parts.outlet;
    this.#writer = parts.writer;
    this.#owner = parts.owner;
  }

  /** The last of a turn leaves at once, with what came before it: many sockets are then gone through once and not twice. [G4] */
  push(messages: readonly LiveMessage[], isLast = false): void {
    if (this.#isClosed) return;
    if (this.#held !== null) return this.#hold(messages);
    const list = (this.#list ?? this.#writer.root(this.requestId)).with(messages);
    if (isLast) return this.#leave(list);
    if (this.#list === null) this.#writer.enlist(this);
    this.#list = list;
  }

  end(why: "session-ended" | "shutting-down"): void {
    this.flush();
    this.close();
    this.#owner.ended(why);
  }

  /** Drops what is held and takes nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#held = null;
    this.#list = null;
  }

  /** Writes the turn's frames, as far as the socket has room. */
  flush(): void {
    if (this.#list !== null) this.#leave(this.#list);
  }

  #leave(list: TurnList): void {
    this.#list = null;
    for (const chunk of list.chunks()) {
      if (!this.#write(chunk.bytes)) this.#hold(chunk.messages);
    }
    this.#owner.wrote();
  }

  /** The socket has room again. */
  drained(): void {
    const held = this.#held;
    if (held === null) return;
    if (held.isOverflowing) return this.#beginAnew();
    this.#held = null;
    for (const message of held.inOrder()) {
      if (!this.#writeHeld(message)) this.#hold([message]);
    }
    this.#owner.wrote();
  }

  /** What was held may be the reader's to see no longer, or only in part. False when the socket has no room. [WS-5] */
  #writeHeld(message: LiveMessage): boolean {
    if (this.#held !== null) return false;
    const seen = this.#isClosed ? null : this.#owner.seenNow(this.requestId, message);
    return seen === null || this.#write(textFrame(dataText(this.requestId, seen)));
  }

  /** What the old stream still hands over while it is left is dropped with the rest: the `resync` tells it. */
  #beginAnew(): void {
    this.#owner.resync(this.requestId);
    this.#held = null;
  }

  get isHolding(): boolean {
    return this.#held !== null;
  }

  #hold(messages: readonly LiveMessage[]): void {
    this.#held ??= new Held();
    this.#held.add(messages);
  }

  /** False when the socket has no room: then nothing was written. What a closed socket is given is gone. */
  #write(bytes: Buffer): boolean {
    if (this.#held !== null) return false;
    const waiting = this.#outlet.writableLength;
    if (waiting > 0 && waiting + bytes.length > socketLimits.waitingBytes) return false;
    if (this.#outlet.writable) this.#outlet.write(bytes);
    return true;
  }
}
