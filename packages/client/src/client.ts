/**
 * The typed client of Relaydeck, for browsers and programs: calls, the live store, and relay commands.
 *
 * One client per signed-in person. Nothing here reads the machine's clock or chance but through the options.
 */
import { systemClock, type Clock } from "@relaydeck/kit/clock";
import { systemRandom, type Random } from "@relaydeck/kit/random";
import { createTRPCClientProxy, createTRPCUntypedClient, type TRPCClient } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { closedError, untilClosed } from "./closed.ts";
import { relayCommands, type Commands } from "./commands/commands.ts";
import { httpLinks } from "./links.ts";
import { LiveStore } from "./live/live-store.ts";
import type { AnyWebSocket } from "./live/sockets.ts";
import { machineNetwork, type Network } from "./network.ts";
import { restCall, type RestRequest, type RestTarget } from "./rest.ts";
import { serverCalls } from "./server-calls.ts";
import { ServerClock } from "./server-clock.ts";

/** Where the server is and who asks; everything that can vary is an argument. */
export interface ClientOptions {
  /** Origin of the server without a trailing slash, such as `https://relays.example.com`. In a page: `location.origin`. */
  readonly baseUrl: string;
  /** API token (`rd_…`) of a program. Not for browsers, which cannot send it with a socket. */
  readonly token?: string;
  /** Value of a `Cookie` header. Not for browsers, which send their own. */
  readonly cookie?: string;
  /** The machine's own when absent. */
  readonly fetch?: typeof globalThis.fetch;
  /** The machine's own when absent; the class of the `ws` package fits. Without either `live.start()` throws. */
  readonly WebSocket?: AnyWebSocket;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Whether there is a network at all; the window's events when absent. */
  readonly network?: Network;
}

/** What one signed-in person or program holds of the server. */
export interface Client<TRouter extends AnyTRPCRouter> {
  /** Every query and mutation of the server's router. Rejects with `RelaydeckError` only. */
  readonly api: TRPCClient<TRouter>;
  readonly live: LiveStore;
  readonly commands: Commands;
  /** The documented REST paths; see `restCall` for what it throws. */
  rest(request: RestRequest): Promise<unknown>;
  /**
   * Ends the stream, polling and every question under way, and forgets what was read. Final: calls that begin later reject with
   * `NO_ANSWER`, commands are `not-given`, and `live.start()` does nothing. Calls that began before still have their answer.
   */
  close(): void;
}

/** Makes a client. Nothing is sent before the first call or `live.start()`; call `close()` when it is no longer needed. */
export function createClient<TRouter extends AnyTRPCRouter>(options: ClientOptions): Client<TRouter> {
  const clock = options.clock ?? systemClock();
  const random = options.random ?? systemRandom();
  const headers = headersOf(options);
  const target: RestTarget = { baseUrl: options.baseUrl, headers, fetch: options.fetch ?? globalThis.fetch.bind(globalThis) };
  const closed = new AbortController();
  const untyped = createTRPCUntypedClient<AnyTRPCRouter>({ links: [untilClosed(closed.signal), ...httpLinks(target)] });
  const calls = serverCalls(untyped);
  const serverClock = new ServerClock(clock);
  const live = new LiveStore({
    target: { url: socketUrl(options.baseUrl), headers, WebSocket: options.WebSocket, clock },
    clock,
    random,
    network: options.network ?? machineNetwork(),
    calls,
    serverClock,
    closed: closed.signal,
  });
  return {
    // The border between the untyped links and the router's types, which hold by the server's own tests.
    api: createTRPCClientProxy(untyped) as TRPCClient<TRouter>,
    live,
    commands: relayCommands({
      clock,
      random,
      calls,
      serverClock,
      whyNoCommand: () => live.whyNoCommand(),
      userId: () => live.getState().snapshot?.user.id ?? null,
      onOutcome: () => live.afterChange(),
      closed: closed.signal,
    }),
    rest: (request) => (closed.signal.aborted ? Promise.reject(closedError()) : restCall(target, request)),
    close() {
      closed.abort();
      live.clear();
    },
  };
}

function headersOf(options: ClientOptions): Record<string, string> {
  return {
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
  };
}

function socketUrl(baseUrl: string): string {
  return `${baseUrl.replace(/^http/, "ws")}/trpc`;
}
