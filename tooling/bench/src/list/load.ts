/** Asks one address over and over on several connections, each as soon as it has its answer. */
import { sleep, systemClock } from "@relaydeck/kit/clock";
import { connect, type Socket } from "node:net";
import { answerCalls } from "../process/calls.ts";
import { startStillCloud } from "../product/still-cloud.ts";

export interface Asking {
  readonly port: number;
  readonly path: string;
  readonly cookie: string;
}

const connections = 32;
const clock = systemClock();

async function openCloud(): Promise<{ url: string }> {
  return { url: (await startStillCloud(clock)).url };
}

/** One answer's body; throws unless it is 200. */
async function body({ port, path, cookie }: Asking): Promise<string> {
  const answer = await fetch(`http://localhost:${port}${path}`, { headers: { Cookie: cookie } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return answer.text();
}

async function ask(asking: Asking & { ms: number }): Promise<{ answers: number; seconds: number }> {
  const askers = Array.from({ length: connections }, () => new Asker(asking));
  const start = clock.monotonic();
  await sleep(clock, asking.ms);
  const seconds = (clock.monotonic() - start) / 1000;
  for (const asker of askers) asker.close();
  const failure = askers.find((asker) => asker.failure !== null)?.failure;
  if (failure !== undefined) throw new Error(`${asking.path}: ${failure}`);
  return { answers: askers.reduce((sum, asker) => sum + asker.answers, 0), seconds };
}

/** One keep-alive connection. */
class Asker {
  answers = 0;
  failure: string | null = null;
  readonly #request: string;
  readonly #socket: Socket;
  #head = "";
  /** Bytes of the answer still to come; null while it comes in chunks, whose end says so. */
  #left: number | null = 0;

  constructor({ port, path, cookie }: Asking) {
    this.#request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${cookie}\r\n\r\n`;
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (bytes) => this.#take(bytes));
    this.#socket.on("error", (error) => (this.failure ??= error.message));
    this.#socket.write(this.#request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    if (this.#left === 0 && !this.#takeHead(bytes.toString("latin1"))) return;
    if (this.#left === null ? bytes.subarray(-endOfChunks.length).equals(endOfChunks) : (this.#left -= bytes.length) <= 0) {
      this.#left = 0;
      this.answers += 1;
      this.#socket.write(this.#request);
    }
  }

  /** False while the head is not whole. */
  #takeHead(text: string): boolean {
    const before = this.#head.length;
    this.#head += text;
    const end = this.#head.indexOf("\r\n\r\n");
    if (end === -1) return false;
    if (!this.#head.startsWith("HTTP/1.1 200")) this.failure ??= this.#head.slice(0, 200);
    const length = /content-length: (\d+)/i.exec(this.#head)?.[1];
    // Counted from the start of this piece, which is taken off next.
    this.#left = length === undefined ? null : Number(length) + end + 4 - before;
    this.#head = "";
    return true;
  }
}

const endOfChunks = Buffer.from("0\r\n\r\n");

const handlers = { openCloud, body, ask };
export type ListLoad = typeof handlers;
answerCalls(handlers);
