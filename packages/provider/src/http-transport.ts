/**
 * The transport over sockets: one pool of keep-alive connections for calls, one connection of its own per event stream.
 *
 * Knows precisely whether a byte may have left: undici asks the handler in the same turn in which it writes to a connected,
 * idle socket, so `mayStart` stands right before the bytes, and a handler is never asked a second time. [CM-3, CM-4]
 * HTTP/1.1 without pipelining keeps that true; redirects are answers like any other and are not followed.
 */
import type { Clock } from "@relaydeck/kit/clock";
import { Client, Pool } from "undici";
import { HttpExchange } from "./http-exchange.ts";
import { openHttpStream } from "./http-stream.ts";
import type { StreamAnswer, StreamRequest, Transport, TransportAnswer, TransportRequest } from "./transport.ts";

export interface HttpTransportOptions {
  /** `https://api.particle.io`; a path in it is put before every path. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Connections for calls; a call that waits for a slow device holds one for up to 60 s. Default 100. */
  readonly connections?: number;
  /** Longest wait for one connection to open, milliseconds. Default 5,000. */
  readonly connectWithinMs?: number;
  /** More certificates to trust, PEM; for a simulator or a proxy with a certificate of its own. */
  readonly certificateAuthority?: string;
}

/** Calls that may wait for a connection at once; the next is refused unsent. [BP-1] */
const waitingAtMost = 1_000;

/** A connection idle for longer is closed by us, unless the cloud hints at another time: writing to a dead one would prove nothing. */
const idleMs = 4_000;
const longestIdleMs = 60_000;

export function createHttpTransport(options: HttpTransportOptions): Transport {
  const url = new URL(options.baseUrl);
  const basePath = url.pathname.replace(/\/+$/, "");
  const socketOptions = {
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: options.connectWithinMs ?? 5_000,
      ...(options.certificateAuthority === undefined ? {} : { ca: options.certificateAuthority }),
    },
  };
  const pool = new Pool(url.origin, {
    ...socketOptions,
    connections: options.connections ?? 100,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: longestIdleMs,
  });
  let waiting = 0;

  function request(asked: TransportRequest): Promise<TransportAnswer> {
    if (waiting >= waitingAtMost) return Promise.resolve(tooMany);
    waiting += 1;
    return new Promise((resolve) => {
      const exchange = new HttpExchange(asked, {
        clock: options.clock,
        settle: resolve,
        leftQueue: () => {
          waiting -= 1;
        },
      });
      const { method, headers, body } = asked;
      pool.dispatch({ method, path: basePath + asked.path, headers, ...(body === undefined ? {} : { body }) }, exchange);
    });
  }

  function stream(asked: StreamRequest): Promise<StreamAnswer> {
    const client = new Client(url.origin, socketOptions);
    return openHttpStream(client, { ...asked, path: basePath + asked.path }, options.clock);
  }

  return { request, stream, close: () => pool.destroy() };
}

const tooMany: TransportAnswer = { kind: "not-sent", why: "too-many", reason: "too many calls wait for a connection" };
