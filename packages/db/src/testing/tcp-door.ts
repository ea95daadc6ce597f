/** A door between a program and a server on loopback that a test can close, freeze, forget and open again. */
import { connect, createServer, type Server, type Socket } from "node:net";

export class TcpDoor {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  readonly #answering = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  #isFrozen = false;

  constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  /** Port to connect to; the same each time it opens. */
  get port(): number {
    return this.#port;
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const server = createServer((socket) => this.#pass(socket));
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", () => {
        const address = server.address();
        if (typeof address === "object" && address !== null) this.#port = address.port;
        this.#server = server;
        resolve();
      });
    });
  }

  /** Cuts what is connected, by its end or by a reset as after the crash of a machine; who comes is refused. */
  async close(how: "end" | "reset" = "end"): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets)
      if (how === "reset") socket.resetAndDestroy();
      else socket.destroy();
    if (server !== null) await new Promise((resolve) => server.close(resolve));
  }

  /** Everything stays connected, and nothing passes any more. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /**
   * What is connected stays so and nothing of it passes any more, as behind a firewall that forgot it; who comes now passes.
   * With "answers", what is said to the server still arrives there.
   */
  forget(what: "everything" | "answers" = "everything"): void {
    for (const socket of what === "answers" ? this.#answering : this.#sockets) socket.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  #pass(inner: Socket): void {
    const outer = connect(this.#target);
    this.#answering.add(outer);
    outer.on("close", () => this.#answering.delete(outer));
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      this.#sockets.add(from);
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isFrozen) from.pause();
    }
  }
}

/** An open door, and the address of the database through it. */
export async function doorBefore(databaseUrl: string): Promise<{ door: TcpDoor; url: string }> {
  const through = new URL(databaseUrl);
  const door = new TcpDoor({ host: through.hostname, port: Number(through.port) });
  await door.open();
  through.host = `127.0.0.1:${door.port}`;
  return { door, url: through.href };
}
