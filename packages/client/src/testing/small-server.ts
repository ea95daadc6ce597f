/** The small router on real sockets of the loop-back interface: tRPC's own HTTP and `ws` adapters, and cuts on demand. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createHTTPHandler } from "@trpc/server/adapters/standalone";
import { applyWSSHandler } from "@trpc/server/adapters/ws";
import { WebSocketServer } from "ws";
import { smallRouter, type SmallWorld } from "./small-router.ts";

export interface SmallServer {
  readonly baseUrl: string;
  /** Paths of HTTP requests as they came, such as `/trpc/relays.switch?batch=1`. */
  readonly requests: string[];
  /** `Cookie` headers of HTTP requests and handshakes, in order; empty where there was none. */
  readonly cookies: string[];
  /** Handshakes that were asked for. */
  upgrades: number;
  /** What becomes of the next handshakes: accepted, refused with 401, the socket just ends, or held until released. */
  upgradeAnswer: "accept" | "refuse" | "cut" | "hold";
  /** Accepts the handshakes that are held. */
  releaseHandshakes(): void;
  /** While set, HTTP requests whose path it accepts lose their connection: before they reach the router, or their answer. */
  cut: { when: "before" | "answer"; path(path: string): boolean } | null;
  /** Sockets of the stream that are open. */
  openSockets(): number;
  /** Connections of any kind that are open, held handshakes too. */
  connections(): number;
  /** Ends every socket of the stream, rudely, or with a close code. */
  cutSockets(code?: number): void;
  /** From now on nobody reads what the sockets bring, and nobody is told. */
  silenceSockets(): void;
  close(): Promise<void>;
}

export async function startSmallServer(world: SmallWorld): Promise<SmallServer> {
  const trpc = createHTTPHandler({ router: smallRouter, basePath: "/trpc/", createContext: () => ({ world }) });
  const connections = new Set<Socket>();
  const held: (() => void)[] = [];
  const http = createServer((request, response) => {
    const path = request.url ?? "";
    server.requests.push(path);
    server.cookies.push(request.headers.cookie ?? "");
    const cut = server.cut?.path(path) === true ? server.cut.when : null;
    if (cut === "before") return void request.socket.destroy();
    // The router does its work, and the answer is lost.
    if (cut === "answer") response.end = () => (request.socket.destroy(), response);
    if (path.startsWith("/api/")) return answerRest(path, response);
    trpc(request, response);
  });
  const sockets = new WebSocketServer({ noServer: true });
  applyWSSHandler({ wss: sockets, router: smallRouter, createContext: () => ({ world }) });
  http.on("connection", (socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
  });
  http.on("upgrade", (request, socket, head) => {
    server.upgrades += 1;
    server.cookies.push(request.headers.cookie ?? "");
    if (server.upgradeAnswer === "cut") socket.destroy();
    else if (server.upgradeAnswer === "refuse") socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
    else if (server.upgradeAnswer === "hold") held.push(accept);
    else accept();
    function accept() {
      sockets.handleUpgrade(request, socket, head, (client) => sockets.emit("connection", client, request));
    }
  });
  const server: SmallServer = {
    baseUrl: "",
    requests: [],
    cookies: [],
    upgrades: 0,
    upgradeAnswer: "accept",
    cut: null,
    openSockets: () => [...sockets.clients].filter((client) => client.readyState === client.OPEN).length,
    connections: () => connections.size,
    releaseHandshakes() {
      for (const accept of held.splice(0)) accept();
    },
    cutSockets(code) {
      for (const client of sockets.clients) {
        if (code === undefined) client.terminate();
        else client.close(code);
      }
    },
    silenceSockets() {
      for (const client of sockets.clients) client.pause();
    },
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        for (const socket of connections) socket.destroy();
        http.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  return Object.assign(server, { baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
}

function answerRest(path: string, response: ServerResponse): void {
  if (path === "/api/auth/login") {
    response.writeHead(200, {
      "set-cookie": ["relaydeck_session=s0; Path=/", "relaydeck_session=s1; Path=/; HttpOnly", "relaydeck_known=k1; Path=/"],
    });
    response.end("{}");
    return;
  }
  response.writeHead(409, { "content-type": "application/json" });
  response.end(JSON.stringify({ message: "Device must be online to control relays", code: "DEVICE_NOT_CONNECTED" }));
}
