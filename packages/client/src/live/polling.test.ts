import { expect, test } from "vitest";
import { sampleDevice, sampleStatus, sampleVitals } from "../testing/samples.ts";
import { isLive, pass, startBench, startLiveBench, type Bench } from "../testing/small-bench.ts";
import { until } from "../testing/until.ts";
import { firstPollMs } from "./polling.ts";

function count(bench: Bench, path: string): number {
  return bench.world.calls.filter((called) => called === path).length;
}

async function passMs(bench: Bench, ms: number): Promise<void> {
  const end = bench.clock.monotonic() + ms;
  await pass(bench, () => bench.clock.monotonic() >= end);
}

/** From now on answers of the procedure, as they are then, wait for the release. */
function hold(bench: Bench, path: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  bench.world.held.set(path, released);
  return release;
}

/** Cut off, and the first poll has asked for what waits in `hold`. */
async function askWhileDown(bench: Bench): Promise<void> {
  bench.server.upgradeAnswer = "cut";
  bench.server.cutSockets();
  await pass(bench, () => count(bench, "devices.list") === 1);
  bench.world.held.clear();
}

function firstName(bench: Bench): string | undefined {
  return bench.client.live.getState().snapshot?.devices[0]?.name;
}

test("[D0.4] while the stream is down devices are read every 30 s and the log every 10 s, and no more once it is back", async () => {
  const bench = await startLiveBench();
  await passMs(bench, 60_000);
  expect(count(bench, "devices.list")).toBe(0);
  bench.server.upgradeAnswer = "cut";
  bench.server.cutSockets();
  await until(() => bench.client.live.getState().link === "reconnecting");
  await passMs(bench, 2 * firstPollMs + 60_500);
  expect([count(bench, "devices.list"), count(bench, "devices.shared"), count(bench, "activity.list")]).toEqual([3, 3, 7]);
  expect(count(bench, "auth.me")).toBeGreaterThan(0);
  bench.server.upgradeAnswer = "accept";
  await pass(bench, () => isLive(bench));
  const after = [count(bench, "devices.list"), count(bench, "activity.list")];
  await passMs(bench, 120_000);
  expect([count(bench, "devices.list"), count(bench, "activity.list")]).toEqual(after);
});

test("[D0.4] what polling reads enters the same store, marked, and switches nothing on", async () => {
  const bench = await startLiveBench();
  bench.server.upgradeAnswer = "cut";
  bench.server.cutSockets();
  bench.world.devices = [sampleDevice(3, { name: "New" }), sampleDevice(4, { name: "Alder" })];
  await pass(bench, () => bench.client.live.getState().polledAt !== null);
  await pass(bench, () => bench.client.live.getState().snapshot?.devices[0]?.name === "Alder");
  expect(bench.client.live.getState()).toMatchObject({
    link: "reconnecting",
    lastEventId: "log-0",
    snapshot: { status: { totalCount: 2 } },
  });
  expect(bench.client.live.whyNoCommand()).toBe("link-down");
  bench.server.upgradeAnswer = "accept";
  bench.world.append({ kind: "access-ended", deviceId: sampleDevice(3).id });
  await pass(bench, () => isLive(bench));
  expect(bench.client.live.getState()).toMatchObject({ polledAt: null, snapshot: { status: { totalCount: 1 } } });
});

test("[D0.4] a stream that never opens still shows the world, by polling from the start", async () => {
  const bench = await startBench();
  bench.server.upgradeAnswer = "cut";
  bench.client.live.start();
  await pass(bench, () => bench.client.live.getState().snapshot !== null);
  expect(bench.clock.monotonic()).toBeLessThanOrEqual(2 * firstPollMs + 200);
  expect(bench.client.live.getState()).toMatchObject({ link: "connecting", snapshot: { user: { firstName: "Maria" } } });
});

test("[HD-4] polling that finds nobody signed in empties the store", async () => {
  const bench = await startLiveBench();
  // Telling refusals would ask by themselves: here the first handshake of the retry hangs, and polling notices first.
  bench.server.upgradeAnswer = "hold";
  bench.server.cutSockets();
  bench.world.signedIn = false;
  await pass(bench, () => bench.client.live.getState().link === "signed-out");
  expect(bench.client.live.getState().snapshot).toBeNull();
  expect(count(bench, "auth.me")).toBe(0);
});

test("[D36] a command that ends while the stream is down is followed by one read of everything 500 ms later, and by none while it is up", async () => {
  const bench = await startLiveBench();
  const wish = { deviceId: sampleDevice(1).id, relayNumber: 1, target: "on" } as const;
  await bench.client.commands.switch(wish);
  await passMs(bench, 10_000);
  expect([count(bench, "devices.list"), count(bench, "activity.list")]).toEqual([0, 0]);

  bench.world.onSwitch = async (input) => {
    bench.server.upgradeAnswer = "cut";
    bench.server.cutSockets();
    await until(() => bench.client.live.getState().link === "reconnecting");
    return bench.world.accept(input);
  };
  expect(await bench.client.commands.switch(wish)).toMatchObject({ kind: "known" });
  await passMs(bench, 400);
  expect(count(bench, "devices.list")).toBe(0);
  await passMs(bench, 100);
  await until(() => count(bench, "activity.list") === 1);
  expect([count(bench, "devices.list"), count(bench, "devices.shared")]).toEqual([1, 1]);
});

test("[C3, HD-5] what a poll asked for before an item of the stream came does not replace that item", async () => {
  const bench = await startLiveBench();
  const release = [hold(bench, "devices.list"), hold(bench, "activity.list")];
  await askWhileDown(bench);
  bench.server.upgradeAnswer = "accept";
  const answerQuestion = hold(bench, "status.get");
  bench.world.append({ kind: "device", device: sampleDevice(1, { name: "As it is now" }), vitals: sampleVitals });
  await pass(bench, () => firstName(bench) === "As it is now");
  expect(bench.client.live.getState().link).toBe("updating");
  for (const answer of release) answer();
  await until(() => bench.unanswered() === 1);
  answerQuestion();
  await until(() => isLive(bench));
  expect(firstName(bench)).toBe("As it is now");
  expect(bench.client.live.getState()).toMatchObject({ lastEventId: "log-1", polledAt: null });
});

test("[D36] the read after a command is not replaced by one that was asked for before and answered later", async () => {
  const bench = await startLiveBench();
  const release = [hold(bench, "devices.list"), hold(bench, "activity.list")];
  await askWhileDown(bench);
  bench.world.devices = [sampleDevice(1, { name: "As it is now" })];
  bench.client.live.afterChange();
  await pass(bench, () => firstName(bench) === "As it is now");
  for (const answer of release) answer();
  await until(() => bench.unanswered() === 0);
  await passMs(bench, 1_000);
  expect(count(bench, "devices.list")).toBe(2);
  expect(firstName(bench)).toBe("As it is now");
});

test("[C3, D30] what was asked for before something was changed from here, and says nothing of it, is not shown", async () => {
  const bench = await startLiveBench();
  const [device = sampleDevice(1)] = bench.world.devices;
  const release = [hold(bench, "devices.list"), hold(bench, "activity.list")];
  bench.world.devices = [];
  await askWhileDown(bench);
  bench.world.devices = [device];
  const seen: number[] = [];
  bench.client.live.subscribe(() => seen.push(bench.client.live.getState().snapshot?.devices.length ?? -1));
  bench.client.live.afterChange();
  for (const answer of release) answer();
  await until(() => bench.unanswered() === 0);
  await pass(bench, () => count(bench, "devices.list") === 2 && seen.includes(1));
  expect(seen).not.toContain(0);
});

test("a refused token and too many calls stay known through a cut with a poll and nothing missed", async () => {
  const bench = await startLiveBench();
  const told = { isTokenRefused: true, isSlowedDown: true };
  bench.world.append({ kind: "status", status: { ...sampleStatus(bench.world.devices), ...told } });
  await until(() => bench.client.live.getState().snapshot?.status.isTokenRefused === true);
  bench.server.upgradeAnswer = "cut";
  bench.server.cutSockets();
  await pass(bench, () => bench.client.live.getState().polledAt !== null);
  bench.server.upgradeAnswer = "accept";
  await pass(bench, () => isLive(bench));
  expect(count(bench, "devices.list")).toBe(1);
  expect(bench.client.live.getState()).toMatchObject({ lastEventId: "log-1", snapshot: { status: told } });
});

test("[C2] a poll that waits for its slowest read takes no offset away that was measured", async () => {
  const bench = await startLiveBench();
  await until(() => bench.client.live.getState().clockOffsetMs !== null);
  const { clockOffsetMs } = bench.client.live.getState();
  const answer = hold(bench, "devices.shared");
  await askWhileDown(bench);
  await passMs(bench, 3_000);
  answer();
  await pass(bench, () => bench.client.live.getState().polledAt !== null);
  expect(bench.client.live.getState()).toMatchObject({ link: "reconnecting", clockOffsetMs });
});
