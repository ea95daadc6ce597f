/**
 * Everything that an administrator does, at each of its doors: one row in the audit and one line in the log, by whom, to what,
 * from where, in which request, and of a refusal its code. What is new fails here until it has a line. [AD-8, LG-3]
 *
 * Signing in and out, where nobody is an administrator yet or any more, is told in packages/api/src/admin/admin-sign-in.test.ts.
 */
import { restRows } from "@relaydeck/contract/rest";
import { findFirstAdmin, updateAdmin } from "@relaydeck/db/admin/store";
import { listAudit, verifyAudit } from "@relaydeck/db/audit/store";
import { present } from "@relaydeck/kit/assert";
import { jsonLog } from "@relaydeck/kit/log";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acts, aPerson, nobody, type Act, type Input } from "../testing/admin-acts.ts";
import { adminBrowser } from "../testing/admins.ts";
import { restRequest } from "../testing/authorisation-requests.ts";
import { procedures } from "../testing/every-call.ts";
import type { Answer, Browser } from "../testing/http-client.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet } from "../testing/quiet.ts";

interface Line {
  readonly event: string;
  readonly requestId?: string;
  readonly adminId?: string;
  readonly code?: string;
}

let product: Product;
let close: () => Promise<void>;
let admin: Browser;
let adminId: string;
const lines: Line[] = [];
beforeAll(async () => {
  const log = jsonLog({ level: "info", now: () => 0, write: (line) => void lines.push(JSON.parse(line) as Line) });
  ({ product, close } = await startProduct({ log }));
  adminId = present(await findFirstAdmin(product.store.read), "Every start makes one").id;
});
afterAll(() => close());
beforeEach(async () => {
  admin = await adminBrowser(product);
});

/** Told in packages/api/src/admin/admin-sign-in.test.ts. */
const withoutSession = new Set(["admin.login", "admin.logout"]);

test("[AD-8] every call with which an administrator changes something has its line here", () => {
  const changing = [...procedures].flatMap(([name, { type }]) =>
    type === "mutation" && /^(admin|analytics)\./.test(name) && !withoutSession.has(name) ? [name] : [],
  );
  expect(new Set(Object.keys(acts))).toEqual(new Set(changing));
});

type Ask = (input: Input | undefined) => Promise<Answer>;

interface Door {
  readonly name: string;
  readonly door: "trpc" | "rest";
  readonly act: Act;
  readonly ask: Ask;
}

const doors: readonly Door[] = Object.entries(acts).flatMap(([name, act]): Door[] => [
  { name: `${name} over tRPC`, door: "trpc", act, ask: (input) => admin.mutate(name, input) },
  ...restRows
    .filter(({ procedure }) => procedure === name)
    .map((row): Door => {
      const ask: Ask = (input) => {
        const { method, path, body } = restRequest(row, input);
        return admin.call(method, path, body === undefined ? {} : { body });
      };
      return { name: `${row.method} ${row.path}`, door: "rest", act, ask };
    }),
]);

const lastNumber = async () => (await listAudit(product.store.read, { limit: 1 }))[0]?.number ?? 0;

/** Rows and lines since then that tell of this action. */
async function toldSince(number: number, action: string) {
  const rows = (await listAudit(product.store.read, { limit: 50 })).filter((row) => row.number > number);
  return { rows: rows.filter((row) => row.action === action), all: rows, told: lines.filter(({ event }) => event === action) };
}

describe.each(doors)("$name", ({ act, ask, door }) => {
  test("[AD-8, LG-3] is told once in the audit and once in the log", async () => {
    const { id, input } = await act.make({ product, admin, adminId });
    const before = await lastNumber();
    lines.splice(0);
    const said = await product.whileTimePasses(ask(input));
    expect([said.status, said.text]).toEqual([200, said.text]);
    const { rows, all } = await toldSince(before, act.action);
    expect(rows).toMatchObject([{ actorKind: "admin", actorId: adminId, subjectId: id, door, address: "127.0.0.1" }]);
    const { requestId } = present(rows[0], "There is one");
    expect(requestId).toMatch(/^req_/);
    // What follows from it, such as the devices of somebody who is deleted, is told as by the same hand.
    expect(all.filter((row) => row.actorId !== adminId || row.requestId !== requestId)).toEqual([]);
    expect(JSON.stringify(all)).not.toMatch(/Secretname|@relaydeck|token(?!s":\{"ended":\d)/i);
    const ofRequest = lines.filter((line) => line.requestId === requestId && line.adminId !== undefined);
    expect(ofRequest.map((line) => line.adminId)).toEqual([adminId]);
    expect(JSON.stringify(lines)).not.toMatch(/Secretname|@relaydeck/);
  });
});

const refusable = doors.flatMap((door) => Object.entries(door.act.refused).map(([why, make]) => ({ ...door, why, make })));

test.each(refusable)(
  "[AD-8, LG-3] $name is told once with its code when it is refused: $why",
  async ({ act, ask, door, why, make }) => {
    const input = await make({ product, admin, adminId });
    const before = await lastNumber();
    lines.splice(0);
    await product.whileTimePasses(ask(input));
    const [code] = why.split(" ");
    const action = `${act.tried ?? act.action}-refused`;
    const { all, told } = await toldSince(before, action);
    expect(all).toMatchObject([{ action, actorKind: "admin", actorId: adminId, door, after: { code } }]);
    expect(told).toMatchObject([{ adminId, code, requestId: all[0]?.requestId }]);
  },
);

/** What no act takes, whatever it is about. */
const nonsense = { userId: "x", deviceId: "x", id: "x", userIds: "x", deviceIds: "x", people: "x", devices: "x" };

const takesSomething = doors.filter(({ act }) => act.action !== "metrics.synced");

test.each(takesSomething)(
  "[AD-8, LG-3] $name is told with its code when what is sent is nonsense",
  async ({ act, ask, door }) => {
    const before = await lastNumber();
    lines.splice(0);
    const { status } = await ask(nonsense);
    // An id that is none, in a path, is of nothing.
    const [code, action] = status === 404 ? ["NOT_FOUND", `${act.action}-refused`] : ["VALIDATION", "admin.act-refused"];
    const { all: rows } = await toldSince(before, action);
    expect(rows).toMatchObject([{ action, actorKind: "admin", actorId: adminId, door, after: { code } }]);
    expect(lines.filter(({ event }) => event === action)).toMatchObject([{ adminId, code, requestId: rows[0]?.requestId }]);
  },
);

test("[AD-8, AD-2] acts while a generated password stands are told by name and code, and 30 rows an hour tell of one person's", async () => {
  await product.store.write((tx) => updateAdmin(tx, adminId, { mustChangePassword: true, updatedAt: product.clock.now() }));
  const newcomer = await adminBrowser(product, { isDemo: false });
  const before = await lastNumber();
  const tried = { procedure: "admin.updateUser", code: "PASSWORD_CHANGE_REQUIRED" };
  for (let times = 0; times < 35; times += 1) expect((await newcomer.mutate(tried.procedure, nobody)).status).toBe(403);
  const { all } = await toldSince(before, "admin.act-refused");
  expect(all.length).toBeGreaterThan(0);
  expect(all).toMatchObject(all.map(() => ({ action: "admin.act-refused", actorId: adminId, after: tried })));
  const ofHour = (await listAudit(product.store.read, { limit: 500 })).filter(({ action }) => action === "admin.act-refused");
  expect(ofHour).toHaveLength(30);
});

test("[AD-8, D28] a sync that the cloud answers not is told with its code", async () => {
  await product.cutCloud();
  const before = await lastNumber();
  lines.splice(0);
  await product.whileTimePasses(admin.mutate("analytics.syncMetrics"));
  const { rows, told } = await toldSince(before, "metrics.synced-refused");
  expect(rows).toMatchObject([{ actorId: adminId, after: { code: "PROVIDER_UNAVAILABLE" } }]);
  expect(told).toMatchObject([{ adminId, code: "PROVIDER_UNAVAILABLE" }]);
  await product.restoreCloud();
});

test.each(["users", "devices", "activity", "audit", "fleet"])(
  "[LG-3, AD-8] the list of %s as a file is told in both, without what was searched for",
  async (list) => {
    const before = await lastNumber();
    lines.splice(0);
    const path = { activity: "admin/activity-logs", fleet: "analytics/fleet" }[list] ?? `admin/${list}`;
    const query = list === "audit" ? "actorId=hidden-words" : "search=hidden-words";
    expect((await admin.get(`/api/${path}.csv?${query}`)).status).toBe(200);
    const { rows, told } = await toldSince(before, `${list}.exported`);
    expect(rows).toMatchObject([
      { actorId: adminId, door: "rest", after: { filteredBy: [list === "audit" ? "actorId" : "search"] } },
    ]);
    expect(told).toMatchObject([{ adminId, requestId: rows[0]?.requestId }]);
    expect(JSON.stringify([rows, lines])).not.toContain("hidden-words");
  },
);

test("[LG-3] no name that an administrator gives makes a line of its own, or colours one", async () => {
  const { userId } = await aPerson({ product });
  lines.splice(0);
  for (const firstName of ['a\r\n{"event":"forged"}', "\u001B[31mred", "a\u2028b", "\u202Eevil"])
    expect((await admin.mutate("admin.updateUser", { userId, firstName })).status).toBe(400);
  expect((await admin.mutate("admin.updateUser", { userId, firstName: '","event":"forged' })).status).toBe(200);
  await quiet();
  expect(lines.map(({ event }) => event)).not.toContain("forged");
});

test("[AD-8] after all of it the chain holds", async () => {
  expect(await verifyAudit(product.store)).toMatchObject({ ok: true });
});
