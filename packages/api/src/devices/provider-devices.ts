/** The operator's own devices at the cloud, as last listed: what can be registered at all. [D30] */
import type { Clock } from "@relaydeck/kit/clock";
import type { Provider } from "@relaydeck/provider/provider";
import type { ProviderDevice } from "@relaydeck/provider/provider-device";
import type { ReadOutcome } from "@relaydeck/provider/outcomes";

/** The list is asked for at most once in this time. */
const refreshMs = 60_000;

/** What a serial looks like at all; anything else is refused like an unknown one. [IN-6] */
export const serialShape = /^[A-Z0-9-]{1,64}$/;

type ListFailure = Extract<ReadOutcome<never>, { kind: "failed" }>;

export class ProviderDevices {
  readonly #deps: { readonly clock: Clock; readonly provider: Provider };
  #list: readonly ProviderDevice[] = [];
  #askedAt = Number.NEGATIVE_INFINITY;
  #failure: ListFailure | null = null;
  #refreshing: Promise<void> | null = null;

  constructor(deps: { clock: Clock; provider: Provider }) {
    this.#deps = deps;
  }

  /**
   * The device with this serial (upper case), null when the cloud has none, or why it could not be asked. An old list is
   * renewed first whatever the serial is, so that neither time nor an outage tells a listed serial from another. [AZ-7]
   */
  async find(serial: string): Promise<ProviderDevice | null | ListFailure> {
    if (this.#deps.clock.monotonic() - this.#askedAt >= refreshMs) await this.refresh();
    if (this.#failure !== null) return this.#failure;
    return this.#bySerial(serial) ?? (await this.#lookUp(serial));
  }

  /** All of them, as last listed. */
  get all(): readonly ProviderDevice[] {
    return this.#list;
  }

  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const answer = await this.#deps.provider.listDevices();
    this.#failure = answer.kind === "failed" ? answer : null;
    if (answer.kind === "failed") return;
    this.#list = answer.value;
    this.#askedAt = this.#deps.clock.monotonic();
  }

  /** The list may leave serials out; only then the scarce look-up is asked, and only a listed device counts. */
  async #lookUp(serial: string): Promise<ProviderDevice | null> {
    if (!serialShape.test(serial) || this.#list.every((device) => device.serialNumber !== null)) return null;
    const answer = await this.#deps.provider.lookUpSerial(serial);
    if (answer.kind === "failed" || answer.value === null) return null;
    const { providerId } = answer.value;
    return this.#list.find((device) => device.providerId === providerId) ?? null;
  }

  #bySerial(serial: string): ProviderDevice | null {
    return this.#list.find((device) => device.serialNumber?.trim().toUpperCase() === serial) ?? null;
  }
}
