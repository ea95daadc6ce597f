/** One viewer of the load: a bare TCP connection that speaks just enough WebSocket to subscribe and to count. */
import { connect, type Socket } from "node:net";
import { requestId } from "./bare-frame.ts";
import { FrameReader, type FrameEnds } from "./frame-reader.ts";

export interface ViewerOptions {
  readonly port: number;
  readonly viewer: number;
  readonly cookie: string | null;
  readonly subscribe: boolean;
  /** Read into by all sockets in turn; what is read is looked at before the next read. */
  readonly buffer: Buffer;
}

const endOfHead = "\r\n\r\n";

export class ViewerSocket implements FrameEnds {
  /** Text frames so far. */
  frames = 0;
  /** Number of the last event seen. */
  last = 0;
  isStalled = false;
  /** Told each event; set by the load. */
  onEvent: (viewer: ViewerSocket, number: number) => void = () => {};
  readonly #options: ViewerOptions;
  readonly #reader = new FrameReader(this);
  readonly #socket: Socket;
  #head: string | null = "";
  #onFrames: () => void = () => {};
  failure: string | null = null;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.#socket = connect({
      port: options.port,
      host: "127.0.0.1",
      noDelay: true,
      onread: {
        buffer: options.buffer,
        callback: (length, bytes) => this.#take(Buffer.from(bytes.buffer, bytes.byteOffset, length), length),
      },
    });
    this.#socket.on("error", (error) => this.#fail(error.message));
    this.#socket.on("close", () => this.#fail("the server closed the connection"));
    this.#socket.write(this.#request());
  }

  /** Resolves when this many text frames have come. */
  async received(frames: number): Promise<this> {
    while (this.#head !== null || this.frames < frames) {
      if (this.failure !== null) throw new Error(`Viewer ${this.#options.viewer}: ${this.failure}`);
      await new Promise<void>((resolve) => (this.#onFrames = resolve));
    }
    return this;
  }

  /** Reads no more, until `resume`. */
  stall(): void {
    this.isStalled = true;
    this.#socket.pause();
  }

  resume(): void {
    this.isStalled = false;
    this.#socket.resume();
  }

  close(): void {
    this.#socket.removeAllListeners("close");
    this.#socket.destroy();
  }

  text(number: number | null): void {
    this.frames += 1;
    // What has no number, or an older one, is not of the bench: the product says its own status now and then.
    if (number !== null && number > this.last) {
      this.onEvent(this, number);
      this.last = number;
    }
    this.#onFrames();
  }

  ping(): void {
    this.#socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
  }

  closed(): void {
    this.#fail("the server said close");
  }

  #request(): string {
    const { port, viewer, cookie } = this.#options;
    const lines = [
      `GET /trpc?viewer=${viewer} HTTP/1.1`,
      `Host: localhost:${port}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      `Origin: http://localhost:${port}`,
      ...(cookie === null ? [] : [`Cookie: ${cookie}`]),
    ];
    return `${lines.join("\r\n")}${endOfHead}`;
  }

  #take(bytes: Buffer, length: number): boolean {
    let from = 0;
    if (this.#head !== null) {
      this.#head += bytes.toString("latin1");
      const end = this.#head.indexOf(endOfHead);
      if (end === -1) return true;
      if (!this.#head.startsWith("HTTP/1.1 101")) this.#fail(this.#head.split("\r\n", 1)[0] ?? "refused");
      from = length - (this.#head.length - end - endOfHead.length);
      this.#head = null;
      if (this.#options.subscribe) this.#socket.write(maskedText(subscription));
      this.#onFrames();
    }
    this.#reader.read(bytes, length, from);
    return !this.isStalled;
  }

  #fail(why: string): void {
    this.failure ??= why;
    this.#onFrames();
  }
}

const subscription = JSON.stringify({ id: requestId, method: "subscription", params: { path: "live.stream", input: {} } });

/** Clients must mask; a mask of zeros leaves the text as it is. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new Error("The bench's own message is a short one");
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}
