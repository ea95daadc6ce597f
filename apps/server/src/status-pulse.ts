/**
 * Tells every viewer how the hop to the device cloud stands: at once when its state changes, within a second when the cloud is
 * to be called less often, and every ten when its numbers did (calls used, last contact), because with the stream up nobody
 * polls for them. [D0.4, D40, C14]
 */
import type { Deps } from "@relaydeck/api/deps";
import { toLiveEvent } from "@relaydeck/api/live/append";
import type { NeutralStatus } from "@relaydeck/api/live/live-row";
import { every } from "@relaydeck/kit/clock";
import { Disposers } from "@relaydeck/kit/disposer";

export const pulseEveryMs = 10_000;
/** Time alone fills the budget's window and empties it, so it is looked at. */
const budgetEveryMs = 1_000;

type PulseDeps = Pick<Deps, "clock" | "store" | "link" | "log">;

export class StatusPulse {
  readonly #deps: PulseDeps;
  #told: NeutralStatus;
  #timers = new Disposers();

  constructor(deps: PulseDeps) {
    this.#deps = deps;
    this.#told = deps.link.neutral();
  }

  start(): void {
    const { clock, link } = this.#deps;
    this.#told = link.neutral();
    this.#timers = new Disposers();
    this.#timers.add(every(clock, budgetEveryMs, () => this.#tellIf((now) => now.isSlowedDown !== this.#told.isSlowedDown)));
    this.#timers.add(every(clock, pulseEveryMs, () => this.#tellIf((now) => JSON.stringify(now) !== JSON.stringify(this.#told))));
  }

  stop(): void {
    this.#timers.dispose();
  }

  async tell(): Promise<void> {
    const { store, link } = this.#deps;
    const status = link.neutral();
    await store.write((tx) => tx.live([toLiveEvent({ deviceId: null, userId: null, body: { kind: "status", status } })]));
    this.#told = status;
  }

  async #tellIf(isNews: (now: NeutralStatus) => boolean): Promise<void> {
    if (!isNews(this.#deps.link.neutral())) return;
    try {
      await this.tell();
    } catch (error) {
      // The next beat tells it; a database in trouble is said elsewhere.
      this.#deps.log.warn("status.not-told", { error: String(error) });
    }
  }
}
