/** How the console's questions are answered: along an index, whatever there is of rows. The plans are the databases' own words. */
import { newId } from "@relaydeck/contract/ids";
import { afterEach, describe, expect, test } from "vitest";
import { countAll, deletedDevices, deletedUsers, devicesAfter, listAllDevices, listUsers, usersAfter } from "../admin/lists.ts";
import { insertActivity } from "../activity/store.ts";
import { countAll as countConnected } from "../analytics/system.ts";
import { appendAudit } from "../audit/store.ts";
import { fewAtMost } from "../dialect/words.ts";
import type { Reader } from "../store.ts";
import { findLease } from "../cluster/leases.ts";
import { countMails } from "../mail/outbox.ts";
import { findMail, mailsOf, oldestWaitingMail } from "../operations/mails.ts";
import { countOpenCommands } from "../relays/commands.ts";
import { listGaps } from "../telemetry/gaps.ts";
import { openExplained } from "../testing/plans.ts";
import { aDevice, aUser, madeAt, random, storedDevice, storedUser } from "../testing/rows.ts";
import { openTestPostgresStore, openTestStore, type TestStore } from "../testing/stores.ts";
import { countActivityOf, findActivity } from "./activity.ts";
import { auditActions, findAudit } from "./audit.ts";

const page = { limit: 50, offset: 0 };
const far = { limit: 50, offset: 90_000 };
const after = { createdAt: madeAt, id: "usr_m" };
const entry = { timestamp: madeAt, id: "act_m" };
/** More than are taken one by one. */
const crowd = fewAtMost + 1;

const questions: readonly { name: string; ask: (from: Reader) => Promise<unknown> }[] = [
  ...(["createdAt", "email", "firstName", "lastName", "emailVerified", "authProvider"] as const).flatMap((sort) =>
    (["asc", "desc"] as const).map((order) => ({
      name: `users by ${sort}, ${order}`,
      ask: (from: Reader) => listUsers(from, { ...far, sort, order }),
    })),
  ),
  ...(["createdAt", "name", "serialNumber", "status", "relayState"] as const).flatMap((sort) =>
    (["asc", "desc"] as const).map((order) => ({
      name: `devices by ${sort}, ${order}`,
      ask: (from: Reader) => listAllDevices(from, { ...far, sort, order }),
    })),
  ),
  { name: "verified users", ask: (from) => listUsers(from, { ...page, emailVerified: true }) },
  { name: "users of a provider", ask: (from) => listUsers(from, { ...page, authProvider: "google" }) },
  { name: "users found by a part of a name", ask: (from) => listUsers(from, { ...page, search: "arI" }) },
  { name: "users found by what many are called", ask: (from) => listUsers(from, { ...page, search: "crOWD" }) },
  { name: "users found so, by name", ask: (from) => listUsers(from, { ...far, search: "crowd", sort: "lastName" }) },
  { name: "users found in either case of a letter", ask: (from) => listUsers(from, { ...page, search: "crowd ü" }) },
  { name: "users found by words in any order", ask: (from) => listUsers(from, { ...page, search: "lind mari" }) },
  { name: "users found by a word and two letters", ask: (from) => listUsers(from, { ...page, search: "li mari" }) },
  { name: "users found by words of many", ask: (from) => listUsers(from, { ...far, search: "üte crowd", sort: "lastName" }) },
  { name: "users found by the beginning of an id", ask: (from) => listUsers(from, { ...page, search: "usr_0aZ" }) },
  { name: "devices online", ask: (from) => listAllDevices(from, { ...page, status: "online" }) },
  { name: "devices that are on", ask: (from) => listAllDevices(from, { ...page, relayState: "on" }) },
  { name: "devices of somebody", ask: (from) => listAllDevices(from, { ...page, ownerId: "usr_a" }) },
  { name: "devices found by a part of a serial number", ask: (from) => listAllDevices(from, { ...page, search: "SIM0" }) },
  { name: "devices found by what many are called", ask: (from) => listAllDevices(from, { ...page, search: "crOWD" }) },
  {
    name: "devices online that are called so",
    ask: (from) => listAllDevices(from, { ...page, search: "crowd", status: "online", sort: "status" }),
  },
  { name: "devices found by words in any order", ask: (from) => listAllDevices(from, { ...page, search: "sim0 dev" }) },
  { name: "devices found by an owner's id", ask: (from) => listAllDevices(from, { ...page, search: "usr_0aZ" }) },
  { name: "users after one", ask: (from) => usersAfter(from, {}, { after, limit: 50 }) },
  { name: "devices after one", ask: (from) => devicesAfter(from, {}, { after, limit: 50 }) },
  { name: "the bin of users", ask: (from) => deletedUsers(from, page) },
  { name: "the bin of devices", ask: (from) => deletedDevices(from, page) },
  { name: "the log", ask: (from) => findActivity(from, {}, { ...page, before: entry }) },
  { name: "the log of somebody", ask: (from) => findActivity(from, { userId: "usr_a" }, page) },
  { name: "the log of a device in a time", ask: (from) => findActivity(from, { deviceId: "dev_a", from: 1, until: 2 }, page) },
  { name: "errors in the log", ask: (from) => findActivity(from, { type: "error", search: "pump" }, { ...page, before: entry }) },
  { name: "the length of the log", ask: (from) => countActivityOf(from, {}) },
  { name: "the length of somebody's log", ask: (from) => countActivityOf(from, { userId: "usr_a" }) },
  {
    name: "the length of a device's log in a time",
    ask: (from) => countActivityOf(from, { deviceId: "dev_a", from: 1, until: 2 }),
  },
  { name: "how many errors tell of something", ask: (from) => countActivityOf(from, { type: "error", search: "pump" }) },
  { name: "the figures above the lists", ask: countAll },
  { name: "how many are connected and not heard", ask: countConnected },
  { name: "the audit", ask: (from) => findAudit(from, {}, { limit: 50, before: 99 }) },
  { name: "the audit of somebody", ask: (from) => findAudit(from, { actorId: "usr_a" }, { limit: 50 }) },
  { name: "the audit of a thing", ask: (from) => findAudit(from, { subjectId: "dev_a" }, { limit: 50 }) },
  { name: "an action in the audit", ask: (from) => findAudit(from, { action: "a.b" }, { limit: 50 }) },
  { name: "a time in the audit", ask: (from) => findAudit(from, { from: 1, until: madeAt }, { limit: 50 }) },
  { name: "the audit's actions", ask: auditActions },
  { name: "mails that failed", ask: (from) => mailsOf(from, { state: "failed", limit: 50 }) },
  { name: "mails that wait", ask: (from) => mailsOf(from, { state: "waiting", limit: 50 }) },
  { name: "one mail", ask: (from) => findMail(from, "m1") },
  { name: "how many mails wait", ask: countMails },
  { name: "since when a mail waits", ask: oldestWaitingMail },
  { name: "how many commands are open", ask: countOpenCommands },
  { name: "the breaks of a day", ask: (from) => listGaps(from, { from: 1, to: madeAt, limit: 1_000 }) },
  { name: "who listens", ask: (from) => findLease(from, "listener") },
];

let open: TestStore | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** Some of everything, so that each question goes on to its last statement, and a crowd of one name. */
async function filled(fresh: TestStore): Promise<TestStore> {
  open = fresh;
  const { store } = fresh;
  const user = await storedUser(store, { firstName: "Maria" });
  await storedDevice(store, { ownerId: user.id, serialNumber: "P0SIM0001" });
  const numbers = Array.from({ length: crowd }, (_, number) => number);
  await store.write(async (tx) => {
    await insertActivity(tx, { id: newId("activity", random), timestamp: madeAt, message: "pump", type: "error" });
    await appendAudit(tx, { at: 1, actorKind: "user", actorId: "usr_a", action: "a.b" });
    await tx.db.insert(tx.t.users).values(numbers.map(() => aUser({ firstName: "Crowd", lastName: "Üte" })));
    await tx.db.insert(tx.t.devices).values(numbers.map(() => ({ ...aDevice({ name: "Crowd" }), status: "online" as const })));
  });
  return fresh;
}

describe("[D0.12] no question of the console reads whole tables", () => {
  test.each([
    { dialect: "SQLite", fresh: openTestStore },
    { dialect: "Postgres", fresh: openTestPostgresStore },
  ])("on $dialect", async ({ fresh }) => {
    const { url } = await filled(await fresh());
    const explained = openExplained(url);
    const wrong: string[] = [];
    try {
      for (const { name, ask } of questions) {
        await ask(explained.read);
        wrong.push(...(await explained.fullScans()).map((scan) => `${name}: ${scan}`));
        await ask(explained.read);
        // What few rows fit is sorted in passing; so is what one person owns.
        const sorted = (await explained.plans()).filter(
          ({ text, lines }) => sorts(lines) && !/ in \(|"owner_id" =| false/.test(text),
        );
        wrong.push(...sorted.map(({ text }) => `${name} is sorted: ${text}`));
      }
    } finally {
      await explained.close();
    }
    expect(wrong).toEqual([]);
  });
});

/** Postgres sorts the few rows of a test where it would go along an index through many. */
function sorts(lines: readonly string[]): boolean {
  return lines.some((line) => line.includes("TEMP B-TREE"));
}
