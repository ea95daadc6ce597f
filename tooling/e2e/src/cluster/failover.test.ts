import type { Viewer } from "@relaydeck/server/testing/viewer";
import { until } from "@relaydeck/server/testing/quiet";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ask, commandIdOf, type Wish } from "../crash/commands.ts";
import { clock } from "../crash/matrix.ts";
import { Cluster, milliampsSeen, numbersSeen, type ClusterNode } from "./nodes.ts";

/** From the death of the leader to the stream of the next. [LE-1] */
const takeOverMs = 15_000;

const pausedMs = 30_000;
/** From the waking to the deadline of a wish that the sleeper holds. */
const longerMs = 15_000;

/** Enough for both commands to be at the cloud; what is cut off is unconfirmed soon after. */
const validMs = 12_000;

let cluster: Cluster;
beforeEach(async () => {
  cluster = await Cluster.open(3);
});
afterEach(() => cluster?.close());

/** Waits until one of them listens; returns it. */
async function listening(among: readonly ClusterNode[]): Promise<ClusterNode> {
  let found: ClusterNode | undefined;
  await until(async () => {
    const streams = await Promise.all(among.map((node) => node.stream()));
    found = among[streams.indexOf("connected")];
    return found !== undefined;
  }, 2 * takeOverMs);
  if (found === undefined) throw new Error("Nobody listens");
  return found;
}

/** The next one waits for it: of reports that one commit takes together, viewers are told the last. */
async function reportTo(viewers: readonly Viewer[]): Promise<number> {
  const milliamps = await cluster.report();
  for (const viewer of viewers) await until(() => milliampsSeen(viewer).includes(milliamps));
  return milliamps;
}

function expectEachOnce(viewers: readonly Viewer[], reported: readonly number[]): void {
  for (const viewer of viewers) {
    expect(milliampsSeen(viewer)).toEqual(expect.arrayContaining([...reported]));
    const mine = milliampsSeen(viewer).filter((milliamps) => reported.includes(milliamps));
    expect([...new Set(mine)]).toEqual(reported);
    const numbers = numbersSeen(viewer);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(viewer.items.filter(({ item }) => item.kind === "snapshot" || item.kind === "resync")).toHaveLength(1);
  }
}

/** Every event that the log has for everybody, from the first to the last that this viewer saw. */
async function expectWhole(viewer: Viewer): Promise<void> {
  // What comes while the log is read is beyond the last, and no part of it.
  const seen = viewer.items.filter(({ item }) => item.kind === "device" || item.kind === "command");
  const [first = 0] = numbersSeen(viewer);
  const last = numbersSeen(viewer).at(-1) ?? 0;
  const rows = await cluster.database.rows(
    `select number from live_events where number > ${first} and number <= ${last} and kind in ('device', 'command') order by number`,
  );
  const stored = rows.map((row) => Number(row["number"]));
  expect(seen.map(({ id }) => Number(id.split("-")[1]))).toEqual(stored);
}

test("[LE-1, US-1] the leader killed: another listens within 15 s, viewers of all nodes see every event once, no command twice", async () => {
  const [leader, ...others] = [cluster.node(0), cluster.node(1), cluster.node(2)];
  const before = await cluster.lease();
  const viewers = await Promise.all(others.map((node) => node.watch()));
  const orphan = await leader.watch();
  const early = await reportTo([...viewers, orphan]);

  // At the cloud when the leader dies: one that the leader sent, one that another node sent.
  const { device } = cluster;
  const wishOf = (relayNumber: number): Wish => {
    return { key: `over-${relayNumber}`, device, relayNumber, target: "on", validUntil: clock.now() + validMs };
  };
  const wishes = [wishOf(1), wishOf(2)];
  for (const { relayNumber } of wishes)
    await cluster.cloud.fault({ serial: device.serial, relayNumber }, { kind: "delay", ms: 3_000 });
  const asked = [ask(leader.owner, wishOf(1)), ask(cluster.node(1).owner, wishOf(2))];
  await until(async () => (await cluster.cloud.callsOf({ serial: device.serial, relayNumber: 1 })).length === 1);
  await until(async () => (await cluster.cloud.callsOf({ serial: device.serial, relayNumber: 2 })).length === 1);
  await leader.program.end("SIGKILL");
  const killed = performance.now();

  const next = await listening(others);
  const tookMs = performance.now() - killed;
  expect(tookMs).toBeLessThan(takeOverMs);
  expect((await cluster.lease()).fencing).toBe(before.fencing + 1);
  const late = [await reportTo(viewers)];
  // The browser of the dead node comes to another one, and goes on behind what it saw.
  const moved = await cluster.node(2).watch(orphan.lastEventId);
  late.push(await reportTo([...viewers, moved]));

  const [cutOff, answered] = await Promise.all(asked);
  expect(cutOff).toBeNull();
  expect(answered?.status).toBe(200);
  // The key of the one that was cut off means the same command at every node, and nobody sends it again.
  for (const node of others) expect((await ask(node.owner, wishOf(1)))?.json).toMatchObject({ repeat: true });
  for (const { relayNumber } of wishes)
    expect(await cluster.cloud.callsOf({ serial: device.serial, relayNumber })).toHaveLength(1);
  expectEachOnce(viewers, [early, ...late]);
  for (const viewer of viewers) await expectWhole(viewer);
  orphan.items.push(...moved.items);
  expectEachOnce([orphan], [early, ...late]);
  await expectWhole(orphan);
  moved.close();
  console.log(`The next leader listened ${Math.round(tookMs)} ms after the kill, as ${next.origin}`);
  for (const viewer of viewers) viewer.close();
}, 120_000);

test("[LE-1, CM-3] a leader that is paused for 30 s and woken writes nothing, drops its stream within a second, and sends once what it accepts in time", async () => {
  const [leader, ...others] = [cluster.node(0), cluster.node(1), cluster.node(2)];
  const { device } = cluster;
  const viewers = await Promise.all(others.map((node) => node.watch()));
  leader.program.process.kill("SIGSTOP");
  const paused = performance.now();
  // Its socket still takes what it cannot read: a wish for ten seconds, one beyond the waking, and below the events of its own stream.
  const wish = { key: "asleep", device, relayNumber: 3, target: "on", validUntil: clock.now() + 10_000 } as const;
  const asked = ask(leader.owner, wish);
  // A command needs no leader: who accepted it sends it. Never answered, it moves no relay, and all that is written is the leader's.
  const longer: Wish = { key: "awake", device, relayNumber: 4, target: "on", validUntil: clock.now() + pausedMs + longerMs };
  await cluster.cloud.fault({ serial: device.serial, relayNumber: 4 }, { kind: "hang" });
  const askedLonger = ask(leader.owner, longer);
  await listening(others);
  const { fencing } = await cluster.lease();
  const reported = [await reportTo(viewers), await reportTo(viewers)];
  await until(() => performance.now() - paused > pausedMs, 60_000);
  const asleep = await rowsOfDevice();

  leader.program.process.kill("SIGCONT");
  const woken = performance.now();
  await until(async () => (await streamsOpen()) === 1);
  const droppedMs = performance.now() - woken;
  expect(droppedMs).toBeLessThan(1_000);
  await until(async () => (await leader.stream()) === "standby");
  expect((await asked)?.status).not.toBe(200);
  expect(await cluster.cloud.callsOf({ serial: device.serial, relayNumber: 3 })).toEqual([]);
  expect(await rowsOfDevice()).toEqual(asleep);
  await until(async () => (await cluster.cloud.callsOf({ serial: device.serial, relayNumber: 4 })).length === 1);
  const ended = await askedLonger;
  expect(ended?.json).toMatchObject({ state: "unconfirmed", repeat: false });
  for (const node of others) {
    const again = (await ask(node.owner, longer))?.json;
    expect(again).toMatchObject({ state: "unconfirmed", repeat: true, commandId: commandIdOf(ended) });
  }
  // Seconds later it is still as it was: sent once, and nothing written by the woken one.
  await until(() => performance.now() - woken > 5_000);
  expect(await cluster.cloud.callsOf({ serial: device.serial, relayNumber: 4 })).toHaveLength(1);
  expect(await cluster.cloud.callsOf({ serial: device.serial, relayNumber: 3 })).toEqual([]);
  expect(await rowsOfDevice()).toEqual(asleep);
  expect((await cluster.lease()).fencing).toBe(fencing);
  // It is a node like the others again: its viewers see what the new leader hears.
  const back = await leader.watch();
  const afterwards = await reportTo([...viewers, back]);
  expectEachOnce(viewers, [...reported, afterwards]);
  for (const viewer of viewers) await expectWhole(viewer);
  console.log(`The woken leader's stream was gone after ${Math.round(droppedMs)} ms`);
  for (const viewer of [...viewers, back]) viewer.close();
}, 120_000);

/** Streams that the cloud holds open. */
async function streamsOpen(): Promise<number> {
  const counters = (await cluster.cloud.door("GET /counters")) as { streams: { open: number } };
  return counters.streams.open;
}

/** What listeners write of the device; moves of its relays that follow a command are that command's. */
async function rowsOfDevice(): Promise<unknown> {
  const [row] = await cluster.database.rows(
    `select (select count(*) from device_metrics) as metrics, (select count(*) from relay_history where command_id is null) as history,
       (select count(*) from live_events where kind = 'device') as events`,
  );
  return row;
}
