/** Killed while an administrator passes a device to another owner; after each round it is passed back. */
import type { Browser } from "@relaydeck/server/testing/http-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminOf, withAdmin } from "./admin.ts";
import { alertsOn, freshAlert } from "./alerts.ts";
import { killDuring, killed, waitingCommand } from "./change-of-access.ts";
import { ask, commandIdOf, rowOf, stored } from "./commands.ts";
import { databases } from "./matrix.ts";
import { isActive, share } from "./shares.ts";
import { Site } from "./site.ts";

describe.each(databases)("killed during the transfer of a device, on %s", (kind) => {
  let site: Site;
  let admin: Browser;
  let [ownerId, friendId] = ["", ""];
  beforeAll(async () => {
    site = await Site.open(kind, 1, withAdmin);
    admin = await adminOf(site);
    [ownerId, friendId] = [await userIdOf(site.owner), await userIdOf(site.friend)];
  });
  afterAll(() => site?.close());

  const pass = (to: string) => admin.call("PATCH", `/api/admin/devices/${site.device.id}`, { body: { ownerId: to } });

  /** What each of them may do with it, as their own list says. */
  async function rights(): Promise<unknown[]> {
    const lists = await Promise.all([site.owner, site.friend].map(async (person) => (await person.get("/api/devices")).json));
    return (lists as { id: string; userPermission: string }[][]).map(
      (list) => list.find(({ id }) => id === site.device.id)?.userPermission,
    );
  }

  test.each(killed)("[S16-7] all of it or nothing: killed %s (round %i)", async (moment, round) => {
    const { device, owner } = site;
    const shareId = `shr_${String(round).padStart(22, "0")}`;
    await share(site, { device, id: shareId, expiresAt: null });
    await freshAlert(owner, device);
    const audits = `audit_log where action = 'device.transferred' and subject_id = '${device.id}'`;
    const auditsBefore = await site.count(audits);
    const { waiting, callsBefore, callsNow } = await waitingCommand(site, { of: owner, round });
    const isPassed = await killDuring(site, {
      moment,
      ask: () => pass(friendId),
      isDone: async () => (await site.count(`devices where id = '${device.id}' and owner_id = '${friendId}'`)) === 1,
    });

    expect({
      rights: await rights(),
      isShared: await isActive(site, shareId),
      alerts: await alertsOn(site, device),
      isCancelled: (await rowOf(site, waiting))?.["reason_code"] === "ACCESS_ENDED",
      audited: (await site.count(audits)) - auditsBefore,
    }).toEqual(
      isPassed
        ? { rights: [undefined, "owner"], isShared: false, alerts: 0, isCancelled: true, audited: 1 }
        : { rights: ["owner", "control"], isShared: true, alerts: 1, isCancelled: false, audited: 0 },
    );
    if (!isPassed) return stored(site, [waiting], "acknowledged", "confirmed");
    const refused = await ask(owner, { ...waiting, key: `${waiting.key}-again` });
    expect([refused?.status, commandIdOf(refused), await callsNow()]).toEqual([404, null, callsBefore]);
    expect((await pass(ownerId)).status).toBe(200);
  });

  test("[S16-7, AD-8] the restarts served in time, and the audit chain verifies", async () => {
    expect(site.restartsInTime).toBe(true);
    expect(await site.auditVerdict()).toMatch(/^\d+ audit rows, all intact\.\n$/);
  });
});

async function userIdOf(person: Browser): Promise<string> {
  return ((await person.get("/api/auth/user")).json as { id: string }).id;
}
