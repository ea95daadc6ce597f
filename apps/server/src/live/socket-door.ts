/** The WebSocket's door: origin, session and numbers are checked before the upgrade is accepted. [WS-1, WS-3, XS-1] */
import { maxHeaderCount, maxUrlBytes, socketLimits } from "@relaydeck/contract/limits";
import type { RefusalCode } from "@relaydeck/contract/refusals";
import { refusals } from "@relaydeck/contract/refusals";
import type { Caller } from "@relaydeck/api/caller";
import { assert } from "@relaydeck/kit/assert";
import type { Server, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer, type RawData, type WebSocket } from "ws";
import { isAmbiguous } from "../http/ambiguous.ts";
import { hostKind, isForeign } from "../http/origin-rule.ts";
import { securityHeaderLines } from "../http/security-headers.ts";
import { isTokenCall } from "../http/token-call.ts";
import { LiveSocket, type LiveSocketDeps } from "./live-socket.ts";
import { SocketWatch } from "./socket-watch.ts";

export interface SocketDoorDeps extends Omit<LiveSocketDeps, "watch"> {
  readonly publicOrigin: string;
  readonly strictOrigin: boolean;
  /** Null without a session or token that holds now. */
  authenticate(request: IncomingMessage): Promise<Caller | null>;
  nextRequestId(): string;
  /** For how long this node could not read the live log, milliseconds. */
  liveBlindMs(): number;
  /** Client address after trusted proxies. */
  addressOf(request: IncomingMessage): string;
}

export class SocketDoor {
  readonly #deps: SocketDoorDeps & LiveSocketDeps;
  readonly #upgrader = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.frameBytes,
    perMessageDeflate: false,
    autoPong: false,
  });
  readonly #sockets = new Map<WebSocket, LiveSocket>();
  readonly #hear = hearing(this.#sockets);
  readonly #counts = new Map<string, number>();
  /** Who asks for the upgrade, once that is known. */
  readonly #callers = new WeakMap<IncomingMessage, Caller>();
  #isClosing = false;

  constructor(deps: SocketDoorDeps) {
    this.#deps = { ...deps, watch: new SocketWatch(deps.clock, () => deps.liveBlindMs()) };
    // What `ws` finds wrong with a handshake. Without a listener it answers by itself, in its own words.
    this.#upgrader.on("wsClientError", (_error, raw, request) => this.#refuse(raw, { request, code: "VALIDATION" }));
  }

  /** Takes every upgrade of this server. */
  attach(server: Server): void {
    server.on("upgrade", (request, raw, head) => {
      raw.on("error", destroy);
      assert(raw instanceof Socket, "The server listens on TCP alone");
      this.#upgrade(request, raw, head).catch((error: unknown) => {
        this.#deps.log.error("upgrade.failed", { error: error instanceof Error ? error.message : String(error) });
        raw.destroy();
      });
    });
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Tells every client that the server restarts. [BP-2] */
  close(): void {
    this.#isClosing = true;
    this.#deps.watch.stop();
    for (const socket of this.#sockets.values()) socket.close(1012);
  }

  /** Ends those that have not answered. */
  cut(): void {
    for (const socket of this.#sockets.values()) socket.cut();
  }

  async #upgrade(request: IncomingMessage, raw: Socket, head: Buffer): Promise<void> {
    const refused = this.#gate(request);
    if (refused !== null) return this.#refuse(raw, { request, code: refused });
    const caller = await this.#deps.authenticate(request);
    const address = this.#deps.addressOf(request);
    const counted = await this.#deps.countRead({ userId: caller?.userId ?? null, address });
    // Reset meanwhile: nobody would hear of its end, and it would be counted for ever.
    if (raw.destroyed) return;
    if (caller !== null) this.#callers.set(request, caller);
    if (!counted.ok) return this.#refuse(raw, { request, code: counted.error.code });
    if (caller === null) return this.#refuse(raw, { request, code: "SESSION_REQUIRED" });
    const keys = [`user ${caller.userId}`, `address ${address}`] as const;
    if (!this.#hasRoom(keys)) return this.#refuse(raw, { request, code: "RATE_LIMITED" });
    this.#count(keys, 1);
    raw.on("close", () => this.#count(keys, -1));
    this.#upgrader.handleUpgrade(request, raw, head, (ws) => {
      const socket = new LiveSocket(this.#deps, { ws, raw, caller });
      this.#sockets.set(ws, socket);
      this.#hear(ws);
      if (this.#isClosing) socket.close(1012);
    });
  }

  /** Plain HTTP with the headers of every answer, and one line of the log. [WS-1, HD-2, LG-3] */
  #refuse(raw: Duplex, refused: { request: IncomingMessage; code: RefusalCode }): void {
    const { request, code } = refused;
    this.#deps.log.info("upgrade.refused", {
      requestId: this.#deps.nextRequestId(),
      userId: this.#callers.get(request)?.userId ?? null,
      address: this.#deps.addressOf(request),
      code,
    });
    refuseUpgrade(raw, { code, isHttps: this.#deps.publicOrigin.startsWith("https:") });
  }

  #gate(request: IncomingMessage): RefusalCode | null {
    const url = request.url ?? "";
    if (this.#isClosing) return "SHUTTING_DOWN";
    if (Buffer.byteLength(url) > maxUrlBytes) return "URL_TOO_LONG";
    if (request.rawHeaders.length / 2 > maxHeaderCount) return "HEADERS_TOO_LARGE";
    if (isAmbiguous(request) || hasBody(request)) return "VALIDATION";
    if (hostKind(request.headers.host, this.#deps.publicOrigin) === "foreign") return "WRONG_HOST";
    if (url.split("?", 1)[0] !== "/trpc") return "NOT_FOUND";
    const facts = { publicOrigin: this.#deps.publicOrigin, strict: this.#deps.strictOrigin };
    // A WebSocket handshake carries `Sec-Fetch-Site` only in some browsers, `Origin` in all.
    return !isTokenCall(request.headers) && isForeign(request.headers, facts) ? "ORIGIN_REFUSED" : null;
  }

  #hasRoom([user, address]: readonly [string, string]): boolean {
    const factor = this.#deps.limitFactor;
    const countOf = (key: string) => this.#counts.get(key) ?? 0;
    return countOf(user) < socketLimits.perUser * factor && countOf(address) < socketLimits.perAddress * factor;
  }

  #count(keys: readonly string[], change: 1 | -1): void {
    for (const key of keys) {
      const count = (this.#counts.get(key) ?? 0) + change;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }
}

/** A handshake has none; Node would leave it for the first bytes of the socket. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Makes sockets heard, by one function per event for all of a door: `ws` calls them as the socket's own. [performance G5] */
function hearing(sockets: Map<WebSocket, LiveSocket>): (ws: WebSocket) => void {
  function onMessage(this: WebSocket, data: RawData, isBinary: boolean) {
    sockets.get(this)?.receive(data, isBinary);
  }
  function onPing(this: WebSocket, data: Buffer) {
    sockets.get(this)?.answerPing(data);
  }
  function onPong(this: WebSocket) {
    sockets.get(this)?.ponged();
  }
  function onClose(this: WebSocket) {
    sockets.get(this)?.closed();
    sockets.delete(this);
  }
  // A broken frame ends this socket only; without a listener it would end the process. [WS-1]
  function onError(this: WebSocket, error: Error) {
    sockets.get(this)?.broke(error);
  }
  return (ws) => {
    ws.on("message", onMessage).on("ping", onPing).on("pong", onPong).on("close", onClose).on("error", onError);
  };
}

function destroy(this: Duplex): void {
  this.destroy();
}

/** What some refusals have to say besides. [RFC 6455, 4.2.2] */
const linesOf: Partial<Record<RefusalCode, string>> = {
  RATE_LIMITED: "Retry-After: 10\r\n",
  VALIDATION: "Sec-WebSocket-Version: 13\r\n",
};

function refuseUpgrade(raw: Duplex, { code, isHttps }: { code: RefusalCode; isHttps: boolean }): void {
  const { status, message } = refusals[code];
  const body = JSON.stringify({ message, code });
  const headers = securityHeaderLines({ isHttps, isApi: true });
  // Whoever never ends its side would keep the connection, and its place among those of a person, for ever.
  raw.once("finish", destroy);
  raw.end(
    `HTTP/1.1 ${status} Refused\r\n${linesOf[code] ?? ""}Connection: close\r\n${headers}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
