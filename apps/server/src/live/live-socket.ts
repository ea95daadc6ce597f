/**
 * One live WebSocket: reads the few messages a client may send, opens streams, keeps the limits. [WS-2, WS-3, WS-6, WS-7]
 *
 * The socket only subscribes: a command that waits in a disconnected client would leave late. [C2]
 */
import { socketLimits } from "@relaydeck/contract/limits";
import { StreamInput } from "@relaydeck/contract/live";
import type { Caller } from "@relaydeck/api/caller";
import { issuesOf } from "@relaydeck/api/issues";
import { validationRefusal } from "@relaydeck/api/procedures";
import type { LiveFeed, SessionWatch } from "@relaydeck/api/live/feed";
import type { LiveMessage } from "@relaydeck/api/live/item";
import type { Viewer } from "@relaydeck/api/live/viewer";
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import type { Result } from "@relaydeck/kit/result";
import type { Socket } from "node:net";
import type { RawData, WebSocket } from "ws";
import { parseMessages, refusalText, type ClientMessage } from "./client-message.ts";
import { SocketSink, type SinkOwner } from "./socket-sink.ts";
import type { SocketWatch, Watched } from "./socket-watch.ts";
import { takenBytes } from "./taken-bytes.ts";
import type { TurnWriter } from "./turn-writer.ts";
import { stateText, type RequestId } from "./wire.ts";

export interface LiveSocketDeps {
  readonly clock: Clock;
  readonly feed: LiveFeed;
  readonly writer: TurnWriter;
  readonly watch: SocketWatch;
  readonly log: Log;
  /** Multiplies the counts of WS-3. */
  readonly limitFactor: number;
  /** A stream begins with a read like any other, and counts among them. [checklist section 5] */
  countRead(from: { userId: string | null; address: string }): Promise<Result<null, Refusal>>;
}

interface Stream {
  readonly sink: SocketSink;
  /** Null while the stream is being opened. */
  viewer: Viewer | null;
}

const nothing = Buffer.alloc(0);

/** Close codes: 4401 the session ended, 1008 a limit, 1012 the server restarts, 1013 the reader is too slow. */
export class LiveSocket implements SinkOwner, Watched, SessionWatch {
  readonly #deps: LiveSocketDeps;
  readonly #ws: WebSocket;
  readonly #raw: Socket;
  readonly caller: Caller;
  #streams: readonly Stream[] = [];
  #recent: readonly number[] = [];
  #isPingOpen = false;
  /** Openings that run, those of streams that were stopped meanwhile included. */
  #opening = 0;
  /** `PING`s of the client that wait for their answer. */
  #pings = 0;
  #isAwaitingRoom = false;

  constructor(deps: LiveSocketDeps, connection: { ws: WebSocket; raw: Socket; caller: Caller }) {
    this.#deps = deps;
    this.caller = connection.caller;
    this.#ws = connection.ws;
    this.#raw = connection.raw;
    deps.watch.enter(this);
    // A stream ends with its session anyway; a socket without one has to be told.
    deps.feed.watchSession(this);
  }

  close(code: number): void {
    this.#ws.close(code);
  }

  ended(why: "session-ended" | "shutting-down"): void {
    this.close(why === "session-ended" ? 4401 : 1012);
  }

  sessionEnded(): void {
    this.close(4401);
  }

  cut(): void {
    this.#ws.terminate();
  }

  broke(error: Error): void {
    this.#deps.log.debug("socket.error", { error: error.message });
  }

  /** A limit was broken: what still comes is not looked at, and who does not answer the goodbye is cut. */
  #breach(): void {
    this.#deps.watch.letGo(this, 1008);
  }

  get #isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  receive(data: RawData, isBinary: boolean): void {
    if (!this.#isOpen) return;
    if (isBinary || !Buffer.isBuffer(data) || !this.#isWithinRate()) return this.#breach();
    const text = data.toString("utf8");
    if (text === "PING") {
      this.#pings += 1;
      return this.#answerPings();
    }
    if (text === "PONG") return;
    const messages = parseMessages(text);
    if (messages === null) return this.#send(refusalText(null, { code: "VALIDATION", message: "The message is not valid" }));
    if (messages.length > socketLimits.messagesPerFrame) return this.#breach();
    // The frame itself has counted as one.
    if (!messages.slice(1).every(() => this.#isWithinRate())) return this.#breach();
    for (const message of messages) this.#handle(message);
  }

  #handle(message: ClientMessage): void {
    switch (message.kind) {
      case "connection-params":
        return;
      case "stop":
        return this.#stop(message.requestId);
      case "refused":
        return this.#send(refusalText(message.requestId, message.refusal));
      case "subscribe":
        void this.#subscribe(message);
    }
  }

  async #subscribe(message: Extract<ClientMessage, { kind: "subscribe" }>): Promise<void> {
    const { requestId } = message;
    const input = StreamInput.safeParse(message.input ?? {});
    if (!input.success) return this.#send(refusalText(requestId, validationRefusal(issuesOf(input.error))));
    if (this.#streamOf(requestId) !== undefined)
      return this.#send(refusalText(requestId, { code: "VALIDATION", message: `Duplicate id ${requestId}` }));
    const held = this.#streams.filter(({ viewer }) => viewer !== null).length + this.#opening;
    if (held >= socketLimits.subscriptions * this.#deps.limitFactor) {
      return this.#send(refusalText(requestId, { code: "RATE_LIMITED", message: "Too many subscriptions on one socket" }));
    }
    const sink = new SocketSink(requestId, { outlet: this.#raw, writer: this.#deps.writer, owner: this });
    const stream: Stream = { sink, viewer: null };
    this.#streams = this.#streams.concat(stream);
    this.#deps.watch.subscribed(this);
    this.#send(stateText(requestId, "started"));
    await this.#opens(async () => {
      const counted = await this.#deps.countRead({ userId: this.caller.userId, address: "" });
      if (!this.#streams.includes(stream)) return;
      if (counted.ok) return this.#open(stream, input.data.lastEventId ?? null);
      this.#streams = this.#streams.filter((other) => other !== stream);
      return this.#send(refusalText(requestId, counted.error));
    });
  }

  /** Openings are counted until they are over, and a failed one ends the socket: its reader comes back for the whole. */
  async #opens(opening: () => Promise<void>): Promise<void> {
    this.#opening += 1;
    try {
      await opening();
    } catch (error) {
      this.#deps.log.error("live.open-failed", { error: error instanceof Error ? error.message : String(error) });
      this.close(1013);
    } finally {
      this.#opening -= 1;
    }
  }

  async #open(stream: Stream, lastEventId: string | null): Promise<void> {
    const viewer = await this.#deps.feed.open(this.caller, lastEventId, stream.sink);
    if (viewer === null) return this.close(4401);
    // The client left, or stopped, while the snapshot was read.
    if (!this.#streams.includes(stream)) return this.#deps.feed.leave(viewer);
    stream.viewer = viewer;
    this.#answerPings();
  }

  resync(requestId: RequestId): void {
    const stream = this.#streamOf(requestId);
    if (stream === undefined) return;
    this.#leave(stream);
    // No log has an empty id, so this opens with `resync`. [WS-8]
    void this.#opens(() => this.#open(stream, ""));
  }

  seenNow(requestId: RequestId, message: LiveMessage): LiveMessage | null {
    const viewer = this.#streamOf(requestId)?.viewer ?? null;
    return viewer === null ? null : this.#deps.feed.seenNow(viewer, message);
  }

  #leave(stream: Stream): void {
    if (stream.viewer !== null) this.#deps.feed.leave(stream.viewer);
    stream.viewer = null;
  }

  #stop(requestId: RequestId): void {
    const stream = this.#streamOf(requestId);
    if (stream === undefined) return;
    this.#leave(stream);
    stream.sink.flush();
    stream.sink.close();
    this.#streams = this.#streams.filter((other) => other !== stream);
    this.#send(stateText(requestId, "stopped"));
    this.#answerPings();
  }

  /** What the system did not take at once: go on when it has, and mind that it does. */
  wrote(): void {
    if (this.#raw.writableLength === 0) return;
    this.#deps.watch.fellBehind(this);
    if (this.#isAwaitingRoom || !this.#raw.writable) return;
    this.#isAwaitingRoom = true;
    // Not the event `drain`: below its own mark a stream never says it, and what is held would wait for ever.
    this.#raw.write(nothing, (error) => {
      this.#isAwaitingRoom = false;
      if (error === undefined || error === null) this.#drained();
    });
  }

  #drained(): void {
    if (this.#raw.writableLength === 0) this.#deps.watch.caughtUp(this);
    for (const { sink } of this.#streams) sink.drained();
    this.#answerPings();
    this.wrote();
  }

  /**
   * In the order of the other words: whoever has the answer has all that the server knew when it was asked, what was missed
   * before a resume included. So it waits while a stream is being opened and while something is held. [C3]
   */
  #answerPings(): void {
    if (this.#pings === 0) return;
    for (const { sink } of this.#streams) sink.flush();
    if (this.#streams.some(({ viewer, sink }) => viewer === null || sink.isHolding)) return;
    for (; this.#pings > 0; this.#pings -= 1) this.#send("PONG");
  }

  get takenBytes(): number {
    return takenBytes(this.#raw);
  }

  /** Pings count as messages, and a reader that takes nothing gets no pongs to keep. [WS-3, WS-6] */
  answerPing(data: Buffer): void {
    if (!this.#isOpen) return;
    if (!this.#isWithinRate()) return this.#breach();
    if (this.#raw.writableLength === 0) this.#ws.pong(data);
  }

  /** Whoever gave no pong for two periods is gone. [WS-7] */
  ping(): boolean {
    if (this.#isPingOpen) return false;
    this.#isPingOpen = true;
    this.#ws.ping();
    return true;
  }

  /** Unasked ones count as messages. [WS-3] */
  ponged(): void {
    if (!this.#isOpen) return;
    if (!this.#isPingOpen && !this.#isWithinRate()) return this.#breach();
    this.#isPingOpen = false;
  }

  #isWithinRate(): boolean {
    const now = Math.floor(this.#deps.clock.monotonic());
    const [oldest = now] = this.#recent;
    if (now - oldest >= socketLimits.windowMs) this.#recent = this.#recent.filter((at) => now - at < socketLimits.windowMs);
    if (this.#recent.length >= socketLimits.messagesPerWindow * this.#deps.limitFactor) return false;
    // `concat` makes arrays without spare room, one of which every open socket keeps. [performance G5]
    this.#recent = this.#recent.concat(now);
    return true;
  }

  #send(text: string): void {
    if (!this.#isOpen) return;
    // Events are held by their sinks; who does not read the answers to what was asked has no claim to more. [WS-6]
    if (this.#raw.writableLength > socketLimits.answerBytes) return this.cut();
    this.#ws.send(text);
    this.wrote();
  }

  #streamOf(requestId: RequestId): Stream | undefined {
    return this.#streams.find(({ sink }) => sink.requestId === requestId);
  }

  /** The connection is over. */
  closed(): void {
    this.#deps.watch.leave(this);
    this.#deps.feed.unwatchSession(this);
    for (const stream of this.#streams) {
      this.#leave(stream);
      stream.sink.close();
    }
    this.#streams = [];
  }
}
