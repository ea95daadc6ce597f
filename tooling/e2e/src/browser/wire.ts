/**
 * The network between one browser and the server: a SOCKS 5 proxy that passes bytes on as they are, until it is cut or held.
 *
 * A cut ends every connection without a word, as a lost network does, and lets none through until it is mended. Held, every
 * connection stays and nothing comes from the server, as from one that hangs.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Wire {
  /** Address of the proxy, for `visit`. */
  readonly url: string;
  cut(): void;
  hold(): void;
  release(): void;
  mend(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

export async function openWire(): Promise<Wire> {
  const sockets = new Set<Socket>();
  const pairs = new Set<Pair>();
  let isCut = false;
  let isHeld = false;
  const server = createServer((near) => {
    keep(near);
    if (isCut) near.resetAndDestroy();
    else void join(near, pass);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("A listening server has an address");

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A connection that is cut is what this is for; the browser sees it.
    socket.on("error", () => socket.destroy());
  }
  function pass(near: Socket, far: Socket): void {
    keep(far);
    const pair = { near, far };
    pairs.add(pair);
    far.on("close", () => pairs.delete(pair));
    if (!isHeld) far.pipe(near);
  }
  function cutAll(): void {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  }
  return {
    url: `socks5://127.0.0.1:${address.port}`,
    cut: cutAll,
    hold() {
      isHeld = true;
      for (const { near, far } of pairs) far.unpipe(near);
    },
    release() {
      isHeld = false;
      for (const { near, far } of pairs) far.pipe(near);
    },
    mend() {
      isCut = false;
    },
    async close() {
      cutAll();
      server.close();
      await once(server, "close");
    },
  };
}

const noPassword = Buffer.from([5, 0]);
const connected = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

/** Greeting, request, then two pipes. Only loopback is ever asked for, so only the port counts. [RFC 1928] */
async function join(near: Socket, pass: (near: Socket, far: Socket) => void): Promise<void> {
  await next(near);
  near.write(noPassword);
  const request = await next(near);
  const far = connect(request.readUInt16BE(request.length - 2), "localhost");
  far.once("connect", () => {
    near.write(connected);
    near.pipe(far);
    pass(near, far);
  });
  far.on("error", () => near.destroy());
  near.once("close", () => far.destroy());
  far.once("close", () => near.destroy());
}

/** The next bytes; never resolves when the connection ends before. */
function next(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => void socket.once("data", resolve));
}
