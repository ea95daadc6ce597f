import { expect, test } from "vitest";
import { sampleDevice } from "../testing/samples.ts";
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
  const began = bench.clock.monotonic();
  expect(await bench.client.commands.switch(wish)).toMatchObject({ kind: "known" });
  expect(count(bench, "devices.list")).toBe(0);
  await pass(bench, () => count(bench, "activity.list") === 1);
  const tookMs = bench.clock.monotonic() - began;
  expect(Math.abs(tookMs - 550)).toBeLessThan(100);
  expect([count(bench, "devices.list"), count(bench, "devices.shared")]).toEqual([1, 1]);
});
