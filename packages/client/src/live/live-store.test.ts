import { applyEvent } from "@relaydeck/contract/apply-event";
import type { LiveItem } from "@relaydeck/contract/live";
import { integerBetween, seededRandom } from "@relaydeck/kit/random";
import { describe, expect, test } from "vitest";
import { isLive, startBench, startLiveBench, type Bench } from "../testing/small-bench.ts";
import { sampleActivity, sampleDevice, sampleVitals, sampleId, sampleSnapshot } from "../testing/samples.ts";
import { until } from "../testing/until.ts";

function renamed(number: number): LiveItem {
  return { kind: "device", device: sampleDevice(1, { name: `Name ${number}` }), vitals: sampleVitals };
}

function messagesOf(items: readonly LiveItem[]): string[] {
  return items.flatMap((item) => (item.kind === "activity" ? [item.entry.message] : []));
}

/** Connections and tries that ended, so far. */
function countLosses({ client }: Bench): () => number {
  let losses = 0;
  let tries = client.live.getState().tries;
  client.live.subscribe(() => {
    if (client.live.getState().tries > tries) losses += 1;
    tries = client.live.getState().tries;
  });
  return () => losses;
}

describe("first connection", () => {
  test("the snapshot makes the link live, and the state is what applyEvent makes of snapshot and events", async () => {
    const { client, world } = await startBench();
    expect(client.live.getState()).toMatchObject({ link: "idle", since: null, snapshot: null });
    client.live.start();
    expect(client.live.getState().link).toBe("connecting");
    await until(() => client.live.getState().link === "live");
    world.append(renamed(7));
    await until(() => client.live.getState().lastEventId === "log-1");
    const fresh = sampleSnapshot(world.devices, world.serverTime());
    expect(client.live.getState().snapshot).toEqual(applyEvent(fresh, renamed(7)));
  });

  test("the state is one reference until something changes, and readers are told of each change", async () => {
    const { client, world } = await startLiveBench();
    await until(() => client.live.getState().clockOffsetMs !== null);
    const before = client.live.getState();
    expect(client.live.getState()).toBe(before);
    let told = 0;
    const leave = client.live.subscribe(() => (told += 1));
    world.append(renamed(1));
    await until(() => told > 0);
    expect(client.live.getState()).not.toBe(before);
    leave();
  });

  test("log entries and gaps stand beside the snapshot, newest first and once each; an open gap closes in place", async () => {
    const { client, world } = await startLiveBench();
    const from = "2026-11-21T14:03:00.000Z";
    world.append({ kind: "activity", entry: sampleActivity(1, { timestamp: "2026-11-21T14:02:01.000Z" }) });
    world.append({ kind: "activity", entry: sampleActivity(2, { timestamp: "2026-11-21T14:02:02.000Z" }) });
    world.append({ kind: "gap", from, to: null });
    world.append({ kind: "gap", from, to: "2026-11-21T14:04:00.000Z" });
    await until(() => client.live.getState().lastEventId === "log-4");
    expect(client.live.getState().activity.map((entry) => entry.message)).toEqual(["Entry 2", "Entry 1"]);
    expect(client.live.getState().gaps).toEqual([{ from, to: "2026-11-21T14:04:00.000Z" }]);
  });
});

describe("resuming", () => {
  test("[C3] after a cut the stream goes on after the last number, and controls come back although nothing was missed", async () => {
    const { client, world, server, clock } = await startLiveBench();
    world.append(renamed(1));
    await until(() => client.live.getState().lastEventId === "log-1");
    const links: string[] = [];
    client.live.subscribe(() => links.push(client.live.getState().link));
    server.cutSockets();
    await until(() => client.live.getState().link === "reconnecting");
    await clock.advance(500);
    await until(() => client.live.getState().link === "live");
    expect(world.subscriptions).toEqual([null, "log-1"]);
    expect(links.filter((link, index) => link !== links[index - 1])).toEqual(["reconnecting", "updating", "live"]);
    expect(client.live.getState()).toMatchObject({ resyncs: 0, tries: 0, lastEventId: "log-1" });
  });

  test("[HD-5, C3] the link is live again when all that was missed is in, and not with the first item of it", async () => {
    const { client, world, server, clock } = await startLiveBench();
    server.cutSockets();
    await until(() => client.live.getState().link === "reconnecting");
    const shown = new Set<string>();
    client.live.subscribe(() => {
      const { link, lastEventId } = client.live.getState();
      shown.add(`${link} ${lastEventId} ${client.live.whyNoCommand()}`);
    });
    for (let number = 1; number <= 40; number += 1) world.append(renamed(number));
    await clock.advance(500);
    await until(() => client.live.getState().link === "live");
    const updating = Array.from({ length: 41 }, (_, number) => `updating log-${number} link-down`);
    expect([...shown].filter((word) => !word.startsWith("reconnecting"))).toEqual([...updating, "live log-40 null"]);
  });

  test("[C3] a number older than the log gives one resync that equals a first load", async () => {
    const { client, world, server, clock } = await startLiveBench();
    world.append(renamed(1));
    await until(() => client.live.getState().lastEventId === "log-1");
    server.cutSockets();
    await until(() => client.live.getState().link === "reconnecting");
    for (let number = 2; number <= 5; number += 1) world.append(renamed(number));
    world.prunedTo = 3;
    world.devices = [sampleDevice(9)];
    await clock.advance(500);
    await until(() => client.live.getState().resyncs === 1);
    expect(client.live.getState()).toMatchObject({
      lastEventId: "log-5",
      snapshot: sampleSnapshot(world.devices, world.serverTime()),
    });
  });

  test("[C3, US-1] a resync leaves no gap open whose end was not heard, and no entries beside which others are missing", async () => {
    const { client, world, server, clock } = await startLiveBench();
    const ended = { from: "2026-11-21T14:03:00.000Z", to: "2026-11-21T14:04:00.000Z" };
    world.append({ kind: "gap", ...ended });
    world.append({ kind: "gap", from: "2026-11-21T14:05:00.000Z", to: null });
    world.append({ kind: "activity", entry: sampleActivity(1) });
    await until(() => client.live.getState().lastEventId === "log-3");
    server.cutSockets();
    await until(() => client.live.getState().link === "reconnecting");
    world.append({ kind: "gap", from: "2026-11-21T14:05:00.000Z", to: "2026-11-21T14:06:00.000Z" });
    world.append(renamed(5));
    world.prunedTo = 4;
    await clock.advance(500);
    await until(() => client.live.getState().resyncs === 1);
    expect(client.live.getState()).toMatchObject({ gaps: [ended], activity: [] });
  });

  test("[US-1] 300 numbered events with random cuts of the socket arrive once each and in order", async () => {
    const bench = await startLiveBench();
    const { client, world, server, clock } = bench;
    const random = seededRandom(20261121);
    const heard: LiveItem[] = [];
    client.live.onItem((item) => heard.push(item));
    let cuts = 0;
    const losses = countLosses(bench);
    async function cut(): Promise<void> {
      cuts += 1;
      server.cutSockets(random.next() < 0.5 ? undefined : 1012);
      await until(() => losses() === cuts);
      await clock.advance(1_000);
    }
    for (let number = 1; number <= 300; number += 1) {
      world.append({ kind: "activity", entry: sampleActivity(number) });
      if (integerBetween(random, 1, 12) > 1) continue;
      // Somewhere in the middle of what is on its way, and at times again while the missed items are.
      await until(() => heard.length >= number - integerBetween(random, 0, 8));
      await cut();
      await until(() => server.openSockets() > 0);
      if (random.next() < 0.4) await cut();
      await until(() => isLive(bench));
    }
    await until(() => heard.length >= 300);
    expect(cuts).toBeGreaterThan(10);
    expect(messagesOf(heard)).toEqual(Array.from({ length: 300 }, (_, index) => `Entry ${index + 1}`));
    expect(client.live.getState().resyncs).toBe(0);
    expect(world.subscriptions.filter((from) => from === null)).toHaveLength(1);
  });

  test("[US-1] the same words under the same number are heard once; another item under that number is heard", async () => {
    const { client, world } = await startLiveBench();
    const heard: LiveItem[] = [];
    client.live.onItem((item) => heard.push(item));
    const ended: LiveItem = { kind: "access-ended", deviceId: sampleId("dev", 2) };
    world.numbers = ["7", "7", "6", "7"];
    for (const item of [renamed(1), renamed(1), renamed(2), ended]) world.append(item);
    await until(() => client.live.getState().snapshot?.devices.length === 1);
    expect(heard).toEqual([renamed(1), ended]);
  });
});
