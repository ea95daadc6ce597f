/**
 * The way of an event through the cloud: faults, streams, webhooks, and the log of all that left.
 *
 * The cloud stamps on arrival; a late or reordered event keeps its stamp. [dialect sections 7.2, 7.5]
 */
import { BoundedLog } from "./bounded-log.ts";
import type { Dialect } from "./settings.ts";
import type { FaultTarget, Faults } from "./faults.ts";
import type { SimulatedTime } from "./simulated-time.ts";
import type { Random } from "@relaydeck/kit/random";
import { integerBetween } from "@relaydeck/kit/random";
import type { Audience, Delivery, Frames, Streams } from "./streams.ts";

export interface CloudEvent extends Audience {
  readonly name: string;
  readonly data: string | null;
  /** The device's id, or `api`, `particle-internal`. */
  readonly coreid: string;
  readonly ttl: number;
  /** Epoch milliseconds; absent = stamped on arrival. */
  readonly publishedAt?: number | undefined;
  /** Product firmware of the device; 0 = none. */
  readonly version: number;
}

export interface LoggedEvent {
  readonly seq: number;
  readonly at: string;
  readonly deviceId: string;
  readonly name: string;
  readonly data: string | null;
  readonly publishedAt: string;
  /** Each stream that may hear it, with the copies written there: 0 = lost on the way. */
  readonly streams: readonly Delivery[];
}

export interface StampedEvent extends CloudEvent {
  readonly publishedAt: number;
}

export interface EventHubDeps {
  readonly time: SimulatedTime;
  readonly faults: Faults;
  readonly streams: Streams;
  readonly random: Random;
  readonly dialect: Dialect;
  readonly serialOf: (coreid: string) => string | undefined;
  /** Told of every event that was not lost, once per copy. */
  readonly onLeft: (event: StampedEvent) => void;
}

/** Events kept for `GET /_sim/events`. */
const eventsKept = 50_000;

export class EventHub {
  readonly #deps: EventHubDeps;
  readonly log = new BoundedLog<LoggedEvent>(eventsKept);

  constructor(deps: EventHubDeps) {
    this.#deps = deps;
  }

  publish(event: CloudEvent): void {
    const stamped = { ...event, publishedAt: event.publishedAt ?? this.#deps.time.now() };
    const { delayMs, effect } = this.#deps.faults.strike(this.#target(event));
    switch (effect?.kind) {
      case "lose":
        return this.#leaveAfter(delayMs, stamped, { copies: 0 });
      case "duplicate":
        return this.#leaveAfter(delayMs, stamped, { copies: 1 + effect.times });
      case "reorder":
        return this.#leaveAfter(delayMs + integerBetween(this.#deps.random, 1, Math.max(1, effect.within)), stamped, {
          copies: 1,
        });
      case "garbage":
        return this.#leaveAfter(delayMs, stamped, { copies: 1, garbage: true });
      default:
        return this.#leaveAfter(delayMs, stamped, { copies: 1 });
    }
  }

  #target(event: CloudEvent): FaultTarget {
    const serial = this.#deps.serialOf(event.coreid);
    return { operation: "event", name: event.name, device: serial === undefined ? undefined : { id: event.coreid, serial } };
  }

  #leaveAfter(delayMs: number, event: StampedEvent, how: { copies: number; garbage?: boolean }): void {
    this.#deps.time.wait(delayMs, () => this.#leave(event, how));
  }

  #leave(event: StampedEvent, how: { copies: number; garbage?: boolean }): void {
    const frames = how.garbage === true ? garbageFrames(event) : framesOf(event, this.#deps.dialect);
    const streams = this.#deps.streams.deliver(event.name, event, { frames, copies: how.copies });
    this.log.append((seq) => ({
      seq,
      at: this.#deps.time.iso(),
      deviceId: event.coreid,
      name: event.name,
      data: event.data,
      publishedAt: new Date(event.publishedAt).toISOString(),
      streams: how.garbage === true ? streams.map(({ stream }) => ({ stream, copies: 0 })) : streams,
    }));
    if (how.garbage === true) return;
    for (let copy = 0; copy < how.copies; copy += 1) this.#deps.onLeft(event);
  }
}

/** The two ways an event is written: with the envelope of product streams, and without. */
function framesOf(event: StampedEvent, dialect: Dialect): Frames {
  const body = {
    data: event.data,
    ttl: dialect.ttl === "string" ? String(event.ttl) : event.ttl,
    published_at: new Date(event.publishedAt).toISOString(),
    coreid: event.coreid,
  };
  const plain = frame(event.name, JSON.stringify(body));
  if (event.productId === null) return { plain, product: plain };
  const envelope = { userid: event.owner ?? "", version: event.version, public: event.isPublic, productID: event.productId };
  return { plain, product: frame(event.name, JSON.stringify({ ...body, ...envelope })) };
}

/** What a broken relay in between makes of an event: JSON that ends in the middle. */
function garbageFrames(event: StampedEvent): Frames {
  const broken = frame(event.name, `{"data":"${"�".repeat(3)}{\\"i\\":[12,`);
  return { plain: broken, product: broken };
}

function frame(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}
