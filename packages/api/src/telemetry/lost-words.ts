/**
 * Words that are lost for good: kept in mind until the leader can note the gap and read back what they hid. [C3, ST-1]
 *
 * Told at once and then at most once a minute, because what follows from it asks the cloud; more that is lost meanwhile is
 * told together. A node that does not lead keeps it until it does: the gap is the leader's to write. [LE-1]
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { Lead } from "../cluster/lead.ts";

export interface Loss {
  /** When the first of them came, epoch ms. */
  readonly from: number;
  /** When the last of them was given up, epoch ms; what came afterwards is stored. */
  readonly to: number;
  /** Of whom they spoke; the first thousand. */
  readonly providerIds: ReadonlySet<string>;
}

const tellEveryMs = 60_000;
const mostDevices = 1_000;

export class LostWords {
  readonly #deps: { readonly clock: Clock; readonly lead: Lead };
  #from: number | null = null;
  #to = 0;
  #providerIds = new Set<string>();
  #listener: ((loss: Loss) => void) | null = null;
  #toldAt: number | null = null;
  #cancel: Disposer | null = null;

  constructor(deps: { readonly clock: Clock; readonly lead: Lead }) {
    this.#deps = deps;
  }

  /** Who is told; must not throw. */
  onLoss(listener: (loss: Loss) => void): void {
    this.#listener = listener;
  }

  /** `cameAt`: epoch ms. */
  add(lost: { readonly providerId: string; readonly cameAt: number }): void {
    this.#from = Math.min(this.#from ?? lost.cameAt, lost.cameAt);
    this.#to = this.#deps.clock.now();
    if (this.#providerIds.size < mostDevices) this.#providerIds.add(lost.providerId);
  }

  /** What could not be noted after all: told again, together with what was lost since. */
  putBack({ from, to, providerIds }: Loss): void {
    this.#from = Math.min(this.#from ?? from, from);
    this.#to = Math.max(this.#to, to);
    this.#providerIds = new Set([...providerIds, ...this.#providerIds].slice(0, mostDevices));
  }

  /** To be called whenever the database takes words. */
  tell(): void {
    const { clock, lead } = this.#deps;
    if (this.#from === null || this.#listener === null || this.#cancel !== null || !lead.holds()) return;
    const waitMs = this.#toldAt === null ? 0 : this.#toldAt + tellEveryMs - clock.monotonic();
    if (waitMs > 0) {
      this.#cancel = clock.after(waitMs, () => {
        this.#cancel = null;
        this.tell();
      });
      return;
    }
    const loss = { from: this.#from, to: this.#to, providerIds: this.#providerIds };
    this.#from = null;
    this.#providerIds = new Set();
    this.#toldAt = clock.monotonic();
    this.#listener(loss);
  }

  stop(): void {
    this.#listener = null;
    this.#cancel?.();
  }
}
