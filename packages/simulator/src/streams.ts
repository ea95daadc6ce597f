/**
 * The open event streams: who gets which event, keep-alives, cuts and stalls. [dialect section 7]
 *
 * An event is one write. There is no replay: what is told while a stream is down, stalled or refused is gone.
 */
import type { Disposer } from "@relaydeck/kit/disposer";
import type { CloudReply } from "./cloud-call.ts";
import type { SimulatedTime } from "./simulated-time.ts";

export type StreamScope =
  | { readonly kind: "mine"; readonly username: string }
  | { readonly kind: "device"; readonly deviceId: string }
  | { readonly kind: "product"; readonly productId: number; readonly deviceId?: string }
  | { readonly kind: "org"; readonly deviceId?: string }
  | { readonly kind: "public" };

/** Where an event may be heard, and as what it is written. */
export interface Audience {
  readonly deviceId: string | null;
  readonly owner: string | null;
  readonly productId: number | null;
  readonly isPublic: boolean;
}

export interface Frames {
  readonly plain: string;
  /** With the envelope keys of product streams. */
  readonly product: string;
}

export interface Delivery {
  readonly stream: number;
  readonly copies: number;
}

interface Stream {
  readonly number: number;
  readonly scope: StreamScope;
  readonly prefix: string;
  readonly token: string;
  readonly reply: CloudReply;
  lastWriteAt: number;
  stalledUntil: number;
  stopKeepAlive: Disposer;
}

export class Streams {
  readonly #time: SimulatedTime;
  readonly #keepAliveMs: number;
  readonly #streams = new Set<Stream>();
  #lastNumber = 0;
  #refusal = { until: 0, status: 503 };

  constructor(time: SimulatedTime, keepAliveMs: number) {
    this.#time = time;
    this.#keepAliveMs = keepAliveMs;
  }

  get open(): number {
    return this.#streams.size;
  }

  /** The status with which openings are refused for now, if they are. */
  get refusedWith(): number | undefined {
    return this.#time.monotonic() < this.#refusal.until ? this.#refusal.status : undefined;
  }

  add(
    reply: CloudReply,
    options: { scope: StreamScope; prefix: string; token: string; headers: Readonly<Record<string, string>> },
  ): void {
    this.#lastNumber += 1;
    const now = this.#time.monotonic();
    const { headers, ...rest } = options;
    const stream: Stream = {
      ...rest,
      number: this.#lastNumber,
      reply,
      lastWriteAt: now,
      stalledUntil: now,
      stopKeepAlive: () => {},
    };
    this.#streams.add(stream);
    reply.onClose(() => this.#forget(stream));
    reply.head(200, { ...headers, "content-type": "text/event-stream" });
    reply.write(":ok\n\n");
    this.#keepAliveIn(stream, this.#keepAliveMs);
  }

  /** Writes an event `copies` times on every stream that may hear it; 0 copies only says where it would have been heard. */
  deliver(name: string, audience: Audience, options: { frames: Frames; copies: number }): Delivery[] {
    const now = this.#time.monotonic();
    const deliveries: Delivery[] = [];
    // A write may end a stream, so the set is copied.
    for (const stream of Array.from(this.#streams)) {
      if (!name.startsWith(stream.prefix) || !hears(stream.scope, audience)) continue;
      const copies = now < stream.stalledUntil ? 0 : options.copies;
      const frame = stream.scope.kind === "product" ? options.frames.product : options.frames.plain;
      for (let copy = 0; copy < copies; copy += 1) stream.reply.write(frame);
      if (copies > 0) stream.lastWriteAt = now;
      deliveries.push({ stream: stream.number, copies });
    }
    return deliveries;
  }

  /** Breaks all streams; for `refuseForMs` new ones are refused with `status`. */
  cut(options: { refuseForMs?: number | undefined; status?: number | undefined } = {}): number {
    this.#refusal = { until: this.#time.monotonic() + (options.refuseForMs ?? 0), status: options.status ?? 503 };
    return this.#end(() => true);
  }

  /** The streams open now stay open and silent for `ms`, keep-alives included. */
  stall(ms: number): number {
    const until = this.#time.monotonic() + ms;
    for (const stream of this.#streams) stream.stalledUntil = until;
    return this.#streams.size;
  }

  /** A revoked token takes its streams with it. */
  endOf(token: string): void {
    this.#end((stream) => stream.token === token);
  }

  #end(chosen: (stream: Stream) => boolean): number {
    const ending = Array.from(this.#streams).filter(chosen);
    for (const stream of ending) {
      this.#forget(stream);
      stream.reply.cut();
    }
    return ending.length;
  }

  #forget(stream: Stream): void {
    stream.stopKeepAlive();
    this.#streams.delete(stream);
  }

  #keepAliveIn(stream: Stream, delayMs: number): void {
    stream.stopKeepAlive = this.#time.after(delayMs, () => {
      const now = this.#time.monotonic();
      const silentUntil = Math.max(stream.stalledUntil, stream.lastWriteAt + this.#keepAliveMs);
      if (now < silentUntil) return this.#keepAliveIn(stream, silentUntil - now);
      stream.lastWriteAt = now;
      this.#keepAliveIn(stream, this.#keepAliveMs);
      stream.reply.write("\n");
    });
  }
}

function hears(scope: StreamScope, audience: Audience): boolean {
  switch (scope.kind) {
    case "mine":
      return audience.owner === scope.username;
    case "device":
      return audience.deviceId === scope.deviceId;
    case "product":
      return audience.productId === scope.productId && (scope.deviceId === undefined || audience.deviceId === scope.deviceId);
    case "org":
      return audience.productId !== null && (scope.deviceId === undefined || audience.deviceId === scope.deviceId);
    case "public":
      return audience.isPublic;
  }
}
