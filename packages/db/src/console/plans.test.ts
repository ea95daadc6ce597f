/** How the console's questions are answered: along an index, whatever there is of rows. The plans are the databases' own words. */
import { newId } from "@relaydeck/contract/ids";
import { afterEach, describe, expect, test } from "vitest";
import postgres from "postgres";
import { deletedDevices, deletedUsers, devicesAfter, listAllDevices, listUsers, usersAfter } from "../admin/lists.ts";
import { insertActivity } from "../activity/store.ts";
import { appendAudit } from "../audit/store.ts";
import { openConnection } from "../sqlite/connection.ts";
import { filePath } from "../sqlite/file.ts";
import type { ReadDb, Reader } from "../store.ts";
import { madeAt, random, storedDevice, storedUser } from "../testing/rows.ts";
import { openTestPostgresStore, openTestStore, type TestStore } from "../testing/stores.ts";
import { findActivity } from "./activity.ts";
import { auditActions, findAudit } from "./audit.ts";

interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The same reader, and every select that is asked of it. */
function recording({ t, db }: Reader): { reader: Reader; statements: () => Statement[] } {
  const asked: { toSQL(): Statement }[] = [];
  const select = ((...fields: Parameters<ReadDb["select"]>) => {
    const builder = db.select(...fields);
    const from = builder.from.bind(builder);
    return Object.assign(builder, {
      from(...source: Parameters<typeof from>) {
        const query = from(...source);
        asked.push(query as unknown as { toSQL(): Statement });
        return query;
      },
    });
  }) as ReadDb["select"];
  const recorder: ReadDb = { select, selectDistinct: db.selectDistinct.bind(db), $count: db.$count.bind(db) };
  return { reader: { t, db: recorder }, statements: () => asked.map((query) => query.toSQL()) };
}

const page = { limit: 50, offset: 0 };
const far = { limit: 50, offset: 90_000 };
const after = { createdAt: madeAt, id: "usr_m" };
const entry = { timestamp: madeAt, id: "act_m" };
const tables = /\b(users|devices|activity_logs|audit_log)\b/;

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
  { name: "users found by the beginning of an id", ask: (from) => listUsers(from, { ...page, search: "usr_0aZ" }) },
  { name: "devices online", ask: (from) => listAllDevices(from, { ...page, status: "online" }) },
  { name: "devices that are on", ask: (from) => listAllDevices(from, { ...page, relayState: "on" }) },
  { name: "devices of somebody", ask: (from) => listAllDevices(from, { ...page, ownerId: "usr_a" }) },
  { name: "devices found by a part of a serial number", ask: (from) => listAllDevices(from, { ...page, search: "SIM0" }) },
  { name: "devices found by an owner's id", ask: (from) => listAllDevices(from, { ...page, search: "usr_0aZ" }) },
  { name: "users after one", ask: (from) => usersAfter(from, {}, { after, limit: 50 }) },
  { name: "devices after one", ask: (from) => devicesAfter(from, {}, { after, limit: 50 }) },
  { name: "the bin of users", ask: (from) => deletedUsers(from, page) },
  { name: "the bin of devices", ask: (from) => deletedDevices(from, page) },
  { name: "the log", ask: (from) => findActivity(from, {}, { ...page, before: entry }) },
  { name: "the log of somebody", ask: (from) => findActivity(from, { userId: "usr_a" }, page) },
  { name: "the log of a device in a time", ask: (from) => findActivity(from, { deviceId: "dev_a", from: 1, until: 2 }, page) },
  { name: "errors in the log", ask: (from) => findActivity(from, { type: "error", search: "pump" }, { ...page, before: entry }) },
  { name: "the audit", ask: (from) => findAudit(from, {}, { limit: 50, before: 99 }) },
  { name: "the audit of somebody", ask: (from) => findAudit(from, { actorId: "usr_a" }, { limit: 50 }) },
  { name: "the audit of a thing", ask: (from) => findAudit(from, { subjectId: "dev_a" }, { limit: 50 }) },
  { name: "an action in the audit", ask: (from) => findAudit(from, { action: "a.b" }, { limit: 50 }) },
  { name: "a time in the audit", ask: (from) => findAudit(from, { from: 1, until: madeAt }, { limit: 50 }) },
  { name: "the audit's actions", ask: auditActions },
];

let open: TestStore | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** Some of everything, so that each question goes on to its last statement. */
async function filled(fresh: TestStore): Promise<TestStore> {
  open = fresh;
  const user = await storedUser(fresh.store, { firstName: "Maria" });
  await storedDevice(fresh.store, { ownerId: user.id, serialNumber: "P0SIM0001" });
  await fresh.store.write(async (tx) => {
    await insertActivity(tx, { id: newId("activity", random), timestamp: madeAt, message: "pump", type: "error" });
    await appendAudit(tx, { at: 1, actorKind: "user", actorId: "usr_a", action: "a.b" });
  });
  return fresh;
}

describe("[D0.12] no question of the console reads whole tables", () => {
  test("on SQLite", async () => {
    const { store, url } = await filled(await openTestStore());
    const connection = openConnection(filePath(url), { readonly: true });
    const scans: string[] = [];
    for (const { name, ask } of questions) {
      const { reader, statements } = recording(store.read);
      await ask(reader);
      for (const { sql, params } of statements()) {
        const plan = connection.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...params);
        const bad = plan.filter(
          ({ detail }) => detail.startsWith("SCAN") && tables.test(detail) && !/USING (COVERING )?INDEX/.test(detail),
        );
        scans.push(...bad.map(({ detail }) => `${name}: ${detail} in ${sql}`));
        // What few rows fit is sorted in passing; so is what one person owns.
        if (!/ in \(|"owner_id" =| false/.test(sql) && plan.some(({ detail }) => detail.includes("TEMP B-TREE")))
          scans.push(`${name}: sorts in ${sql}`);
      }
    }
    connection.close();
    expect(scans).toEqual([]);
  });

  test("on Postgres", async () => {
    const { store, url } = await filled(await openTestPostgresStore());
    const client = postgres(url, { max: 1, onnotice: () => {} });
    // A table of one row is read whole by choice; this shows whether there is another way.
    await client.unsafe("set enable_seqscan = off");
    const scans: string[] = [];
    for (const { name, ask } of questions) {
      const { reader, statements } = recording(store.read);
      await ask(reader);
      for (const { sql, params } of statements()) {
        const plan = await client.unsafe<{ "QUERY PLAN": string }[]>(`explain ${sql}`, [...params] as string[]);
        const bad = plan.map((line) => line["QUERY PLAN"]).filter((line) => /Seq Scan on/.test(line) && tables.test(line));
        scans.push(...bad.map((line) => `${name}: ${line.trim()} in ${sql}`));
      }
    }
    await client.end();
    expect(scans).toEqual([]);
  });
});
