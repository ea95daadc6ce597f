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
  #telling: Promise<void> = Promise.resolve();

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

  tell(): Promise<void> {
    return this.#inTurn(() => true);
  }

  async #tellIf(isNews: (now: NeutralStatus) => boolean): Promise<void> {
    try {
      await this.#inTurn(isNews);
    } catch (error) {
      // The next beat tells it; a database in trouble is said elsewhere.
      this.#deps.log.warn("status.not-told", { error: String(error) });
    }
  }

  /** One after the other, each as the hop stands when its turn comes: what is stored last is what was true last. */
  #inTurn(isNews: (now: NeutralStatus) => boolean): Promise<void> {
    const told = this.#telling.then(async () => {
      const status = this.#deps.link.neutral();
      if (isNews(status)) await this.#store(status);
    });
    this.#telling = told.catch(() => {});
    return told;
  }

  async #store(status: NeutralStatus): Promise<void> {
    const event = toLiveEvent({ deviceId: null, userId: null, body: { kind: "status", status } });
    await this.#deps.store.write((tx) => tx.live([event]));
    this.#told = status;
  }
}
