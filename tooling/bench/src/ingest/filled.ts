/** The database of one way of ingest: migrated, with the thousand devices, and bursts of one report of each. */
import { openStore } from "@relaydeck/db/open";
import type { Store } from "@relaydeck/db/store";
import type { Clock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { newDeviceIds, someDevices } from "../live/device-event.ts";
import { addDevices } from "../product/fill.ts";

const deviceCount = 1_000;

export const ingestDevices = someDevices(newDeviceIds(deviceCount, systemRandom()), "usr_0000000000000000000000");

export async function filledStore(url: string, clock: Clock): Promise<Store> {
  const store = await openStore({ url, clock });
  await addDevices({ clock, store }, { ids: ingestDevices.map(({ id }) => id), ownerIds: [] });
  return store;
}

/** Events per second of bursts that follow one another for so long; each says how many events it was. */
export async function rateDuring(clock: Clock, ms: number, burst: () => Promise<number>): Promise<number> {
  const start = clock.monotonic();
  let count = 0;
  while (clock.monotonic() - start < ms) count += await burst();
  return (count * 1000) / (clock.monotonic() - start);
}
