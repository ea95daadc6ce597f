/** What the relays really did: their contacts and currents over time, as the simulator says. */
import type { Simulator } from "@relaydeck/simulator/simulator";
import type { CastDevice, Kind } from "./cast.ts";

/** A relay since `at`, a reading of the monotonic clock. */
export interface RelayMoment {
  readonly at: number;
  readonly closed: boolean;
  readonly milliamps: number;
}

/** Current from which a relay counts as on, in profiles that measure current only. */
const onMilliamps = 50;

export class Truth {
  readonly #simulator: Simulator;
  readonly #now: () => number;
  readonly #relays = new Map<string, RelayMoment[]>();

  constructor(simulator: Simulator, now: () => number) {
    this.#simulator = simulator;
    this.#now = now;
  }

  /** To be called whenever something may have moved. */
  look(): void {
    const at = this.#now();
    for (const device of this.#simulator.control.devices()) {
      for (const relay of device.relays) {
        const key = `${device.id} ${relay.number}`;
        const moments = this.#relays.get(key) ?? [];
        const last = moments.at(-1);
        const closed = relay.contact === "closed";
        if (last?.closed === closed && last.milliamps === relay.milliamps) continue;
        moments.push({ at, closed, milliamps: relay.milliamps });
        this.#relays.set(key, moments);
      }
    }
  }

  wasSince(device: CastDevice, relay: number, claim: RelayClaim): boolean {
    return wasSince(device.kind, this.#relays.get(`${device.providerId} ${relay}`) ?? [], claim);
  }
}

/** "The relay was in this state at some moment since then": what `confirmed` claims; `since` is a reading of the monotonic clock. */
export interface RelayClaim {
  readonly target: "on" | "off";
  readonly since: number;
}

/** Judged by contacts where the device reports them, else by current. [architecture 11, rule 3] */
export function wasSince(kind: Kind, moments: readonly RelayMoment[], { target, since }: RelayClaim): boolean {
  const first = Math.max(
    0,
    moments.findLastIndex((moment) => moment.at <= since),
  );
  const seen = moments.slice(first);
  if (kind !== "plain") return seen.some(({ closed }) => closed === (target === "on"));
  if (target === "on") return seen.some(({ milliamps }) => milliamps >= onMilliamps);
  // A fall: current flowed at some time, and did not flow later, after the send.
  const flowed = moments.findIndex(({ milliamps }) => milliamps >= onMilliamps);
  return flowed >= 0 && moments.some(({ milliamps }, index) => index > flowed && index >= first && milliamps < onMilliamps);
}
