/** A server of bare sockets: answers exactly the bytes it is told to, and remembers every byte that came. */
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** Everything received so far, over all connections, in order. */
  received(): string;
  connections(): readonly Socket[];
  close(): Promise<void>;
}

/** `onRequest` is called whenever bytes arrive, with the number of that arrival from 1. */
export async function startRawServer(onRequest: (socket: Socket, number: number) => void): Promise<RawServer> {
  const sockets: Socket[] = [];
  let text = "";
  let arrivals = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      arrivals += 1;
      onRequest(socket, arrivals);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received: () => text,
    connections: () => sockets,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

export function rawAnswer(status: string, body: string, headers: readonly string[] = []): string {
  return [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, "", body].join("\r\n");
}
