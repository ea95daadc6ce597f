/** What one side writes, for the other to iterate once. Ends with `end`; throws at the reader after `fail`. */
export class ChunkQueue implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = [];
  #state: "open" | "ended" | "failed" = "open";
  #wake: () => void = () => {};

  push(chunk: string | Uint8Array): void {
    if (this.#state !== "open") return;
    this.#chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    this.#wake();
  }

  end(): void {
    if (this.#state === "open") this.#state = "ended";
    this.#wake();
  }

  fail(): void {
    if (this.#state === "open") this.#state = "failed";
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        yield chunk;
        continue;
      }
      if (this.#state === "ended") return;
      if (this.#state === "failed") throw new Error("the stream broke");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
