/** Killed while the account of a device's owner is deleted: by themselves, or by an administrator, who takes it back after each round. */
import { demoPassword } from "@relaydeck/server/demo/demo-seed";
import { Browser } from "@relaydeck/server/testing/http-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminOf, withAdmin } from "./admin.ts";
import { alertsOn, freshAlert } from "./alerts.ts";
import { killDuring, killed, waitingCommand } from "./change-of-access.ts";
import { ask, commandIdOf, rowOf, stored } from "./commands.ts";
import { databases } from "./matrix.ts";
import { isActive, share } from "./shares.ts";
import { Site } from "./site.ts";

const doors = ["by the person", "by an administrator"] as const;
/** Each moment over both doors in turn. */
const tries = killed.map(([moment, round]) => [moment, doors[(round + Math.floor(round / 4)) % 2], round] as const);

describe.each(databases)("killed during the deletion of an account, on %s", (kind) => {
  let site: Site;
  let admin: Browser;
  let ownerId: string;
  let email: string;
  beforeAll(async () => {
    site = await Site.open(kind, 1, withAdmin);
    admin = await adminOf(site);
    ({ id: ownerId, email } = (await site.owner.get("/api/auth/user")).json as { id: string; email: string });
  });
  afterAll(() => site?.close());

  /** Signed in a moment ago, which is proof enough to delete the own account. */
  async function signIn(): Promise<Browser> {
    expect((await site.owner.post("/api/auth/login", { email, password: demoPassword })).status).toBe(200);
    return new Browser(site.origin, Object.fromEntries(site.owner.cookies));
  }

  test.each(tries)("[S16-7] all of it or nothing: killed %s, %s (round %i)", async (moment, door, round) => {
    const { device, friend, owner } = site;
    const session = await signIn();
    const shareId = `shr_${String(round).padStart(22, "0")}`;
    await share(site, { device, id: shareId, expiresAt: null });
    for (const person of [owner, friend]) await freshAlert(person, device);
    const audits = `audit_log where action in ('account.deleted', 'user.deleted') and subject_id = '${ownerId}'`;
    const auditsBefore = await site.count(audits);
    const { waiting, callsBefore, callsNow } = await waitingCommand(site, { of: friend, round });
    const isGone = await killDuring(site, {
      moment,
      ask: () =>
        door === "by the person" ? owner.mutate("auth.deleteAccount", {}) : admin.call("DELETE", `/api/admin/users/${ownerId}`),
      isDone: async () => (await site.count(`users where id = '${ownerId}' and deleted_at is not null`)) === 1,
    });

    const listed = (await friend.get("/api/devices")).json as { id: string }[];
    expect({
      session: (await session.get("/api/devices")).status,
      sessions: (await site.count(`sessions where user_id = '${ownerId}'`)) > 0,
      ownsIt: (await site.count(`devices where id = '${device.id}' and owner_id = '${ownerId}'`)) === 1,
      isShared: await isActive(site, shareId),
      isListed: listed.some(({ id }) => id === device.id),
      alerts: await alertsOn(site, device),
      isCancelled: (await rowOf(site, waiting))?.["reason_code"] === "ACCESS_ENDED",
      audited: (await site.count(audits)) - auditsBefore,
    }).toEqual(
      isGone
        ? {
            session: 401,
            sessions: false,
            ownsIt: false,
            isShared: false,
            isListed: false,
            alerts: 0,
            isCancelled: true,
            audited: 1,
          }
        : {
            session: 200,
            sessions: true,
            ownsIt: true,
            isShared: true,
            isListed: true,
            alerts: 2,
            isCancelled: false,
            audited: 0,
          },
    );
    if (!isGone) return stored(site, [waiting], "acknowledged", "confirmed");
    const refused = await ask(friend, { ...waiting, key: `${waiting.key}-again` });
    expect([refused?.status, commandIdOf(refused), await callsNow()]).toEqual([404, null, callsBefore]);
    expect((await admin.post(`/api/admin/users/${ownerId}/restore`)).status).toBe(200);
  });

  test("[S16-7, AD-8] the restarts served in time, and the audit chain verifies", async () => {
    expect(site.restartsInTime).toBe(true);
    expect(await site.auditVerdict()).toMatch(/^\d+ audit rows, all intact\.\n$/);
  });
});
