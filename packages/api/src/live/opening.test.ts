/** What the feed reads of the data layer, on both databases: the bounds of a resume, and grants in the instant of an opening. */
import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { lockDevice } from "@relaydeck/db/accounts/lock";
import type { Store } from "@relaydeck/db/store";
import { describeOnStores, describeOnOwnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { systemClock } from "@relaydeck/kit/clock";
import { expect, test, vi } from "vitest";
import { createSessions } from "../accounts/sessions.ts";
import { neutralDevices } from "../devices/facts.ts";
import { transferDevice } from "../devices/ownership.ts";
import { CloudLink } from "../status/status.ts";
import { deviceHouse, request } from "../testing/device-house.ts";
import { toLiveEvent } from "./append.ts";
import { LiveFeed } from "./feed.ts";
import type { LiveMessage } from "./item.ts";
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

describeOnOwnStores("a resume", (fresh) => {
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

describeOnStores("in the instant in which somebody opens a stream", (fresh) => {
  /** Streams of one person; the next one meets `meanwhile` between the head of the log and the rights. */
  async function scene() {
    const { store } = fresh();
    const house = await deviceHouse(store);
    const { deps, clock, callers, device } = house;
    const sessions = createSessions({ ...deps, cancelUnsentCommands: async () => {} });
    const { userId } = callers.sharee;
    const { sessionId } = await store.write((tx) => sessions.create(tx, { userId, client: "test", address: "127.0.0.1" }));
    let meanwhile = () => Promise.resolve();
    const list: OpeningDeps["sessions"]["list"] = async (...asked) => {
      await meanwhile();
      return sessions.list(...asked);
    };
    const source = sourceOn(store, { clock, sessions: { list } });
    const feed = new LiveFeed({ clock, source, turn: { gather: (work) => work() } });
    const open = async (lastEventId: string | null, during = () => Promise.resolve()) => {
      meanwhile = during;
      const heard: LiveMessage[] = [];
      const sink = { push: (messages: readonly LiveMessage[]) => void heard.push(...messages), end: () => {} };
      await feed.open({ userId, sessionId }, lastEventId, sink);
      return heard;
    };
    const report = async () => {
      const [neutral] = await neutralDevices(store.read, [device], { profiles: builtInProfiles, now: clock.now() });
      const vitals = { powerSource: null, batteryPercent: null, cellularLevel: null };
      const body = { kind: "device", device: present(neutral, "One in, one out"), vitals } as const;
      await store.write((tx) => tx.live([toLiveEvent({ deviceId: device.id, userId: null, body })]));
    };
    const pass = () =>
      store.write(async (tx) => {
        const locked = present(await lockDevice(tx, device.id), "It is there");
        await transferDevice(deps, tx, { device: locked, ownerId: userId, by: { actorKind: "admin", actorId: "adm", request } });
      });
    return { open, report, pass };
  }

  const granted = (heard: readonly LiveMessage[]) => vi.waitUntil(() => heard.some(({ item }) => item.kind === "access-granted"));

  test("[WS-8, AD-7] in which they get a device, they are told nothing of before", async () => {
    const { open, report, pass } = await scene();
    const [first] = await open(null);
    await report();
    const heard = await open(present(first, "A stream begins with a snapshot").id, async () => {
      await report();
      await pass();
    });
    await granted(heard);
    expect(heard.map(({ item }) => item.kind)).toEqual(["access-granted"]);
  });

  test("[C6, AD-7] in which they get a device, a fresh stream is told of it by the grant alone", async () => {
    const { open, report, pass } = await scene();
    const heard = await open(null, async () => {
      await report();
      await pass();
      await report();
    });
    await granted(heard);
    await vi.waitUntil(() => heard.some(({ item }) => item.kind === "device"));
    expect(heard.map(({ item }) => item.kind)).toEqual(["snapshot", "access-granted", "device"]);
    expect(heard[0]?.item).toMatchObject({ devices: [], status: { totalCount: 0 } });
  });
});
