/**
 * One connection: from opening the socket to losing it, once. tRPC's own client speaks; it never reconnects by itself,
 * because when to try again, and whether, is decided by live/stream.ts on our clock.
 *
 * Told in order: `onOpen`, `onStarted`, any number of `onItem`, then `onLost` exactly once (never after `end()`).
 */
import type { LiveItem } from "@relaydeck/contract/live";
import type { Clock } from "@relaydeck/kit/clock";
import { createTRPCUntypedClient, createWSClient, wsLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { isRecord, toRelaydeckError, type ErrorCode } from "../relaydeck-error.ts";
import { Heartbeat } from "./heartbeat.ts";
import { knownKinds } from "./live-state.ts";
import { endSocket, shownSockets, type AnyWebSocket } from "./sockets.ts";

/** Where the socket is, and with what it is opened. */
export interface LinkTarget {
  /** Address of the socket, `ws:` or `wss:`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly WebSocket?: AnyWebSocket | undefined;
  readonly clock: Clock;
}

/** Whom one connection tells what happens on it, in order. */
export interface LinkListener {
  onOpen(): void;
  /** The server accepted the subscription. */
  onStarted(): void;
  onItem(id: string, item: LiveItem): void;
  /** Called at each heartbeat. */
  onBeat(): void;
  /** This machine slept; an answer is on its way. */
  onLate(): void;
  onLost(loss: LinkLoss): void;
}

/** How a connection ended. */
export interface LinkLoss {
  /** False when the socket never opened: refused before the handshake, or nobody there. */
  readonly opened: boolean;
  /** Close code of the socket, 1006 where there was none. */
  readonly closeCode: number;
  /** The server's refusal of the subscription, if that ended it. */
  readonly refusal: ErrorCode | null;
}

/** One connection; it ends once and is never reused. */
export interface Link {
  /** Runs `then` when all that the server had to say before is in. */
  probe(then: () => void): void;
  /** True when this machine has not looked at the link for too long to trust it. */
  isOverdue(): boolean;
  end(): void;
}

/** Opens one connection with one subscription, going on after `lastEventId` where one is given. */
export function openLink(target: LinkTarget, lastEventId: string | null, listener: LinkListener): Link {
  const sockets = new Set<WebSocket>();
  let opened = false;
  let ended = false;
  const WebSocket = shownSockets({ ...target, onSocket: watch });
  const heartbeat = new Heartbeat({
    clock: target.clock,
    ping: () => pingNewest(sockets),
    onBeat: () => listener.onBeat(),
    onLate: () => listener.onLate(),
    onDead: () => lose({ closeCode: 1006 }),
  });
  const client = createWSClient({ url: target.url, WebSocket, retryDelayMs: () => 1_000, onOpen: subscribe });

  function watch(socket: WebSocket): void {
    sockets.add(socket);
    socket.addEventListener("message", (event) => heartbeat.heard(event.data));
    socket.addEventListener("close", (event) => left(socket, event.code));
    socket.addEventListener("error", () => left(socket, 1006));
    // tRPC's client makes it a moment after it was asked to.
    if (ended) endSocket(socket);
  }

  /** The server may ask tRPC's client to move to a second socket; the link is lost with the last one. */
  function left(socket: WebSocket, closeCode: number): void {
    sockets.delete(socket);
    if (![...sockets].some((other) => other.readyState === other.OPEN)) lose({ closeCode });
  }

  function subscribe(): void {
    if (opened) return;
    opened = true;
    listener.onOpen();
    // Asking a client that was closed for a subscription would open it again.
    if (ended) return;
    const untyped = createTRPCUntypedClient<AnyTRPCRouter>({ links: [wsLink({ client })] });
    untyped.subscription("live.stream", lastEventId === null ? {} : { lastEventId }, {
      onStarted: () => !ended && listener.onStarted(),
      onData: receive,
      onError: (error) => lose({ refusal: toRelaydeckError(error).code }),
      onComplete: () => lose({}),
    });
  }

  function receive(word: unknown): void {
    const tracked = trackedItem(word);
    if (tracked !== null && !ended) listener.onItem(tracked.id, tracked.item);
  }

  function end(): void {
    if (ended) return;
    ended = true;
    heartbeat.stop();
    void client.close();
    for (const socket of sockets) endSocket(socket);
  }

  function lose(loss: { closeCode?: number; refusal?: ErrorCode }): void {
    if (ended) return;
    end();
    listener.onLost({ opened, closeCode: loss.closeCode ?? 1006, refusal: loss.refusal ?? null });
  }

  return { probe: (then) => heartbeat.probe(then), isOverdue: () => heartbeat.isOverdue(), end };
}

/** False when no socket is open. */
function pingNewest(sockets: ReadonlySet<WebSocket>): boolean {
  const open = [...sockets].findLast((socket) => socket.readyState === socket.OPEN);
  open?.send("PING");
  return open !== undefined;
}

/** tRPC gives each item as `{id, data}`. Null for a kind that a newer server may have. */
function trackedItem(word: unknown): { id: string; item: LiveItem } | null {
  if (!isRecord(word) || typeof word.id !== "string" || !isRecord(word.data)) return null;
  // The border: our own server's item, whose schema is the contract's; checking it again would ship all schemas.
  return knownKinds.has(String(word.data.kind)) ? { id: word.id, item: word.data as LiveItem } : null;
}
