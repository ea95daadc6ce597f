import { newId } from "@relaydeck/contract/ids";
import { and, eq, gt, lt } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertActivity } from "../activity/store.ts";
import { deviceSorts, userSorts } from "@relaydeck/contract/console";
import { devicesAfter, listAllDevices, listUsers, usersAfter, type After, type Listed } from "../admin/lists.ts";
import { appendAudit } from "../audit/store.ts";
import { updateUser } from "../accounts/store.ts";
import type { Store } from "../store.ts";
import { aDevice, aUser, madeAt, random, storedDevice, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { countActivityOf, findActivity, looksAtMost, type ActivityFilter } from "./activity.ts";
import { auditActions, findAudit, type AuditFilter } from "./audit.ts";

describeOnBothStores("what administrators look for", (fresh) => {
  test("[IN-9] a search is kept up with every change of a name, and knows quotes, dashes and short words as letters", async () => {
    const { store } = fresh();
    const { id } = await storedUser(store, { firstName: 'O"Neil-AND', lastName: "Li", email: "x@relaydeck.test" });
    const found = async (search: string) => (await listUsers(store.read, { limit: 9, offset: 0, search })).total;
    expect([await found('o"neil'), await found("neil-and li"), await found("Li"), await found("NEAR(")]).toEqual([1, 1, 1, 0]);
    await store.write((tx) => updateUser(tx, { id }, { firstName: "Marielle" }));
    expect([await found("neil"), await found("ARIEL"), await found(id.slice(0, 8)), await found("usr_")]).toEqual([0, 1, 1, 0]);
    await store.write((tx) => tx.db.delete(tx.t.users));
    expect(await found("ariel")).toBe(0);
  });

  test("[IN-9] words are found in any order, short ones too, and all of them are to be held", async () => {
    const { store } = fresh();
    const maria = await storedUser(store, { firstName: "Maria", lastName: "Lind", email: "m@relaydeck.test" });
    await storedUser(store, { firstName: "Maria", lastName: "Berg", email: "b@relaydeck.test" });
    const pump = await storedDevice(store, { name: "Pump house", serialNumber: "P0SIM0001" });
    await storedDevice(store, { name: "Pump", serialNumber: "P0SIM0002" });
    const people = async (search: string) =>
      (await listUsers(store.read, { limit: 9, offset: 0, search })).rows.map(({ id }) => id);
    const things = async (search: string) =>
      (await listAllDevices(store.read, { limit: 9, offset: 0, search })).rows.map(({ id }) => id);
    for (const search of ["lind maria", "  LIND\tmaria ", "li ma", "nd mari", "m@relay lind", "lind lind"])
      expect([search, await people(search)]).toEqual([search, [maria.id]]);
    for (const search of ["house pump", "0001 pum", "pu 01"]) expect([search, await things(search)]).toEqual([search, [pump.id]]);
    expect([await people("lind berg"), await people("maria zz"), await things("pump gate")]).toEqual([[], [], []]);
    expect((await people(" ")).length).toBe(2);
  });

  test("[D0.12] a search that many rows fit is sorted, filtered, paged and counted as one that few fit", async () => {
    const { store } = fresh();
    const rows = Array.from({ length: 1_203 }, (_, index) => ({
      id: newId("user", random),
      email: `crowd${String(index).padStart(4, "0")}@relaydeck.test`,
      firstName: "Ärmel",
      lastName: index % 3 === 0 ? "Üte" : "Person",
      emailVerified: index % 2 === 0,
      createdAt: madeAt + index,
      updatedAt: madeAt,
    }));
    await store.write(async (tx) => {
      for (let from = 0; from < rows.length; from += 200) await tx.db.insert(tx.t.users).values(rows.slice(from, from + 200));
    });
    const asked = { limit: 2, offset: 1, search: "CROWD", sort: "email", order: "asc" } as const;
    const many = await listUsers(store.read, { ...asked, emailVerified: true });
    expect([many.total, ...many.rows.map(({ email }) => email.slice(0, 9))]).toEqual([602, "crowd0002", "crowd0004"]);
    expect((await listUsers(store.read, { ...asked, search: "Üte" })).total).toBe(401);
    expect((await listUsers(store.read, { ...asked, search: "Üte crowd" })).total).toBe(401);
    expect((await listUsers(store.read, { ...asked, search: "Person 3@ crowd" })).total).toBe(80);
    const cased = await listUsers(store.read, { ...asked, search: "äRMEL P" });
    expect([cased.total, ...cased.rows.map(({ email }) => email.slice(0, 9))]).toEqual([802, "crowd0002", "crowd0004"]);
    expect((await listUsers(store.read, { ...asked, search: "Ärm" })).total).toBe(1_203);
    const last = await listUsers(store.read, { limit: 5, offset: 1_200 });
    expect([last.total, ...last.rows.map(({ id }) => id)]).toEqual([1_203, ...[2, 1, 0].map((index) => rows[index]?.id)]);
    expect((await listUsers(store.read, { limit: 5, offset: 1_203 })).rows).toEqual([]);
    const seen: string[] = [];
    for (let after: After | null = null; ;) {
      const page: Awaited<ReturnType<typeof usersAfter>> = await usersAfter(
        store.read,
        { search: "crowd" },
        { after, limit: 500 },
      );
      seen.push(...page.map(({ id }) => id));
      after = page.at(-1) ?? null;
      if (page.length < 500) break;
    }
    expect(seen).toEqual(rows.map(({ id }) => id).toReversed());
    const gone = and(gt(store.t.users.email, "crowd0001"), lt(store.t.users.email, "crowd1202"));
    await store.write((tx) => tx.db.update(tx.t.users).set({ deletedAt: madeAt }).where(gone));
    expect((await listUsers(store.read, { ...asked, search: "crowd" })).total).toBe(2);
  });

  test("[D0.12] devices by state, by owner, by chosen ids", async () => {
    const { store } = fresh();
    const owner = await storedUser(store);
    const own = await storedDevice(store, { ownerId: owner.id, status: "online", relayState: "on" });
    const free = await storedDevice(store);
    const ids = async (filter: Parameters<typeof listAllDevices>[1] extends infer P ? Partial<P> : never) =>
      (await listAllDevices(store.read, { limit: 9, offset: 0, ...filter })).rows.map(({ id }) => id);
    expect(await ids({ status: "online" })).toEqual([own.id]);
    expect(await ids({ relayState: "unknown" })).toEqual([free.id]);
    expect(await ids({ ownerId: owner.id, search: own.serialNumber.toLowerCase() })).toEqual([own.id]);
    expect(await ids({ ownerId: null, status: "online" })).toEqual([]);
    expect((await devicesAfter(store.read, { ids: [free.id] }, { after: null, limit: 9 })).map(({ id }) => id)).toEqual([
      free.id,
    ]);
  });
});

describeOnBothStores("the audit of an instant", (fresh) => {
  test("[AD-8] is told whole, wherever the database keeps its rows", async () => {
    const { store } = fresh();
    for (const at of [madeAt - 1, madeAt, madeAt, madeAt, madeAt, madeAt, madeAt + 1])
      await store.write((tx) => appendAudit(tx, { at, actorKind: "system", action: "a.b" }));
    // Postgres may keep a row that was changed behind the others, in its indexes too.
    for (const number of [2, 3])
      await store.write(({ db, t }) => db.update(t.auditLog).set({ actorId: "usr_a" }).where(eq(t.auditLog.number, number)));
    const numbers = async (filter: AuditFilter) =>
      (await findAudit(store.read, filter, { limit: 9 })).rows.map(({ number }) => number);
    expect(await numbers({ from: madeAt, until: madeAt })).toEqual([6, 5, 4, 3, 2]);
    expect([await numbers({ from: madeAt }), await numbers({ until: madeAt })]).toEqual([
      [7, 6, 5, 4, 3, 2],
      [6, 5, 4, 3, 2, 1],
    ]);
  });
});

describeOnBothStores("the audit of a time", (fresh) => {
  test("[AD-8] is told whole, newest first, where rows are not in the order of time, as of stories that waited before they were stored", async () => {
    const { store } = fresh();
    for (const at of [madeAt + 50, madeAt - 20])
      await store.write((tx) => appendAudit(tx, { at, actorKind: "system", action: "a.b" }));
    const numbers = async (filter: AuditFilter) =>
      (await findAudit(store.read, { action: "a.b", ...filter }, { limit: 9 })).rows.map(({ number }) => number);
    expect(await numbers({ from: madeAt - 1_000 })).toEqual([1, 2]);
    expect(await numbers({ until: madeAt + 1_000 })).toEqual([1, 2]);
    expect([await numbers({ from: madeAt }), await numbers({ until: madeAt })]).toEqual([[1], [2]]);
    expect([await numbers({ from: madeAt - 20, until: madeAt + 49 }), await numbers({ from: madeAt + 51 })]).toEqual([[2], []]);
  });

  test("[AD-8] is told whole, page after page, however far and however often the clock was set back and forth", async () => {
    const { store } = fresh();
    const hourMs = 60 * 60_000;
    const hours = [0, 5, 800_000, 2, 3, 3, -900, 5];
    const rows = hours.map((hour, index) => ({ number: index + 1, at: madeAt + hour * hourMs, actorKind: index % 2 }));
    for (const { at, actorKind } of rows)
      await store.write((tx) => appendAudit(tx, { at, actorKind: String(actorKind), action: "a.b", subjectId: "dev_a" }));
    const times = [undefined, ...new Set(rows.map(({ at }) => at))];
    for (const filter of [{}, { subjectId: "dev_a" }, { action: "a.b", actorKind: "1" }])
      for (const from of times)
        for (const until of times) {
          const isIn = ({ at, actorKind }: (typeof rows)[number]) =>
            at >= (from ?? at) && at <= (until ?? at) && (!("actorKind" in filter) || actorKind === 1);
          const wanted = rows.filter(isIn).toSorted((a, b) => b.at - a.at || b.number - a.number);
          expect(await everyPage(store, { ...filter, from, until })).toEqual(wanted.map(({ number }) => number));
        }
  });
});

/** Numbers of all that is found, three rows at a time. */
async function everyPage({ read }: Store, filter: AuditFilter): Promise<number[]> {
  const numbers: number[] = [];
  for (let before: number | undefined; ;) {
    const found: Awaited<ReturnType<typeof findAudit>> = await findAudit(read, filter, { limit: 3, before });
    numbers.push(...found.rows.map(({ number }) => number));
    if (found.next === null) return numbers;
    before = found.next.number;
  }
}

describeOnBothStores("every order of a list", (fresh) => {
  test("[D0.12] tells each row on one page, in its order and in reverse, where few values sort too", async () => {
    const { store } = fresh();
    const numbers = Array.from({ length: 24 }, (_, number) => number);
    await store.write(async (tx) => {
      const created = (number: number) => ({ createdAt: madeAt + (number % 7) });
      const people = numbers.map((number) => ({ ...aUser({ emailVerified: number % 3 === 0 }), ...created(number) }));
      await tx.db
        .insert(tx.t.users)
        .values(people.map((user, number) => (number % 4 === 0 ? { ...user, authProvider: "google" as const } : user)));
      const states = { status: ["online", "offline", "connecting"], relayState: ["unknown", "off", "on"] } as const;
      const of = <State>(all: readonly State[], number: number) => all[number % 5 === 0 ? 0 : number % 3] as State;
      await tx.db.insert(tx.t.devices).values(
        numbers.map((number) => ({
          ...{ ...aDevice({ name: `D${number % 4}` }), ...created(number) },
          ...{ status: of(states.status, number), relayState: of(states.relayState, number + 1) },
        })),
      );
    });
    const orders = [
      ...(await everyOrderOf(userSorts, (page) => listUsers(store.read, page))),
      ...(await everyOrderOf(deviceSorts, (page) => listAllDevices(store.read, page))),
      ...(await everyOrderOf(deviceSorts, (page) => listAllDevices(store.read, { ...page, ownerId: null, status: "online" }))),
    ];
    for (const { name, paged, sorted } of orders) expect([name, paged]).toEqual([name, sorted]);
  });
});

/** Pages of seven, put together, and all rows as they are sorted here. */
async function everyOrderOf<Sort extends string>(
  sorts: readonly Sort[],
  list: (page: {
    sort: Sort;
    order: "asc" | "desc";
    limit: number;
    offset: number;
  }) => Promise<Listed<Record<Sort, unknown> & { id: string; createdAt: number }>>,
): Promise<{ name: string; paged: string[]; sorted: string[] }[]> {
  const orders = [];
  for (const sort of sorts)
    for (const order of ["asc", "desc"] as const) {
      const all = (await list({ sort, order, limit: 100, offset: 0 })).rows;
      const keyOf = (row: (typeof all)[number]) => [row[sort], row.createdAt, row.id];
      const paged: string[] = [];
      for (let offset = 0; offset < all.length; offset += 7)
        paged.push(...(await list({ sort, order, limit: 7, offset })).rows.map(({ id }) => id));
      const isCoarse = ["emailVerified", "authProvider", "status", "relayState"].includes(sort);
      const sorted = all.toSorted((a, b) => {
        const [one, other] = isCoarse
          ? [keyOf(a), keyOf(b)]
          : [
              [a[sort], a.id],
              [b[sort], b.id],
            ];
        return compared(one, other) * (order === "asc" ? 1 : -1);
      });
      orders.push({ name: `${sort}, ${order}`, paged, sorted: sorted.map(({ id }) => id) });
    }
  return orders;
}

function compared(one: readonly unknown[], other: readonly unknown[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] as string) < (other[at] as string) ? -1 : 1;
}

async function logged(store: Store, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, index) => ({
    id: newId("activity", random),
    timestamp: madeAt + index,
    message: index === 0 ? "needle" : "hay",
    type: index % 2 === 0 ? ("info" as const) : ("error" as const),
  }));
  for (let from = 0; from < count; from += 1_000)
    await store.write((tx) => insertActivity(tx, entries.slice(from, from + 1_000)));
}

describeOnBothStores("everybody's log", (fresh) => {
  test("[IN-9] a search looks through a bounded number of entries, says how far it came, and goes on from there", async () => {
    const { store } = fresh();
    await logged(store, looksAtMost + 5);
    const first = await findActivity(store.read, { search: "NEEDLE" }, { limit: 10 });
    expect([first.rows.length, first.next?.timestamp]).toEqual([0, madeAt + 5]);
    const second = await findActivity(store.read, { search: "NEEDLE" }, { limit: 10, before: first.next });
    expect([second.rows.map(({ entry }) => entry.message), second.next]).toEqual([["needle"], null]);
    const counted = async (filter: ActivityFilter, page = {}) => {
      const { total, lookedTo } = await countActivityOf(store.read, filter, page);
      return [total, lookedTo === null ? null : lookedTo.timestamp - madeAt];
    };
    expect(await counted({})).toEqual([looksAtMost + 5, null]);
    // What is beyond the look is not counted, and that is said; each look counts its own entries.
    expect(await counted({ search: "needle" })).toEqual([0, 5]);
    expect(await counted({ search: "needle" }, { before: first.next })).toEqual([1, null]);
    expect(await counted({ search: "needle" }, { order: "asc" })).toEqual([1, looksAtMost - 1]);
    expect(await counted({ type: "error" })).toEqual([looksAtMost / 2, 5]);
    expect(await counted({ search: "needle", until: madeAt + looksAtMost - 1 })).toEqual([1, null]);
    const oldest = await findActivity(store.read, { type: "error" }, { limit: 2, order: "asc" });
    expect(oldest.rows.map(({ entry }) => entry.timestamp - madeAt)).toEqual([1, 3]);
    const next = await findActivity(store.read, { type: "error" }, { limit: 1, order: "asc", before: oldest.next });
    expect(next.rows.map(({ entry }) => entry.timestamp - madeAt)).toEqual([5]);
    expect((await findActivity(store.read, { search: "edle ne" }, { limit: 1, before: first.next })).rows).toHaveLength(1);
    await store.write((tx) =>
      insertActivity(tx, { id: newId("activity", random), timestamp: madeAt + looksAtMost + 9, message: "Насос off, ünïcödé" }),
    );
    for (const search of ["насос", "НАСОС", "Насос", "ÜNÏCÖDÉ", "Ünïcödé off"])
      expect([search, (await findActivity(store.read, { search }, { limit: 9 })).rows.length]).toEqual([search, 1]);
    const span = await findActivity(store.read, { from: madeAt + 7, until: madeAt + 9 }, { limit: 10 });
    expect(span.rows.map(({ entry }) => entry.timestamp - madeAt)).toEqual([9, 8, 7]);
  });
});

describeOnBothStores("the audit of the console", (fresh) => {
  test("[AD-8, C10] filters by who, what, on what and when, alone and together, a page after another", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      for (let at = 1; at <= 6; at += 1)
        await appendAudit(tx, {
          at: at * 10,
          actorKind: at % 2 === 0 ? "admin" : "user",
          actorId: at % 2 === 0 ? "adm_a" : "usr_a",
          action: at > 4 ? "device.updated" : "user.updated",
          subjectKind: "user",
          subjectId: `usr_${at % 3}`,
        });
    });
    const numbers = async (filter: AuditFilter, page: { limit?: number; before?: number } = {}) =>
      (await findAudit(store.read, filter, { limit: 9, ...page })).rows.map(({ number }) => number);
    expect(await numbers({})).toEqual([6, 5, 4, 3, 2, 1]);
    expect([await numbers({}, { limit: 2 }), await numbers({}, { limit: 2, before: 5 })]).toEqual([
      [6, 5],
      [4, 3],
    ]);
    expect([await numbers({ actorKind: "admin" }), await numbers({ actorId: "usr_a" })]).toEqual([
      [6, 4, 2],
      [5, 3, 1],
    ]);
    expect([await numbers({ action: "device.updated" }), await numbers({ subjectId: "usr_0" })]).toEqual([
      [6, 5],
      [6, 3],
    ]);
    expect(await numbers({ from: 20, until: 40 })).toEqual([4, 3, 2]);
    expect([await numbers({ from: 61 }), await numbers({ until: 9 })]).toEqual([[], []]);
    expect(await numbers({ action: "user.updated", actorId: "adm_a", from: 15, until: 35 })).toEqual([2]);
    expect(await auditActions(store.read)).toEqual(["device.updated", "user.updated"]);
  });

  test("[AD-8] what no index tells is looked for in a bounded number of rows, and looking goes on from there", async () => {
    const { store } = fresh();
    const told = { actorKind: "user", actorId: "usr_a", subjectId: "dev_a", previousHash: "", hash: "" };
    const rows = Array.from({ length: looksAtMost + 5 }, (_, index) => ({
      ...{ ...told, number: index + 1, at: madeAt + index },
      action: index === 0 ? "a.needle" : "a.hay",
    }));
    for (let from = 0; from < rows.length; from += 1_000)
      await store.write((tx) => tx.db.insert(tx.t.auditLog).values(rows.slice(from, from + 1_000)));
    const filter = { subjectId: "dev_a", action: "a.needle" };
    const first = await findAudit(store.read, filter, { limit: 10 });
    expect([first.rows.length, first.next?.number, first.next?.at]).toEqual([0, 6, madeAt + 5]);
    const second = await findAudit(store.read, filter, { limit: 10, before: first.next?.number });
    expect([second.rows.map(({ number }) => number), second.next]).toEqual([[1], null]);
    const page = await findAudit(store.read, { action: "a.hay", actorKind: "user" }, { limit: 2 });
    expect([page.rows.map(({ number }) => number), page.next?.number]).toEqual([
      [looksAtMost + 5, looksAtMost + 4],
      looksAtMost + 4,
    ]);
    expect((await findAudit(store.read, { action: "a.needle" }, { limit: 2 })).rows).toHaveLength(1);
  });
});
