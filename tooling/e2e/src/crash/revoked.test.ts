import { until } from "@relaydeck/server/testing/quiet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, commandIdOf, plentyMs, rowOf, stored, type Wish } from "./commands.ts";
import { clock, databases, rounds } from "./matrix.ts";
import { share } from "./shares.ts";
import { Site } from "./site.ts";

/** When the crash comes, seen from the revocation's one transaction. */
const moments = ["before it can begin", "as it may begin", "as soon as it is seen", "after its answer"] as const;

describe.each(databases)("killed during the revocation of a share, on %s", (kind) => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open(kind, 1);
  });
  afterAll(() => site?.close());

  test.each(rounds.map((round) => [moments[round % moments.length] ?? moments[0], round] as const))(
    "[S16-7] all of it or nothing: killed %s (round %i)",
    async (moment, round) => {
      const { device } = site;
      const relay = { serial: device.serial, relayNumber: 1 };
      const id = `shr_${String(round).padStart(22, "0")}`;
      await share(site, { device, id, expiresAt: null });
      const wish = (name: string): Wish => {
        const target = round % 2 === 0 ? "on" : "off";
        return { key: `${name}-${round}`, device, relayNumber: 1, target, validUntil: clock.now() + plentyMs };
      };
      // The friend's command waits behind one that the cloud never answers: a revocation cancels it, or leaves it alone.
      await site.cloud.fault(relay, { kind: "hang" });
      const [blocker, waiting] = [wish("owner"), wish("friend")];
      const answers = [ask(site.owner, blocker)];
      await stored(site, [blocker], "sent");
      answers.push(ask(site.friend, waiting));
      await stored(site, [waiting], "requested");
      const before = (await site.cloud.callsOf(relay)).length;

      await revokeAndCrash(site, { id, moment });
      await Promise.all(answers);
      await site.restart();

      const hasEnded = await whatStands(site, { shareId: id, waiting });
      const expected = {
        "before it can begin": [false],
        "as soon as it is seen": [true],
        "after its answer": [true],
        "as it may begin": [false, true],
      };
      expect(expected[moment]).toContain(hasEnded);
      if (hasEnded) await expectEnded(site, { waiting, calls: await site.cloud.callsOf(relay), before });
      else await stored(site, [waiting], "acknowledged", "confirmed");
    },
  );

  test("[S16-7, AD-8] the restarts served in time, and the audit chain verifies", async () => {
    expect(site.restartsInTime).toBe(true);
    expect(await site.auditVerdict()).toMatch(/^\d+ audit rows, all intact\.\n$/);
  });
});

async function revokeAndCrash(site: Site, { id, moment }: { id: string; moment: (typeof moments)[number] }): Promise<void> {
  const letGo = await site.database.hold();
  const answer = site.owner.mutate("shares.revoke", { shareId: id }).catch(() => null);
  await site.hasArrived();
  if (moment !== "before it can begin") await letGo();
  if (moment === "as soon as it is seen") await until(async () => !(await isActive(site, id)));
  if (moment === "after its answer") await answer;
  await site.crash();
  if (moment === "before it can begin") await letGo();
  // It died, or said that it is done; a refusal would mean that nothing was tried.
  expect([undefined, 200]).toContain((await answer)?.status);
}

/** True when the revocation stands, false when it never was; everything that belongs to it says the same. */
async function whatStands(site: Site, { shareId, waiting }: { shareId: string; waiting: Wish }): Promise<boolean> {
  const count = async (what: string) => Number((await site.database.rows(`select count(*) as n from ${what}`))[0]?.["n"]);
  const hasEnded = !(await isActive(site, shareId));
  const { device } = site;
  const isCancelled = (await rowOf(site, waiting))?.["reason_code"] === "ACCESS_ENDED";
  const audited = await count(`audit_log where action = 'share.ended' and subject_id = '${shareId}'`);
  const listed = (await site.friend.get("/api/devices")).json as { id: string }[];
  expect({ isCancelled, audited, isListed: listed.some((each) => each.id === device.id) }).toEqual({
    isCancelled: hasEnded,
    audited: hasEnded ? 1 : 0,
    isListed: !hasEnded,
  });
  return hasEnded;
}

async function expectEnded(site: Site, seen: { waiting: Wish; calls: readonly unknown[]; before: number }): Promise<void> {
  const refused = await ask(site.friend, { ...seen.waiting, key: `${seen.waiting.key}-again` });
  expect([refused?.status, commandIdOf(refused), seen.calls.length]).toEqual([404, null, seen.before]);
}

async function isActive(site: Site, shareId: string): Promise<boolean> {
  const [row] = await site.database.rows(`select is_active from device_shares where id = '${shareId}'`);
  return Boolean(row?.["is_active"]);
}
