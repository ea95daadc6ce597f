/**
 * What a time without data may have hidden, however short it was: who is there, what became of open commands, and what is true
 * of those whose last word is still shown as fresh. One pass, rate-governed by the adapter. [architecture 5, C3]
 */
import { commandShownMs } from "@relaydeck/core/devices/view";
import { findDevicesByIds, findDevicesByProviderIds, type DeviceRow } from "@relaydeck/db/devices/store";
import { freshDevices, neverHeardDevices } from "@relaydeck/db/devices/quiet";
import { unconfirmedCommands } from "@relaydeck/db/relays/unsettled";
import type { DeviceChecks } from "../devices/check-device.ts";
import type { Ground } from "../ground.ts";
import type { CloudLink } from "../status/status.ts";
import type { Ingest, WordSource } from "./ingest.ts";
import { noteListed } from "./vitals.ts";

export interface ReconcileDeps extends Pick<Ground, "store" | "clock" | "provider" | "profiles"> {
  readonly ingest: Ingest;
  readonly link: CloudLink;
  readonly checks: DeviceChecks;
}

/** Never-heard devices that one pass asks, and devices whose words were lost; the others report by themselves. */
const mostReadBack = 50;
/** Fresh devices of a profile that one pass asks, a tenth of what the cloud allows in five minutes; and how many at a time. [C14] */
const mostFresh = 1_000;
const freshAtOnce = 20;

export interface Missed {
  /** Whose words these are, the leader's or those of the node that lost some. */
  readonly source: WordSource;
  /** Provider ids of those who may have spoken. */
  readonly unheard: ReadonlySet<string> | "anybody";
  /** Ends the reading, at once: a device may take half a minute to be silent. [BP-2] */
  readonly signal: AbortSignal;
}

export async function reconcile(deps: ReconcileDeps, { source, unheard, signal }: Missed): Promise<void> {
  const { provider, ingest, link, store } = deps;
  const listed = await provider.listDevices(signal);
  if (listed.kind === "ok") {
    link.heard(false);
    await noteListed(store, listed.value, listed.startedAt);
    const known = await findDevicesByProviderIds(
      store.read,
      listed.value.map((device) => device.providerId),
    );
    const ours = new Set(known.map((device) => device.providerId));
    for (const { providerId, online } of listed.value.filter((device) => ours.has(device.providerId))) {
      await ingest.take({ kind: "presence", providerId, online, at: listed.startedAt, isSession: false }, source);
    }
  }
  if (!signal.aborted) await readBack(deps, { unheard, signal });
}

/** Reads the devices with commands whose outcome only data can tell, those of which nothing was ever heard, and the unheard. */
async function readBack(deps: ReconcileDeps, { unheard, signal }: Omit<Missed, "source">): Promise<void> {
  const { store, checks, clock } = deps;
  const unknown = await unconfirmedCommands(store.read, { since: clock.now() - commandShownMs });
  const ids = unknown.map((command) => command.deviceId);
  const lost = unheard === "anybody" ? [] : [...unheard].slice(0, mostReadBack);
  const first = [
    ...(await findDevicesByIds(store.read, ids)),
    ...(await neverHeardDevices(store.read, mostReadBack)),
    ...(await findDevicesByProviderIds(store.read, lost)),
  ];
  const each = new Map(first.map((device) => [device.id, device]));
  const queue = unheard === "anybody" ? (await freshOnes(deps)).filter(({ id }) => !each.has(id)) : [];
  const readOneAfterAnother = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await checks.read(next, signal);
  };
  await Promise.all([
    ...[...each.values()]
      .filter((device) => device.cloudOnline === true && !device.updating)
      .map((device) => checks.read(device, signal)),
    ...Array.from({ length: freshAtOnce }, readOneAfterAnother),
  ]);
}

async function freshOnes({ store, profiles }: ReconcileDeps): Promise<DeviceRow[]> {
  const found = profiles.map(({ id }) => freshDevices(store.read, { profileId: id, limit: mostFresh }));
  return (await Promise.all(found)).flat();
}
