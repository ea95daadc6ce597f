/** What the feed reads of the data layer, on both databases: the bounds of a resume, and grants in the instant of an opening. */
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import type { Store } from "@relaydeck/db/store";
import { describeOnBothStores } from "@relaydeck/db/testing/stores";
import { systemClock } from "@relaydeck/kit/clock";
import { expect, test } from "vitest";
import { CloudLink } from "../status/status.ts";
import { toLiveEvent } from "./append.ts";
import { feedSource, mostMissed, type OpeningDeps } from "./opening.ts";

function sourceOn(store: Store, over: Partial<OpeningDeps> = {}) {
  const clock = over.clock ?? systemClock({ unref: true });
  const link = new CloudLink(clock, () => ({ used: 0, max: 10_000, windowSeconds: 300, isSlowedDown: false }));
  return feedSource({ store, clock, profiles: builtInProfiles, link, sessions: { list: async () => [] }, ...over }, "e1");
}

/** So many rows more about this user, or about a device that is nobody's. */
function append(store: Store, count: number, userId: string | null): Promise<void> {
  const row = toLiveEvent({ deviceId: userId === null ? "dev_other" : null, userId, body: { kind: "layouts" } });
  return store.write((tx) => tx.live(Array.from({ length: count }, () => row)));
}

describeOnBothStores("a resume", (fresh) => {
  const me = { userId: "usr_me", deviceIds: ["dev_mine"] };

  test("[WS-8] tells as many rows as may be told, and of one more nothing singly", async () => {
    const { store } = fresh();
    const source = sourceOn(store);
    await append(store, mostMissed.told, me.userId);
    expect(await source.missed(0, { ...me, head: mostMissed.told })).toHaveLength(mostMissed.told);
    await append(store, 1, me.userId);
    expect(await source.missed(0, { ...me, head: mostMissed.told + 1 })).toBeNull();
    expect(await source.missed(1, { ...me, head: mostMissed.told + 1 })).toHaveLength(mostMissed.told);
  });

  test("[WS-8] looks through as many rows as may be sought, and not through one more", async () => {
    const { store } = fresh();
    const source = sourceOn(store);
    await append(store, mostMissed.sought - 1, null);
    await append(store, 1, me.userId);
    const numbers = (await source.missed(0, { ...me, head: mostMissed.sought }))?.map(({ number }) => number);
    // The first row of the span shows that the log reaches back; whoever may not see it is told nothing of it.
    expect(numbers).toEqual([1, mostMissed.sought]);
    await append(store, 1, me.userId);
    expect(await source.missed(0, { ...me, head: mostMissed.sought + 1 })).toBeNull();
  });

  test("[WS-8] looks for as many devices as may be looked for, and not for one more", async () => {
    const { store } = fresh();
    const source = sourceOn(store);
    await append(store, 1, me.userId);
    const deviceIds = Array.from({ length: mostMissed.devices }, (_, index) => `dev_${index}`);
    expect(await source.missed(0, { ...me, deviceIds, head: 1 })).toHaveLength(1);
    expect(await source.missed(0, { ...me, deviceIds: [...deviceIds, "dev_more"], head: 1 })).toBeNull();
  });
});
