/**
 * A child process that answers calls: the measured server and its load each have one, so that processor and memory are theirs alone.
 *
 * Ends with its owner: `close`, or the end of the runner's connection.
 */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Answered, Asked, Handlers } from "./calls.ts";

type Output<H extends Handlers, K extends keyof H> = Awaited<ReturnType<H[K]>>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class Peer<H extends Handlers> {
  readonly #child: ChildProcess;
  readonly #name: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #calls = 0;

  constructor(program: URL) {
    this.#name = program.pathname.split("/").at(-1) ?? "";
    // Standard output belongs to the runner's table.
    this.#child = fork(fileURLToPath(program), [], { execArgv: ["--expose-gc"], stdio: ["ignore", "inherit", "inherit", "ipc"] });
    this.#child.on("message", (message) => this.#settle(message as Answered));
    this.#ended = new Promise((resolve) => {
      this.#child.once("exit", (code, signal) => {
        this.#fail(new Error(`${this.#name} ended with ${code ?? signal}`));
        resolve();
      });
    });
  }

  call<K extends keyof H & string>(name: K, ...[input]: Parameters<H[K]>): Promise<Output<H, K>> {
    this.#calls += 1;
    const asked: Asked = { id: this.#calls, name, input };
    return new Promise((resolve, reject) => {
      if (!this.#child.connected) return reject(new Error(`${this.#name} has ended`));
      // Both sides are typed by the same handlers, and the words cross as JSON.
      this.#waiting.set(asked.id, { resolve: resolve as (value: unknown) => void, reject });
      this.#child.send(asked);
    });
  }

  async close(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }

  #settle(answered: Answered): void {
    const waiting = this.#waiting.get(answered.id);
    this.#waiting.delete(answered.id);
    if (answered.error === undefined) waiting?.resolve(answered.value);
    else waiting?.reject(new Error(`${this.#name}: ${answered.error}`));
  }

  #fail(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
