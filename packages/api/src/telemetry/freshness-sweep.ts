/** Silence makes no event of its own, so time has to be asked: who has turned stale, whose session was never heard. [C4, D32] */
import { checkLimitMs, freshnessOf, sessionGraceMs, statusOf } from "@relaydeck/core/devices/presence";
import { devicesConnectingTooLong, devicesGoneQuiet, moveQuiet } from "@relaydeck/db/devices/quiet";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import type { Ground } from "../ground.ts";
import { liveDevice, profileOf } from "../devices/facts.ts";

type SweepDeps = Pick<Ground, "clock" | "store" | "profiles">;

/** Devices of one pass and reason; the rest follow in the next. */
const mostPerPass = 500;

/** One pass, every second: rows whose stored status or freshness time has overtaken are moved on, each with its event. */
export async function sweepFreshness(deps: SweepDeps): Promise<void> {
  const { store, profiles } = deps;
  const now = deps.clock.now();
  for (const profile of profiles) {
    const of = { profileId: profile.id, heardBefore: now - profile.staleAfterMs, limit: mostPerPass };
    await moveOn(deps, await devicesGoneQuiet(store.read, of), now);
  }
  const by = { checkBefore: now - checkLimitMs, sessionBefore: now - sessionGraceMs, limit: mostPerPass };
  await moveOn(deps, await devicesConnectingTooLong(store.read, by), now);
}

async function moveOn({ store, profiles }: SweepDeps, devices: readonly DeviceRow[], now: number): Promise<void> {
  for (const device of devices) {
    const status = statusOf(device, now);
    const freshness = freshnessOf(device, profileOf(profiles, device).staleAfterMs, now);
    // What an administrator said stands until the provider says something; time alone is no word. [AD-4]
    const reported = device.overriddenAt === null ? { status, isConnected: status === "online" } : {};
    if (freshness === device.freshness && (reported.status ?? device.status) === device.status) continue;
    await store.write(async (tx) => {
      const moved = await moveQuiet(tx, device, { ...reported, freshness });
      if (moved !== null) await tx.live([await liveDevice(tx, moved, { profiles, now })]);
    });
  }
}
