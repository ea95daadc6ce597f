/**
 * What a time without data may have hidden: who is there, what became of open commands, and what the unheard say of
 * themselves. One pass, rate-governed by the adapter. [architecture 5, C3]
 */
import { commandShownMs } from "@relaydeck/core/devices/view";
import { findDevicesByIds, findDevicesByProviderIds } from "@relaydeck/db/devices/store";
import { neverHeardDevices } from "@relaydeck/db/devices/quiet";
import { unconfirmedCommands } from "@relaydeck/db/relays/unsettled";
import type { DeviceChecks } from "../devices/check-device.ts";
import type { Ground } from "../ground.ts";
import type { CloudLink } from "../status/status.ts";
import type { Ingest, WordSource } from "./ingest.ts";
import { noteListed } from "./vitals.ts";

export interface ReconcileDeps extends Pick<Ground, "store" | "clock" | "provider"> {
  readonly ingest: Ingest;
  readonly link: CloudLink;
  readonly checks: DeviceChecks;
}

/** Never-heard devices that one pass asks, and devices whose words were lost; the others report by themselves. */
const mostReadBack = 50;

/** `source`: whose words these are, the leader's or those of the node that lost some. `unheard`: provider ids. */
export async function reconcile(
  deps: ReconcileDeps,
  { source, unheard }: { readonly source: WordSource; readonly unheard: ReadonlySet<string> },
): Promise<void> {
  const { provider, ingest, link, store } = deps;
  const listed = await provider.listDevices();
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
  await readBack(deps, [...unheard].slice(0, mostReadBack));
}

/** Reads the devices with commands whose outcome only data can tell, those of which nothing was ever heard, and the unheard. */
async function readBack({ store, checks, clock }: ReconcileDeps, unheard: readonly string[]): Promise<void> {
  const unknown = await unconfirmedCommands(store.read, { since: clock.now() - commandShownMs });
  const ids = unknown.map((command) => command.deviceId);
  const devices = [
    ...(await findDevicesByIds(store.read, ids)),
    ...(await neverHeardDevices(store.read, mostReadBack)),
    ...(await findDevicesByProviderIds(store.read, unheard)),
  ];
  const each = new Map(devices.map((device) => [device.id, device])).values();
  await Promise.all(
    [...each].filter((device) => device.cloudOnline === true && !device.updating).map((device) => checks.read(device)),
  );
}
