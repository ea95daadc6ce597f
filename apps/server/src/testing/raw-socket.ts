/** A WebSocket spoken in bytes, for what no client library would send. */
import { connect, type Socket } from "node:net";
import type { Person } from "./people.ts";
import type { Product } from "./product.ts";
import { until } from "./quiet.ts";

export const handshake = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "cmVsYXlkZWNrLXRlc3QhIQ==",
};

export class RawSocket {
  readonly socket: Socket;
  text = "";
  isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (bytes: Buffer) => (this.text += bytes.toString("latin1")));
    // How a connection broke is told by its close.
    socket.on("error", () => {});
    socket.on("close", () => (this.isClosed = true));
  }

  /** Asks for the upgrade as this person's browser would; `more` overrules, null leaves a header out. */
  static open(product: Product, person: Person | null, more: Readonly<Record<string, string | null>> = {}): RawSocket {
    const { path = "/trpc", ...headers } = more;
    const host = new URL(product.origin).host;
    const cookie = person === null ? {} : { cookie: person.browser.cookie };
    const all = { host, origin: product.origin, ...cookie, ...handshake, ...headers };
    const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
    const raw = new RawSocket(connect(Number(new URL(product.origin).port), "127.0.0.1"));
    raw.socket.write(`GET ${path ?? "/trpc"} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    return raw;
  }

  /** Status and body of the answer, once it is there: 101 has none. */
  async answer(): Promise<{ status: number; headers: string; body: string }> {
    await until(() => /^HTTP\/1\.1 101[^]*\r\n\r\n/.test(this.text) || this.isClosed);
    const [head = "", body = ""] = this.text.split("\r\n\r\n", 2);
    return { status: Number(head.slice(9, 12)), headers: head.toLowerCase(), body };
  }

  async closed(): Promise<void> {
    await until(() => this.isClosed);
  }
}

/** A frame of a client, masked with zeros; `first` is its first byte. */
export function clientFrame(payload: Uint8Array | string, first = 0x81): Buffer {
  const bytes = Buffer.from(payload);
  const length = bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([first, ...length, 0, 0, 0, 0]), bytes]);
}
