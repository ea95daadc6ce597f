/**
 * The simulator on a socket: bytes in, bytes out, nothing decided.
 *
 * Headers are flushed at once, each event is one write without Nagle's delay, and a departure is noticed on the response.
 * A reader that does not read is cut, so that no stream can fill the memory. `Date` tells the simulated time.
 */
import { once } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { CloudReply, CloudRequest } from "./cloud-call.ts";
import type { Simulator } from "./simulator.ts";

export interface SimulatorServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Cuts what is open. Does not end the simulator itself. */
  close(): Promise<void>;
}

const bodyBytesAtMost = 1024 * 1024;
const unreadBytesAtMost = 4 * 1024 * 1024;

export interface ServerOptions {
  readonly simulator: Simulator;
  readonly host?: string;
  /** 0 = any free one. */
  readonly port?: number;
  /** Told of an error in the simulator itself; the caller got a 500. Absent: it ends the process. */
  readonly onDefect?: (error: unknown) => void;
}

/** Rejects when the port cannot be had. */
export async function startSimulatorServer(options: ServerOptions): Promise<SimulatorServer> {
  const { simulator, host = "127.0.0.1", port = 0, onDefect = rethrow } = options;
  const handle = handling(simulator, onDefect);
  const server = createServer({ noDelay: true, keepAliveTimeout: 60_000, requestTimeout: 60_000 }, (message, response) =>
    receive(handle, message, response),
  );
  server.listen(port, host);
  await once(server, "listening");
  const actualPort = portOf(server);
  const name = host.includes(":") ? `[${host}]` : host;
  return { url: `http://${name}:${actualPort}`, port: actualPort, close: () => closeServer(server) };
}

type Handle = (request: CloudRequest, response: ServerResponse) => void;

function receive(handle: Handle, message: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  let size = 0;
  message.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= bodyBytesAtMost) chunks.push(chunk);
  });
  message.on("error", () => response.destroy());
  response.on("error", () => response.destroy());
  message.on("end", () => {
    if (size > bodyBytesAtMost) return refuse(response, 413, "The body is too large");
    const request = requestOf(message, Buffer.concat(chunks));
    if (isForThisMachine(request.path) && !isLoopbackPeer(message)) return refuse(response, 403, "Only from this machine");
    return handle(request, response);
  });
}

/** The outermost door: an error of our own becomes a 500 without detail. */
function handling(simulator: Simulator, onDefect: (error: unknown) => void): Handle {
  return (request, response) => {
    try {
      response.setHeader("date", new Date(simulator.control.clock().now).toUTCString());
      simulator.handle(request, replyOn(response));
    } catch (error) {
      if (!response.headersSent) refuse(response, 500, "Internal server error");
      onDefect(error);
    }
  };
}

function rethrow(error: unknown): never {
  throw error;
}

function requestOf(message: IncomingMessage, body: Buffer): CloudRequest {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  return { method: message.method ?? "GET", path: message.url ?? "/", headers, body };
}

function replyOn(response: ServerResponse): CloudReply {
  return {
    head(status, headers) {
      if (response.destroyed || response.headersSent) return;
      response.writeHead(status, { ...headers });
      response.flushHeaders();
    },
    write(chunk) {
      if (response.destroyed || response.writableEnded) return;
      response.write(chunk);
      if (response.writableLength > unreadBytesAtMost) response.destroy();
    },
    end(chunk) {
      if (!response.destroyed) response.end(chunk);
    },
    cut: () => void response.destroy(),
    onClose(fn) {
      response.on("close", fn);
      return () => void response.off("close", fn);
    },
  };
}

function refuse(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", connection: "close" });
  response.end(JSON.stringify({ ok: false, error }));
}

function isForThisMachine(path: string): boolean {
  return !path.startsWith("/v1/") && !path.startsWith("/oauth/");
}

function isLoopbackPeer(message: IncomingMessage): boolean {
  const address = message.socket.remoteAddress ?? "";
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
