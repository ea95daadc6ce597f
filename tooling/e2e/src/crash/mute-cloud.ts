/** A cloud that takes every connection and never says a word: it is called by `https`, so that no call leaves before its handshake. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

export class MuteCloud {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    const address = server.address();
    this.url = `https://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.resume();
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
    return this.#sockets.size > 0;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
