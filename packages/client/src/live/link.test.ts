import type { Disposer } from "@relaydeck/kit/disposer";
import { describe, expect, test } from "vitest";
import { isLive, pass, startBench, startLiveBench } from "../testing/small-bench.ts";
import { until } from "../testing/until.ts";
import { heartbeatMs } from "./heartbeat.ts";
import { emptyState } from "./live-state.ts";

/** A network that the test plugs in and out. */
function testNetwork() {
  const listeners = new Set<() => void>();
  let online = true;
  return {
    isOnline: () => online,
    onChange(listener: () => void): Disposer {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turn(to: boolean) {
      online = to;
      for (const listener of listeners) listener();
    },
  };
}

describe("losing the link", () => {
  test("[C4] two heartbeats without a word end a link that nobody closed", async () => {
    const bench = await startLiveBench();
    await pass(bench, () => bench.clock.monotonic() > 4 * heartbeatMs);
    expect(isLive(bench)).toBe(true);
    bench.server.silenceSockets();
    const silentSince = bench.clock.monotonic();
    await pass(bench, () => !isLive(bench));
    expect(bench.clock.monotonic() - silentSince).toBeGreaterThanOrEqual(heartbeatMs);
    expect(bench.clock.monotonic() - silentSince).toBeLessThanOrEqual(3 * heartbeatMs + 100);
    await pass(bench, () => isLive(bench));
    expect(bench.world.subscriptions).toEqual([null, "log-0"]);
  });

  test("[HD-5] a machine that slept is inert until the server has answered on the old link", async () => {
    const bench = await startLiveBench();
    await until(() => bench.client.live.getState().clockOffsetMs !== null);
    // The monotonic clock of some machines stands still while they sleep.
    bench.clock.jumpWall(3_600_000);
    expect(bench.client.live.whyNoCommand()).toBe("link-down");
    const links = new Set<string>();
    bench.client.live.subscribe(() => links.add(bench.client.live.getState().link));
    await pass(bench, () => links.has("updating") && isLive(bench));
    await pass(bench, () => bench.client.live.whyNoCommand() === null);
    expect(bench.client.live.getState().clockOffsetMs).toBeLessThan(-3_590_000);
    expect(bench.server.upgrades).toBe(1);
  });

  test("[HD-5] a page that comes back to the front late is checked at once, and one that was looked at is not disturbed", async () => {
    const network = testNetwork();
    const bench = await startLiveBench({ network });
    network.turn(true);
    expect(isLive(bench)).toBe(true);
    bench.clock.jumpWall(60_000);
    network.turn(true);
    expect(bench.client.live.getState().link).toBe("updating");
    await until(() => isLive(bench) && bench.client.live.whyNoCommand() === null);
    expect(bench.server.upgrades).toBe(1);
  });

  test("[HD-5] a handshake that took longer than a heartbeat delays the return of the controls by nothing more", async () => {
    const bench = await startLiveBench();
    bench.server.upgradeAnswer = "hold";
    bench.server.cutSockets();
    await pass(bench, () => bench.server.upgrades === 2);
    const heldSince = bench.clock.monotonic();
    await pass(bench, () => bench.clock.monotonic() > heldSince + 1.5 * heartbeatMs);
    bench.server.releaseHandshakes();
    await until(() => isLive(bench));
    expect(bench.server.upgrades).toBe(2);
  });

  test("retries wait 0 to 500 ms first, then longer and longer up to 30 s, and count as tries", async () => {
    const bench = await startLiveBench();
    bench.server.upgradeAnswer = "cut";
    bench.server.cutSockets();
    const waits: number[] = [];
    let from = bench.clock.monotonic();
    for (let upgrades = 2; upgrades <= 9; upgrades += 1) {
      await pass(bench, () => bench.server.upgrades === upgrades);
      waits.push(bench.clock.monotonic() - from);
      from = bench.clock.monotonic();
    }
    expect(waits[0]).toBeLessThanOrEqual(600);
    expect(waits[1]).toBeGreaterThanOrEqual(500);
    expect(waits[7]).toBeGreaterThanOrEqual(15_000);
    // Time passes in steps of 100 ms: the cut is seen up to two of them after it, and so is the next try.
    expect(waits[7]).toBeLessThanOrEqual(30_400);
    expect(bench.client.live.getState().tries).toBeGreaterThanOrEqual(7);
  });

  test("`since` is the moment the connection was lost, however often it was tried again", async () => {
    const bench = await startLiveBench();
    await bench.clock.advance(1_234);
    bench.server.upgradeAnswer = "cut";
    bench.server.cutSockets();
    await until(() => bench.client.live.getState().link === "reconnecting");
    const since = bench.clock.now();
    await pass(bench, () => bench.client.live.getState().tries > 3);
    expect(bench.client.live.getState()).toMatchObject({ link: "reconnecting", since });
  });

  test("trying now goes on at once, and what is asked meanwhile over HTTP comes soon; `since` is still the loss", async () => {
    const bench = await startLiveBench();
    const { client, clock, server, world } = bench;
    await clock.advance(1_234);
    server.upgradeAnswer = "cut";
    server.cutSockets();
    await until(() => client.live.getState().link === "reconnecting");
    const since = clock.now();
    await pass(bench, () => clock.now() > since + 60_000);
    const { tries } = client.live.getState();
    const links = new Set<string>();
    client.live.subscribe(() => links.add(client.live.getState().link));
    server.upgradeAnswer = "hold";
    const { upgrades } = server;
    const calls = world.calls.length;
    client.live.tryNow();
    await until(() => server.upgrades > upgrades);
    expect(client.live.getState()).toMatchObject({ link: "reconnecting", since });
    expect(client.live.getState().tries).toBeGreaterThanOrEqual(tries);
    const askedAt = clock.monotonic();
    await pass(bench, () => world.calls.slice(calls).includes("devices.list"));
    expect(clock.monotonic() - askedAt).toBeLessThan(5_000);
    server.upgradeAnswer = "accept";
    client.live.tryNow();
    await until(() => isLive(bench));
    client.live.tryNow();
    expect(client.live.getState().link).toBe("live");
    expect([...links]).toEqual(["reconnecting", "updating", "live"]);
  });

  test("without a network nothing is tried or read; its return connects at once, and `since` is still the loss", async () => {
    const network = testNetwork();
    const bench = await startLiveBench({ network });
    await bench.clock.advance(1_000);
    const since = bench.clock.now();
    network.turn(false);
    expect(bench.client.live.getState()).toMatchObject({ link: "no-network", since });
    const requests = bench.server.requests.length;
    await pass(bench, () => bench.clock.monotonic() > 60_000);
    expect([bench.server.upgrades, bench.server.requests.length]).toEqual([1, requests]);
    bench.server.upgradeAnswer = "hold";
    network.turn(true);
    await until(() => bench.server.upgrades === 2);
    expect(bench.client.live.getState()).toMatchObject({ link: "reconnecting", since });
    bench.server.upgradeAnswer = "accept";
    await pass(bench, () => isLive(bench));
    expect(bench.client.live.getState().since).toBeGreaterThan(since);
  });
});

describe("signing out", () => {
  test("[SE-5] close 4401: the question who we are, then signed out, emptied and quiet; start goes on after signing in", async () => {
    const bench = await startLiveBench();
    bench.world.signedIn = false;
    bench.server.cutSockets(4401);
    await until(() => bench.client.live.getState().link === "signed-out");
    expect(bench.client.live.getState()).toMatchObject({ snapshot: null, lastEventId: null, activity: [], clockOffsetMs: null });
    expect(bench.client.live.whyNoCommand()).toBe("signed-out");
    const requests = bench.server.requests.length;
    await pass(bench, () => bench.clock.monotonic() > 120_000);
    expect(bench.server.upgrades).toBe(1);
    expect(bench.server.requests).toHaveLength(requests);
    bench.world.signedIn = true;
    bench.client.live.start();
    await until(() => isLive(bench));
  });

  test("4401 of another session's end: still signed in, so it reconnects", async () => {
    const bench = await startLiveBench();
    bench.server.cutSockets(4401);
    await pass(bench, () => isLive(bench) && bench.server.upgrades === 2);
    expect(bench.world.calls).toContain("auth.me");
  });

  test("repeated refusals of the handshake ask who we are, and the answer stops the tries", async () => {
    const bench = await startBench();
    bench.world.signedIn = false;
    bench.server.upgradeAnswer = "refuse";
    bench.client.live.start();
    await pass(bench, () => bench.client.live.getState().link === "signed-out");
    expect(bench.server.upgrades).toBe(2);
  });

  test("a subscription refused for want of a session signs out too", async () => {
    const bench = await startBench();
    bench.world.signedIn = false;
    bench.client.live.start();
    await until(() => bench.client.live.getState().link === "signed-out");
    expect(bench.world.calls).toEqual(["live.stream", "auth.me"]);
  });
});

describe("stopping", () => {
  test("stop keeps the copy, start goes on after its number", async () => {
    const bench = await startLiveBench();
    bench.client.live.stop();
    expect(bench.client.live.getState()).toMatchObject({ link: "idle", since: null });
    expect(bench.client.live.getState().snapshot).not.toBeNull();
    await until(() => bench.server.openSockets() === 0);
    bench.client.live.start();
    await until(() => isLive(bench));
    expect(bench.world.subscriptions).toEqual([null, "log-0"]);
  });

  test.each(["stop", "clear"] as const)("start, %s and start in one turn, as strict effects do, watch once", async (end) => {
    const bench = await startBench();
    bench.client.live.start();
    bench.client.live[end]();
    bench.client.live.start();
    await until(() => isLive(bench));
    await pass(bench, () => bench.clock.monotonic() > 2_000);
    expect([bench.server.openSockets(), bench.world.subscriptions]).toEqual([1, [null]]);
  });

  test("trying now starts nothing that was stopped", async () => {
    const bench = await startLiveBench();
    bench.client.live.stop();
    bench.client.live.tryNow();
    expect(bench.client.live.getState()).toMatchObject({ link: "idle", since: null });
    await pass(bench, () => bench.clock.monotonic() > 60_000);
    expect(bench.server.upgrades).toBe(1);
  });

  test("[HD-4] close forgets everything and leaves no timer that connects again", async () => {
    const bench = await startLiveBench();
    bench.client.close();
    expect(bench.client.live.getState().snapshot).toBeNull();
    await pass(bench, () => bench.clock.monotonic() > 60_000);
    expect(bench.server.upgrades).toBe(1);
  });
});

describe("closing is final", () => {
  test("start opens nothing and reads nothing; stop, clear and a second close change nothing", async () => {
    const bench = await startLiveBench();
    const { client, server } = bench;
    client.close();
    await until(() => server.openSockets() === 0);
    const requests = server.requests.length;
    client.live.start();
    client.live.stop();
    client.live.start();
    client.live.clear();
    client.close();
    client.live.start();
    expect(client.live.getState()).toBe(emptyState);
    expect(client.live.whyNoCommand()).toBe("closed");
    await pass(bench, () => bench.clock.monotonic() > 60_000);
    expect([server.upgrades, server.requests.length]).toEqual([1, requests]);
  });

  test.each(["connecting", "live", "reconnecting", "updating"])(
    "by a reader who just heard `%s`: nothing more is opened or read",
    async (link) => {
      const bench = await startBench();
      const { client, server } = bench;
      let isClosed = false;
      client.live.subscribe(() => {
        if (isClosed || client.live.getState().link !== link) return;
        isClosed = true;
        client.close();
      });
      client.live.start();
      await pass(bench, () => isClosed || isLive(bench));
      server.cutSockets();
      await pass(bench, () => isClosed);
      const upgrades = server.upgrades;
      const end = bench.clock.monotonic() + 60_000;
      await pass(bench, () => bench.clock.monotonic() > end);
      expect(client.live.getState()).toBe(emptyState);
      expect([server.upgrades, server.openSockets(), bench.unanswered()]).toEqual([upgrades, 0, 0]);
    },
  );

  test.each([
    ["the ws package's", {}],
    ["Node's own", { WebSocket: globalThis.WebSocket }],
  ])("a handshake of %s socket that was asked for in the same turn is given up", async (_name, socket) => {
    const bench = await startBench(socket);
    bench.server.upgradeAnswer = "hold";
    bench.client.live.start();
    bench.client.close();
    await pass(bench, () => bench.clock.monotonic() > 2_000);
    expect(bench.server.connections()).toBe(0);
  });
});
