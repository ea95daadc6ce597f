/**
 * Sync Metrics: asks the provider for its list and for the devices' last vitals, within the budget of calls, one at a time
 * over all nodes. How it went stays to be read. [D28, C14]
 */
import type { MetricsSynced } from "@relaydeck/contract/analytics-admin";
import { toInstant } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { beginMetricSync, endMetricSync } from "@relaydeck/db/analytics/metric-syncs";
import { findDevicesByProviderIds, type DeviceRow } from "@relaydeck/db/devices/store";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Provider } from "@relaydeck/provider/provider";
import type { ProviderDevice } from "@relaydeck/provider/provider-device";
import { adminDoing, recorded, type Administering } from "../admin/recorded.ts";
import { audit } from "../audit/audit.ts";
import type { Ground } from "../ground.ts";
import type { Ingest } from "../telemetry/ingest.ts";
import { failuresOfDevice, noteListed } from "../telemetry/vitals.ts";

/** Devices that one sync asks for: 200 calls of the provider's 10,000 in five minutes. Those that were asked longest ago come first. */
const mostDevices = 200;
/** Calls at a time; a page load waits for the end. */
const atOnce = 20;

export type SyncDeps = Pick<Ground, "store" | "clock" | "log"> & {
  readonly provider: Pick<Provider, "listDevices" | "lastVitals">;
  readonly ingest: Pick<Ingest, "take">;
};

/** Why a sync failed that ended with an error, or with its process. */
export const brokeOff = "It broke off";

/** What a sync brought. */
interface Brought {
  /** How many devices' vitals came. */
  readonly devices: number;
  /** Why it was stopped before its last device; null: it was not. */
  readonly failure: string | null;
}

export class MetricSync {
  readonly #deps: SyncDeps;
  #running: Promise<Result<MetricsSynced, Refusal>> | null = null;
  /** The last device that a sync of this process asked; the next goes on behind it. */
  #afterId = "";

  constructor(deps: SyncDeps) {
    this.#deps = deps;
  }

  /** Who asks while one is under way gets its answer; each is told of in the audit. */
  run(asking: Administering): Promise<Result<MetricsSynced, Refusal>> {
    const { store, clock } = this.#deps;
    const [by, action] = [adminDoing(asking), "metrics.synced"];
    return recorded(this.#deps, { by, action, kind: null, id: null }, async () => {
      this.#running ??= this.#sync().finally(() => {
        this.#running = null;
      });
      const synced = await this.#running;
      if (synced.ok) await store.write((tx) => audit(tx, { ...by, at: clock.now(), action }));
      return synced;
    });
  }

  async #sync(): Promise<Result<MetricsSynced, Refusal>> {
    const { store, clock } = this.#deps;
    const startedAt = clock.now();
    const hasBegun = await store.write((tx) => beginMetricSync(tx, startedAt));
    if (!hasBegun) return refuse("PROVIDER_BUSY", { message: "Metrics are being synced already", retryAfterSeconds: 10 });
    const end = ({ devices, failure }: Brought, endedAt: number) =>
      store.write((tx) => endMetricSync(tx, { startedAt, endedAt, devices, failure }));
    try {
      const asked = await this.#ask();
      const endedAt = clock.now();
      await end(asked.ok ? asked.value : { devices: 0, failure: asked.error.message ?? asked.error.code }, endedAt);
      return asked.ok ? ok({ message: "Metrics synced", devices: asked.value.devices, syncedAt: toInstant(endedAt) }) : asked;
    } catch (error) {
      await end({ devices: 0, failure: brokeOff }, clock.now());
      throw error;
    }
  }

  /** A provider that is busy or gone is not asked for what can wait; where it refused from the first device on, nothing was synced. */
  async #ask(): Promise<Result<Brought, Refusal>> {
    const { store, provider, ingest } = this.#deps;
    const listed = await provider.listDevices();
    if (listed.kind === "failed") return notSynced(listed.reason);
    await noteListed(store, listed.value, listed.startedAt);
    const ours = await this.#dueOf(listed.value);
    for (const { said } of ours) {
      await ingest.take({
        kind: "presence",
        providerId: said.providerId,
        online: said.online,
        at: listed.startedAt,
        isSession: false,
      });
    }
    let devices = 0;
    const refusals: string[] = [];
    const queue = ours.filter(({ said }) => said.online);
    const due = queue.length;
    const stop = () => void (queue.length = 0);
    const askOneAfterAnother = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        this.#afterId = next.device.id;
        const answer = await this.#askOne(next.said.providerId);
        if (answer === "came") devices += 1;
        else if (answer !== "none") {
          refusals.push(answer.refusal);
          stop();
        }
      }
    };
    const lanes = Array.from({ length: atOnce }, () => askOneAfterAnother().finally(stop));
    // It is under way until the last answer is there, also where it breaks off.
    await Promise.allSettled(lanes);
    await Promise.all(lanes);
    const [refusal] = refusals;
    if (refusal === undefined) {
      // Those that are not there need not be asked.
      this.#afterId = ours.at(-1)?.device.id ?? this.#afterId;
      return ok({ devices, failure: null });
    }
    return devices === 0 ? notSynced(refusal) : ok({ devices, failure: `Stopped after ${devices} of ${due}: ${refusal}` });
  }

  /** Our devices of the list, in order of their ids, from behind the last one on and round. */
  async #dueOf(listed: readonly ProviderDevice[]): Promise<{ device: DeviceRow; said: ProviderDevice }[]> {
    const described = new Map(listed.map((said) => [said.providerId, said]));
    const found = await findDevicesByProviderIds(this.#deps.store.read, [...described.keys()]);
    const known = found.flatMap((device) => {
      const said = described.get(device.providerId ?? "");
      return said === undefined ? [] : [{ device, said }];
    });
    const sorted = known.toSorted((a, b) => (a.device.id < b.device.id ? -1 : 1));
    const behind = sorted.filter(({ device }) => device.id > this.#afterId);
    return [...behind, ...sorted.filter(({ device }) => device.id <= this.#afterId)].slice(0, mostDevices);
  }

  /** A refusal is of the provider itself; what it says of this device alone is none. */
  async #askOne(providerId: string): Promise<"came" | "none" | { readonly refusal: string }> {
    const { provider, ingest } = this.#deps;
    const answer = await provider.lastVitals(providerId);
    if (answer.kind === "failed") return failuresOfDevice.has(answer.code) ? "none" : { refusal: answer.reason };
    const vitals = answer.value;
    if (vitals === null) return "none";
    await ingest.take({ kind: "vitals", providerId, vitals, at: vitals.updatedAt ?? answer.startedAt });
    return "came";
  }
}

function notSynced(reason: string) {
  return refuse("PROVIDER_UNAVAILABLE", { message: `Not synced: ${reason}` });
}
