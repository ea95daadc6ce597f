/** A cloud that takes every connection and never says a word: it is called by `https`, so that no call leaves before its handshake. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

export class MuteCloud {
  readonly url: string;
  readonly #server: Server;
  /** What each connection has said. */
  readonly #heard = new Map<Socket, Buffer[]>();

  private constructor(server: Server) {
    this.#server = server;
    const address = server.address();
    this.url = `https://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    server.on("connection", (socket) => {
      const chunks: Buffer[] = [];
      this.#heard.set(socket, chunks);
      socket.on("data", (chunk) => void chunks.push(chunk));
      // Who called was killed.
      socket.on("error", () => {});
    });
  }

  static async start(): Promise<MuteCloud> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new MuteCloud(server);
  }

  get isReached(): boolean {
    return this.#heard.size > 0;
  }

  /** True when no connection has carried more than the one record with which a handshake begins. */
  get hasHeardNoCall(): boolean {
    return [...this.#heard.values()]
      .map((chunks) => Buffer.concat(chunks))
      .every((bytes) => bytes.length < 5 || isBeginning(bytes));
  }

  async stop(): Promise<void> {
    for (const socket of this.#heard.keys()) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Record of a handshake, version, length, and that much. [RFC 8446, 5.1] */
function isBeginning(bytes: Buffer): boolean {
  return bytes[0] === 22 && bytes.length <= 5 + bytes.readUInt16BE(3);
}
