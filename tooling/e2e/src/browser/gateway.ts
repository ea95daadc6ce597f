/**
 * A reverse proxy before the server, as many operators have one. It can lose its way to the API: then it answers by itself,
 * with a bare status and not a word, or hangs up. Pages and scripts still pass, so a page comes and asks in vain, but for
 * those that are withheld; so do sockets, unless it is told to pass none.
 */
import { once } from "node:events";
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { pipeline } from "node:stream";

/** What becomes of calls to the API; `wordless`: status 502 and nothing else, `silent`: no answer, `slow`: none until it opens. */
export type WayToApi = "open" | "wordless" | "silent" | "slow";

export interface Gateway {
  /** The product's public address. */
  readonly url: string;
  setWayToApi(way: WayToApi): void;
  /** The next call of this procedure is answered as things stand then; the answer stays here until it is let go. */
  holdNext(procedure: string): HeldAnswer;
  /** Closed: every socket ends at once, and none is opened. */
  setWayToStream(way: "open" | "closed"): void;
  /** Files of the application that do not come, by what stands in their address; null lets all of them pass again. */
  withhold(files: RegExp | null): void;
  /** The server that everything is passed on to. */
  leadTo(url: string): void;
  close(): Promise<void>;
}

export interface HeldAnswer {
  /** Resolves when the answer is there. */
  readonly isHeld: Promise<void>;
  letGo(): void;
  /** The server has done as asked, but the answer breaks off after its head. */
  lose(): void;
}

interface Hold {
  readonly procedure: string;
  readonly hold: () => void;
  /** Resolves with what becomes of the answer. */
  readonly released: Promise<"told" | "lost">;
}

export async function openGateway(): Promise<Gateway> {
  let upstream = 0;
  let wayToApi: WayToApi = "open";
  const waiting: (() => void)[] = [];
  let held: Hold | null = null;
  const takeHold = (url = "") => {
    const hold = held !== null && url.includes(held.procedure) ? held : null;
    if (hold !== null) held = null;
    return hold;
  };
  const sockets = new Set<Socket>();
  let takesSockets = true;
  let withheld: RegExp | null = null;
  const server = createServer((request, response) => {
    if (withheld?.test(request.url ?? "") === true) return void request.socket.destroy();
    const way = /^\/(trpc|api)\//.test(request.url ?? "") ? wayToApi : "open";
    if (way === "silent") request.socket.destroy();
    else if (way === "wordless") response.writeHead(502).end();
    else if (way === "slow") waiting.push(() => passOn(request, response, { port: upstream, hold: null }));
    else passOn(request, response, { port: upstream, hold: takeHold(request.url) });
  }).listen(0, "localhost");
  server.on("upgrade", (request: IncomingMessage, near: Socket) => {
    if (!takesSockets) return near.destroy();
    sockets.add(near);
    near.once("close", () => sockets.delete(near));
    return joinSocket(request, near, upstream);
  });
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("A listening server has an address");
  return {
    url: `http://localhost:${address.port}`,
    setWayToApi(way) {
      wayToApi = way;
      if (way !== "slow") for (const go of waiting.splice(0)) go();
    },
    holdNext(procedure) {
      let hold = () => {};
      let release = (_as: "told" | "lost") => {};
      const isHeld = new Promise<void>((resolve) => (hold = resolve));
      const released = new Promise<"told" | "lost">((resolve) => (release = resolve));
      held = { procedure, hold, released };
      return { isHeld, letGo: () => release("told"), lose: () => release("lost") };
    },
    setWayToStream(way) {
      takesSockets = way === "open";
      if (!takesSockets) for (const socket of sockets) socket.destroy();
    },
    withhold(files) {
      withheld = files;
    },
    leadTo(url) {
      upstream = Number(new URL(url).port);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface Way {
  readonly port: number;
  readonly hold: Hold | null;
}

function passOn(request: IncomingMessage, response: ServerResponse, { port, hold }: Way): void {
  const { method, url, headers } = request;
  const further = ask({ port, host: "localhost", method, path: url, headers }, async (answer) => {
    hold?.hold();
    const isLost = (await hold?.released) === "lost";
    // A browser that leaves a page hangs up before the answer or in the middle of it; that is its right.
    if (response.destroyed) return void answer.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (!isLost) return void pipeline(answer, response, () => {});
    // With its head told: what broke off before, the browser would ask again by itself.
    answer.destroy();
    response.write("{", () => response.destroy());
  });
  further.on("error", () => response.destroy());
  request.pipe(further);
}

function joinSocket(request: IncomingMessage, near: Socket, port: number): void {
  if (near.destroyed) return;
  const far = connect(port, "localhost");
  const lines = request.rawHeaders.flatMap((name, index, all) => (index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ""}`] : []));
  far.write([`GET ${request.url ?? "/"} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
  pipeline(near, far, () => near.destroy());
  pipeline(far, near, () => far.destroy());
}
