import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { killDuring, killed, waitingCommand } from "./change-of-access.ts";
import { ask, commandIdOf, rowOf, stored } from "./commands.ts";
import { databases } from "./matrix.ts";
import { isActive, share } from "./shares.ts";
import { Site } from "./site.ts";

describe.each(databases)("killed during the revocation of a share, on %s", (kind) => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open(kind, 1);
  });
  afterAll(() => site?.close());

  test.each(killed)("[S16-7] all of it or nothing: killed %s (round %i)", async (moment, round) => {
    const { device } = site;
    const id = `shr_${String(round).padStart(22, "0")}`;
    await share(site, { device, id, expiresAt: null });
    // A revocation cancels it, or leaves it alone.
    const { waiting, callsBefore, callsNow } = await waitingCommand(site, { of: site.friend, round });
    const hasEnded = await killDuring(site, {
      moment,
      ask: () => site.owner.mutate("shares.revoke", { shareId: id }),
      isDone: async () => !(await isActive(site, id)),
    });
    const isCancelled = (await rowOf(site, waiting))?.["reason_code"] === "ACCESS_ENDED";
    const audited = await site.count(`audit_log where action = 'share.ended' and subject_id = '${id}'`);
    const listed = (await site.friend.get("/api/devices")).json as { id: string }[];
    expect({ isCancelled, audited, isListed: listed.some((each) => each.id === device.id) }).toEqual({
      isCancelled: hasEnded,
      audited: hasEnded ? 1 : 0,
      isListed: !hasEnded,
    });
    if (!hasEnded) return stored(site, [waiting], "acknowledged", "confirmed");
    const refused = await ask(site.friend, { ...waiting, key: `${waiting.key}-again` });
    expect([refused?.status, commandIdOf(refused), await callsNow()]).toEqual([404, null, callsBefore]);
  });

  test("[S16-7, AD-8] the restarts served in time, and the audit chain verifies", async () => {
    expect(site.restartsInTime).toBe(true);
    expect(await site.auditVerdict()).toMatch(/^\d+ audit rows, all intact\.\n$/);
  });
});
