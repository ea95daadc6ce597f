/**
 * Tells every viewer how the hop to the device cloud stands: at once when its state changes, and every ten seconds when
 * its numbers did (calls used, last contact), because with the stream up nobody polls for them. [D0.4, D40, C14]
 */
import type { Deps } from "@relaydeck/api/deps";
import { toLiveEvent } from "@relaydeck/api/live/append";
import { every } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";

export const pulseEveryMs = 10_000;

type PulseDeps = Pick<Deps, "clock" | "store" | "link" | "log">;

export class StatusPulse {
  readonly #deps: PulseDeps;
  #told = "";
  #stop: Disposer = () => {};

  constructor(deps: PulseDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#told = this.#wording();
    this.#stop = every(this.#deps.clock, pulseEveryMs, () => this.#beat());
  }

  stop(): void {
    this.#stop();
  }

  async tell(): Promise<void> {
    const { store, link } = this.#deps;
    this.#told = this.#wording();
    await store.write((tx) =>
      tx.live([toLiveEvent({ deviceId: null, userId: null, body: { kind: "status", status: link.neutral() } })]),
    );
  }

  async #beat(): Promise<void> {
    if (this.#told === this.#wording()) return;
    try {
      await this.tell();
    } catch (error) {
      // The next beat tells it; a database in trouble is said elsewhere.
      this.#deps.log.warn("status.not-told", { error: String(error) });
    }
  }

  #wording(): string {
    return JSON.stringify(this.#deps.link.neutral());
  }
}
