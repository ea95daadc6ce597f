/** What is told of a sync that came to no good end. [D28] */
import { beginMetricSync } from "@relaydeck/db/analytics/metric-syncs";
import { storedDevice } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { silentLog } from "@relaydeck/kit/log";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import type { ReadOutcome } from "@relaydeck/provider/outcomes";
import { deviceOf } from "@relaydeck/provider/provider-device";
import { vitalsOf, type ProviderVitals } from "@relaydeck/provider/vitals";
import { expect, test } from "vitest";
import type { Word } from "../telemetry/word.ts";
import { request } from "../testing/alerts-house.ts";
import { syncState } from "./overview.ts";
import { MetricSync } from "./sync-metrics.ts";

type Answer = ReadOutcome<ProviderVitals | null>;

describeOnStores("a sync of metrics", (fresh) => {
  /** Devices, three or `many`, that the provider lists as online; what it answers of each in turn. */
  async function house(answers: readonly Answer[], take: (word: Word) => Promise<void> = async () => {}, many = 3) {
    const { store } = fresh();
    const clock = new ManualClock();
    const devices: { id: string; providerId: string | null }[] = [];
    while (devices.length < many) devices.push(await storedDevice(store));
    const listed = devices.flatMap(({ providerId: id }) => deviceOf({ id, online: true }) ?? []);
    const places = new Map(
      devices.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ providerId }, place) => [providerId, place]),
    );
    const asked: (number | undefined)[] = [];
    const provider = {
      listDevices: async () => ({ kind: "ok", value: listed, startedAt: clock.now() }) as const,
      lastVitals: async (providerId: string) => answers[asked.push(places.get(providerId)) - 1] ?? silent,
    };
    const sync = new MetricSync({ store, clock, log: silentLog, provider, ingest: { take } });
    return {
      run: () => sync.run({ admin: { adminId: "adm_1" }, request }),
      last: () => syncState(store.read, clock.now()),
      /** Places of those that were asked, in the order of the devices' ids. */
      asked,
      store,
      clock,
      at: new Date(clock.now()).toISOString(),
    };
  }

  const silent: Answer = { kind: "ok", value: null, startedAt: 0 };
  const came: Answer = { kind: "ok", value: vitalsOf({ payload: {} }) ?? null, startedAt: 0 };
  const busy: Answer = { kind: "failed", code: "PROVIDER_BUSY", reason: "the device cloud is busy" };
  const offline: Answer = { kind: "failed", code: "OFFLINE", reason: "the device did not answer the cloud in time" };

  test("[D28] a provider that refuses every device is told as one that cannot be reached", async () => {
    const { run, last, at } = await house([busy, busy, busy]);
    const failure = "Not synced: the device cloud is busy";
    expect(await run()).toEqual({ ok: false, error: { code: "PROVIDER_UNAVAILABLE", message: failure } });
    expect(await last()).toEqual({ state: "failed", at, devices: 0, failure });
  });

  test("[D28] one that is stopped on its way is done for what came, and failed for the rest", async () => {
    const { run, last, at } = await house([came, busy, busy]);
    expect(await run()).toMatchObject({ ok: true, value: { devices: 1 } });
    const failure = "Stopped after 1 of 3: the device cloud is busy";
    expect(await last()).toEqual({ state: "failed", at, devices: 1, failure });
  });

  test("[D28] one that breaks off is told as failed, and the next one may begin", async () => {
    const { run, last, at } = await house([came], () => Promise.reject(new Error("broken")));
    await expect(run()).rejects.toThrow("broken");
    expect(await last()).toEqual({ state: "failed", at, devices: 0, failure: "It broke off" });
    await expect(run()).rejects.toThrow("broken");
  });

  test("[D28, C14] one that breaks off asks for no further device, and is under way until those that were asked have answered", async () => {
    const seen = new Set<unknown>();
    let words = 0;
    const take = async (word: Word) => {
      if (word.kind !== "vitals") return;
      words += 1;
      if (words === 1) throw new Error("broken");
      seen.add((await last())?.state);
    };
    const { run, last, asked } = await house(
      Array.from({ length: 30 }, () => came),
      take,
      30,
    );
    await expect(run()).rejects.toThrow("broken");
    expect({ asked: asked.length, seen: [...seen] }).toEqual({ asked: 20, seen: ["running"] });
    expect(await last()).toMatchObject({ state: "failed", failure: "It broke off" });
  });

  test("[D28] after a refusal the next one begins with those that were not asked", async () => {
    const { run, asked } = await house([busy], undefined, 210);
    await run();
    const asking = asked.length;
    await run();
    const inTurn = Array.from({ length: asking + 200 }, (_, index) => index % 210);
    expect(asked).toEqual(inTurn);
    expect(asking).toBeLessThanOrEqual(20);
  });

  test("[D28] one that ended with its process is told as failed once another may begin", async () => {
    const { run, last, at, store, clock } = await house([came]);
    await store.write((tx) => beginMetricSync(tx, clock.now()));
    await clock.advance(5 * 60_000);
    expect(await last()).toMatchObject({ state: "running", at });
    expect(await run()).toMatchObject({ ok: false, error: { code: "PROVIDER_BUSY" } });
    await clock.advance(1);
    expect(await last()).toEqual({ state: "failed", at, devices: 0, failure: "It broke off" });
    expect(await run()).toMatchObject({ ok: true });
  });

  test("[D28] a device of which the provider has nothing stops nothing", async () => {
    const { run, last, at } = await house([offline, silent, came]);
    expect(await run()).toMatchObject({ ok: true, value: { devices: 1 } });
    expect(await last()).toEqual({ state: "done", at, devices: 1, failure: null });
  });
});
