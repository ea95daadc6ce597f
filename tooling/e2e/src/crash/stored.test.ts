import { until } from "@relaydeck/server/testing/quiet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, hanging, plentyMs, rowOf, statesOf, stored, type Wish } from "./commands.ts";
import { clock, databases, rounds } from "./matrix.ts";
import { share } from "./shares.ts";
import { Site } from "./site.ts";

/** Enough to store three commands; then the test waits for its end. */
const shortMs = 2_000;

describe.each(databases)("killed when commands are stored and not claimed, on %s", (kind) => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open(kind, 1);
  });
  afterAll(() => site?.close());

  // Each waits behind a command of its relay that the cloud never answers, so nothing but the crash decides its fate.
  test.each(rounds)("[S16-2] sent only in time and with rights, else never (round %i)", async (round) => {
    const { device } = site;
    const relays = [1, 2, 3].map((relayNumber) => ({ serial: device.serial, relayNumber }));
    const callsNow = () => Promise.all(relays.map(async (relay) => (await site.cloud.callsOf(relay)).length));
    const before = await callsNow();
    const since = async () => (await callsNow()).map((count, index) => count - (before[index] ?? 0));
    const target = round % 2 === 0 ? "on" : "off";
    const wish = (name: string, relayNumber: number, validUntil: number): Wish => {
      return { key: `${name}-${round}-${relayNumber}`, device, relayNumber, target, validUntil };
    };
    const blockers = relays.map(({ relayNumber }) => wish("blocker", relayNumber, clock.now() + plentyMs));
    const answers = [...(await hanging(site, blockers))];
    // Their rows are stored first; then they leave.
    await until(async () => (await since()).every((count) => count === 1));

    const end = clock.now() + shortMs;
    const [inTime, late, ended] = [wish("in-time", 1, end + plentyMs), wish("late", 2, end), wish("ended", 3, end + plentyMs)];
    await share(site, { device, id: `shr_stored${round}`, expiresAt: end });
    answers.push(ask(site.owner, inTime), ask(site.owner, late), ask(site.friend, ended));
    await stored(site, [inTime, late, ended], "requested");
    await site.crash();
    expect(await Promise.all(answers)).toEqual(answers.map(() => null));
    await until(() => clock.now() > end);
    await site.restart();

    await stored(site, [inTime], "acknowledged", "confirmed");
    await stored(site, [late], "expired");
    await stored(site, [ended], "cancelled");
    expect((await rowOf(site, ended))?.["reason_code"]).toBe("ACCESS_ENDED");
    const [begun, sent, known] = await statesOf(site, inTime);
    expect([begun, sent]).toEqual(["requested", "sent"]);
    // The device's report may be here before the cloud's answer is.
    expect(known).toMatch(/^(acknowledged|confirmed)$/);
    expect([await statesOf(site, late), await statesOf(site, ended)]).toEqual([
      ["requested", "expired"],
      ["requested", "cancelled"],
    ]);
    for (const blocker of blockers)
      expect((await statesOf(site, blocker)).slice(0, 3)).toEqual(["requested", "sent", "unconfirmed"]);
    expect(await since()).toEqual([2, 1, 1]);
  });

  test("[S16-2, AD-8] the restarts served in time, and the audit chain verifies", async () => {
    expect(site.restartsInTime).toBe(true);
    expect(await site.auditVerdict()).toMatch(/^\d+ audit rows, all intact\.\n$/);
  });
});
