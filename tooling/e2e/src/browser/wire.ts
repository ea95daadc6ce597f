/**
 * The network between one browser and the server: a SOCKS 5 proxy that passes bytes on as they are, until it is cut.
 *
 * A cut ends every connection without a word, as a lost network does, and lets none through until it is mended.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Wire {
  /** Address of the proxy, for `visit`. */
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openWire(): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    keep(near);
    if (isCut) near.resetAndDestroy();
    else void join(near, keep);
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
  function cutAll(): void {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  }
  return {
    url: `socks5://127.0.0.1:${address.port}`,
    cut: cutAll,
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
async function join(near: Socket, keep: (socket: Socket) => void): Promise<void> {
  await next(near);
  near.write(noPassword);
  const request = await next(near);
  const far = connect(request.readUInt16BE(request.length - 2), "localhost");
  keep(far);
  far.once("connect", () => {
    near.write(connected);
    near.pipe(far).pipe(near);
  });
  near.once("close", () => far.destroy());
  far.once("close", () => near.destroy());
}

/** The next bytes; never resolves when the connection ends before. */
function next(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => void socket.once("data", resolve));
}
