import { present } from "@relaydeck/kit/assert";
import { until } from "@relaydeck/server/testing/quiet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, plentyMs, statesOf, stored, told, type Wish } from "./commands.ts";
import { clock, databases, rounds } from "./matrix.ts";
import { MuteCloud } from "./mute-cloud.ts";
import { Site } from "./site.ts";

/** The cloud's way there and back. The device acts half way; a crash after that has as long for its own work. */
const roundTripMs = { inFlight: 4_000, answered: 1_500 };

describe.each(databases)("killed when commands are claimed, on %s", (kind) => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open(kind, 1);
  });
  afterAll(() => site?.close());

  test.each(rounds)("[S16-3] unconfirmed, never sent again, and read back from the device (round %i)", async (round) => {
    const { device } = site;
    const { serial } = device;
    const [lost, inFlight, answered] = [
      { serial, relayNumber: 1 },
      { serial, relayNumber: 2 },
      { serial, relayNumber: 3 },
    ] as const;
    const relays = [lost, inFlight, answered];
    const before = await Promise.all(relays.map(async (relay) => (await site.cloud.callsOf(relay)).length));
    const callsNow = async () => {
      const all = await Promise.all(relays.map((relay) => site.cloud.callsOf(relay)));
      return all.map((calls, index) => calls.slice(before[index]));
    };
    const target = round % 2 === 0 ? "on" : "off";
    const wishes = relays.map(({ relayNumber }): Wish => {
      return { key: `claimed-${round}-${relayNumber}`, device, relayNumber, target, validUntil: clock.now() + plentyMs };
    });

    // The first never gets to the device. The second is done there, its answer on the way. The third is answered, but cannot be stored.
    await site.cloud.fault(lost, { kind: "hang" });
    await site.cloud.fault(inFlight, { kind: "delay", ms: roundTripMs.inFlight });
    await site.cloud.fault(answered, { kind: "delay", ms: roundTripMs.answered });
    const answers = wishes.map((wish) => ask(site.owner, wish));
    await stored(site, wishes, "sent");
    const letGo = await site.database.hold();
    await until(async () => {
      const [, second, third] = await callsNow();
      return second?.[0]?.executed === true && third?.[0]?.status === 200;
    });
    await site.hasArrived();
    await site.crash();
    expect(await Promise.all(answers)).toEqual([null, null, null]);
    await letGo();
    expect((await callsNow()).map(([call]) => [call?.executed, call?.status])).toEqual([
      [false, null],
      [true, null],
      [true, 200],
    ]);
    await site.restart();

    for (const wish of wishes) expect((await told(site.owner, wish))?.state).toMatch(/^(unconfirmed|confirmed)$/);
    await stored(site, wishes.slice(1), "confirmed");
    const first = present(wishes[0], "Three wishes");
    expect((await told(site.owner, first))?.state).toBe("unconfirmed");
    const again = await ask(site.owner, first);
    expect([again?.status, again?.json]).toMatchObject([504, { repeat: true, state: "unconfirmed", code: "UNCONFIRMED" }]);
    const states = await Promise.all(wishes.map((wish) => statesOf(site, wish)));
    expect(states).toEqual([
      ["requested", "sent", "unconfirmed"],
      ["requested", "sent", "unconfirmed", "confirmed"],
      ["requested", "sent", "unconfirmed", "confirmed"],
    ]);
    expect((await callsNow()).map((calls) => calls.length)).toEqual([1, 1, 1]);
  });

  test.each(rounds)("[S16-3] before the call: unconfirmed, never sent, and the device is read (round %i)", async (round) => {
    const { cloud, device, owner } = site;
    const relay = { serial: device.serial, relayNumber: 4 };
    const wish: Wish = {
      key: `before-${round}`,
      device,
      relayNumber: relay.relayNumber,
      target: "on",
      validUntil: clock.now() + plentyMs,
    };
    // From here on no handshake with the cloud comes to its end, so the call waits for a connection.
    const mute = await MuteCloud.start();
    await site.crash();
    await site.start({ PARTICLE_API_URL: mute.url });
    const answer = ask(owner, wish);
    await stored(site, [wish], "sent");
    await until(() => mute.isReached);
    await site.crash();
    expect(await answer).toBeNull();
    await mute.stop();
    const seen = (await cloud.allCalls()).length;
    await site.restart();

    expect((await told(owner, wish))?.state).toBe("unconfirmed");
    const again = await ask(owner, wish);
    expect([again?.status, again?.json]).toMatchObject([504, { repeat: true, state: "unconfirmed", code: "UNCONFIRMED" }]);
    await until(async () => {
      const later = (await cloud.allCalls()).slice(seen);
      return later.some((call) => call.operation === "variable" && call.serial === relay.serial && call.status === 200);
    });
    expect(await statesOf(site, wish)).toEqual(["requested", "sent", "unconfirmed"]);
    expect(await cloud.callsOf(relay)).toEqual([]);
  });

  test("[S16-3, AD-8] the restarts served in time, and the audit chain verifies", async () => {
    expect(site.restartsInTime).toBe(true);
    expect(await site.auditVerdict()).toMatch(/^\d+ audit rows, all intact\.\n$/);
  });
});
