/** Silence makes no event of its own, so time has to be asked: who has turned stale, whose session was never heard. [C4, D32] */
import { freshnessOf, statusOf } from "@relaydeck/core/devices/presence";
import { devicesGoneQuiet, moveQuiet } from "@relaydeck/db/devices/quiet";
import type { Ground } from "../ground.ts";
import { liveDevice, profileOf } from "../devices/facts.ts";

/** Devices of one pass; the rest follow in the next. */
const mostPerPass = 500;

/** One pass, every second: rows whose stored status or freshness time has overtaken are moved on, each with its event. */
export async function sweepFreshness(deps: Pick<Ground, "clock" | "store" | "profiles">): Promise<void> {
  const { store, profiles } = deps;
  const now = deps.clock.now();
  for (const profile of profiles) {
    const quiet = await devicesGoneQuiet(store.read, {
      profileId: profile.id,
      heardBefore: now - profile.staleAfterMs,
      limit: mostPerPass,
    });
    for (const { id } of quiet) {
      await store.write(async (tx) => {
        const device = quiet.find((candidate) => candidate.id === id);
        if (device === undefined) return;
        const status = statusOf(device, now);
        const freshness = freshnessOf(device, profileOf(profiles, device).staleAfterMs, now);
        // What an administrator said stands until the provider says something; time alone is no word. [AD-4]
        const reported = device.overriddenAt === null ? { status, isConnected: status === "online" } : {};
        if (freshness === device.freshness && (reported.status ?? device.status) === device.status) return;
        const moved = await moveQuiet(tx, device, { ...reported, freshness });
        if (moved !== null) await tx.live([await liveDevice(tx, moved, { profiles, now })]);
      });
    }
  }
}
