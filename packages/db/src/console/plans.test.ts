/** How the console's questions are answered: along an index, whatever there is of rows. The plans are the databases' own words. */
import { activityAsked, auditAsked, devicesAsked, usersAsked, type Askable } from "@relaydeck/contract/testing/console-questions";
import { toInstant } from "@relaydeck/contract/instants";
import { newId } from "@relaydeck/contract/ids";
import { afterEach, describe, expect, test } from "vitest";
import { countAll, deletedDevices, deletedUsers, devicesAfter, listAllDevices, listUsers, usersAfter } from "../admin/lists.ts";
import { countAll as countConnected } from "../analytics/system.ts";
import { fewAtMost } from "../dialect/words.ts";
import type { Reader } from "../store.ts";
import { findLease } from "../cluster/leases.ts";
import { countMails } from "../mail/outbox.ts";
import { findMail, mailsOf, oldestWaitingMail } from "../operations/mails.ts";
import { countOpenCommands } from "../relays/commands.ts";
import { listGaps } from "../telemetry/gaps.ts";
import { unbounded } from "../testing/bounded-reads.ts";
import { openExplained } from "../testing/plans.ts";
import { aDevice, aUser, madeAt, random, storedDevice, storedUser } from "../testing/rows.ts";
import { openTestPostgresStore, openTestStore, type TestStore } from "../testing/stores.ts";
import { countActivityOf, findActivity } from "./activity.ts";
import { auditActions, findAudit } from "./audit.ts";

const page = { limit: 50, offset: 0 };
const after = { createdAt: madeAt, id: "usr_m" };
const entry = { timestamp: madeAt, id: "act_m" };
/** More than are taken one by one. */
const crowd = fewAtMost + 1;

const askable: Askable = {
  // Held by many, and by few.
  searches: ["crOWD", "arI"],
  userId: "usr_a",
  deviceId: "dev_a",
  action: "a.b",
  auditNumber: 2,
  from: toInstant(1),
  until: toInstant(madeAt),
  offset: 0,
};

/** In both cases of a letter, by several words in any order, with two letters, by the beginning of an id. */
const searches = ["crowd ü", "üte crowd", "li mari", "sim0 dev", "usr_0aZ", "dev_0aZ", "zq", "ü"];

const indexes = [
  ...["users_created_live", "users_address_live", "users_first_name_live", "users_last_name_live", "users_deleted"],
  ...["devices_created_live", "devices_name_live", "devices_serial_live", "devices_deleted"],
  ...["audit_log_at", "audit_log_subject", "audit_log_actor", "audit_log_action", "audit_log_actor_kind"],
  ...["activity_logs_timestamp", "activity_logs_user", "activity_logs_device"],
];

async function askAll(from: Reader): Promise<void> {
  for (const query of usersAsked(askable)) await listUsers(from, query);
  for (const query of devicesAsked(askable)) await listAllDevices(from, query);
  for (const query of devicesAsked({ ...askable, searches: [], userId: "usr_many" })) await listAllDevices(from, query);
  for (const { from: since, until, before: _before, ...query } of activityAsked(askable)) {
    const filter = { ...query, from: since === undefined ? since : 1, until: until === undefined ? until : madeAt };
    for (const before of [null, entry]) await findActivity(from, filter, { ...query, before });
    await countActivityOf(from, filter);
  }
  for (const { objectId: subjectId, from: since, until, ...query } of auditAsked(askable)) {
    const times = { from: since === undefined ? since : 1, until: until === undefined ? until : madeAt };
    await findAudit(from, { ...query, ...times, subjectId }, query);
  }
  for (const search of [...askable.searches, ...searches]) {
    await listUsers(from, { ...page, search });
    await listAllDevices(from, { ...page, search });
    await usersAfter(from, { search }, { after, limit: 50 });
    await devicesAfter(from, { search }, { after, limit: 50 });
    await deletedUsers(from, { ...page, search });
    await deletedDevices(from, { ...page, search });
  }
  await usersAfter(from, {}, { after, limit: 50 });
  await devicesAfter(from, {}, { after, limit: 50 });
  await deletedUsers(from, page);
  await deletedDevices(from, page);
  await countAll(from);
  await countConnected(from);
  await auditActions(from);
  for (const state of ["failed", "waiting"] as const) await mailsOf(from, { state, limit: 50 });
  await findMail(from, "m1");
  await countMails(from);
  await oldestWaitingMail(from);
  await countOpenCommands(from);
  await listGaps(from, { from: 1, to: madeAt, limit: 1_000 });
  await findLease(from, "listener");
}

let open: TestStore | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** Some of everything, so that each question goes on to its last statement, and a crowd of what is not asked for. */
async function filled(fresh: TestStore): Promise<TestStore> {
  open = fresh;
  const { store } = fresh;
  const user = await storedUser(store, { firstName: "Maria" });
  await storedUser(store, { id: "usr_many", email: "many@relaydeck.test" });
  await storedDevice(store, { ownerId: user.id, serialNumber: "P0SIM0001" });
  const numbers = Array.from({ length: crowd }, (_, number) => number);
  const ofCrowd = { userId: "usr_crowd", deviceId: "dev_crowd", message: "pump", type: "info" as const };
  const told = { actorKind: "system", actorId: "usr_crowd", action: "c.d", subjectId: "dev_crowd", previousHash: "", hash: "" };
  await store.write(async (tx) => {
    const { db, t } = tx;
    await db.insert(t.users).values(numbers.map(() => aUser({ firstName: "Crowd", lastName: "Üte" })));
    for (const ownerId of [null, "usr_many"])
      await db
        .insert(t.devices)
        .values(numbers.map(() => ({ ...aDevice({ name: "Crowd" }), ownerId, status: "online" as const })));
    const entries = numbers.map((number) => ({ ...ofCrowd, id: newId("activity", random), timestamp: madeAt + number }));
    await db.insert(t.activityLogs).values(entries);
    const mail = { to: "a@relaydeck.test", subject: "S", text: "T", html: "H", template: "verify-email", nextAttemptAt: 0 };
    const sent = { ...mail, state: "sent" as const };
    await db
      .insert(t.mailOutbox)
      .values(numbers.map((createdAt) => ({ ...sent, id: `m${createdAt}`, messageId: `m${createdAt}`, createdAt })));
    await db.insert(t.auditLog).values(numbers.map((number) => ({ ...told, number: number + 1, at: madeAt + number })));
  });
  return fresh;
}

describe("[D0.12] no question of the console reads whole tables", () => {
  test.each([
    { dialect: "SQLite", fresh: openTestStore },
    { dialect: "Postgres", fresh: openTestPostgresStore },
  ])("nor sorts more than a bounded part of one, on $dialect", async ({ fresh }) => {
    const { url } = await filled(await fresh());
    const explained = openExplained(url, { areSortsDear: true });
    try {
      await askAll(explained.read);
      expect(unbounded(await explained.plans())).toEqual([]);
      // The measure measures: without any of these something is read whole or sorted.
      for (const index of indexes) {
        const without = unbounded(await explained.plansWithout(index));
        expect(without.length, `${index} is missed`).toBeGreaterThan(0);
      }
    } finally {
      await explained.close();
    }
  });
});
