import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, commandIdOf, plentyMs, rowOf, told, type Wish } from "./commands.ts";
import { clock, databases, rounds } from "./matrix.ts";
import { Site } from "./site.ts";

describe.each(databases)("killed before the row is stored, on %s", (kind) => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open(kind, 1);
  });
  afterAll(() => site?.close());

  test.each(rounds)("[S16-1] nothing happened, and the same key works once (round %i)", async (round) => {
    const { device } = site;
    const relay = { serial: device.serial, relayNumber: 1 + (round % 4) };
    const before = await site.cloud.callsOf(relay);
    const letGo = await site.database.hold();
    const target = round % 8 < 4 ? "on" : "off";
    const wish: Wish = {
      key: `first-${round}`,
      device,
      relayNumber: relay.relayNumber,
      target,
      validUntil: clock.now() + plentyMs,
    };
    const answer = ask(site.owner, wish);
    await site.hasArrived();
    await site.crash();
    expect(await answer).toBeNull();
    await letGo();
    await site.restart();
    expect([await rowOf(site, wish), await told(site.owner, wish)]).toEqual([null, null]);
    expect(await site.cloud.callsOf(relay)).toEqual(before);

    const answers = await Promise.all([ask(site.owner, wish), ask(site.owner, wish)]);
    expect(answers.map((each) => each?.json)).toMatchObject([{ success: true }, { success: true }]);
    const ids = answers.map((each) => commandIdOf(each));
    expect([answers.map((each) => each?.status), new Set(ids).size]).toEqual([[200, 200], 1]);
    expect(await site.cloud.callsOf(relay)).toHaveLength(before.length + 1);
  });

  test("[S16-1, AD-8] the restarts served in time, and the audit chain verifies", async () => {
    expect(site.restartsInTime).toBe(true);
    expect(await site.auditVerdict()).toMatch(/^\d+ audit rows, all intact\.\n$/);
  });
});
