/** What an administrator tries that the door refuses by itself is in the audit; of anybody else nothing is. [AD-8] */
import { endAdminSessions } from "@relaydeck/db/admin/store";
import { listAudit, verifyAudit } from "@relaydeck/db/audit/store";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { csvPaths } from "../rest/csv-routes.ts";
import { adminBrowser } from "../testing/admins.ts";
import { dumpOf } from "../testing/database-dump.ts";
import type { Asked, Browser } from "../testing/http-client.ts";
import { addPerson } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";

const foreign = { origin: "http://evil.example" };
const json = { "content-type": "application/json" };
const user = `/api/admin/users/usr_${"0".repeat(22)}`;
const poisoned = { text: '{"__proto__":{"emailVerified":"hidden-words"}}', headers: json } satisfies Asked;
const twoActs = "/trpc/admin.removeUser,admin.users,admin.hidden-words,admin%2EupdateUser,admin.removeUser?batch=1";

interface Refused {
  readonly why: string;
  readonly call: readonly [method: string, path: string, asked: Asked];
  readonly status: number;
  readonly code: string;
  readonly acts: readonly string[];
}
const refused: readonly Refused[] = [
  { why: "another origin", call: ["DELETE", user, { headers: foreign }], ...origin(), acts: ["admin.removeUser"] },
  { why: "no origin", call: ["DELETE", user, { headers: { origin: null } }], ...origin(), acts: ["admin.removeUser"] },
  {
    why: "a sign-out from there",
    call: ["POST", "/api/admin/logout", { headers: foreign }],
    ...origin(),
    acts: ["admin.logout"],
  },
  { why: "a batch", call: ["POST", twoActs, { headers: foreign }], ...origin(), acts: ["admin.removeUser", "admin.updateUser"] },
  { why: "a dangerous key", call: ["PATCH", user, poisoned], ...invalid(), acts: ["admin.updateUser"] },
  { why: "the same over tRPC", call: ["POST", "/trpc/admin.updateUser", poisoned], ...invalid(), acts: ["admin.updateUser"] },
  { why: "half a body", call: ["PATCH", user, { text: "{", headers: json }], ...invalid(), acts: ["admin.updateUser"] },
  {
    why: "another type",
    call: ["POST", "/api/analytics/sync-metrics", { text: "a=b", headers: { "content-type": "text/plain" } }],
    ...{ status: 415, code: "UNSUPPORTED_MEDIA_TYPE", acts: ["analytics.syncMetrics"] },
  },
  {
    why: "too much",
    call: ["PATCH", user, { body: { firstName: "x".repeat(70_000) } }],
    ...{ status: 413, code: "BODY_TOO_LARGE", acts: ["admin.updateUser"] },
  },
  {
    why: "a batch that is too long",
    call: ["POST", `/trpc/${Array.from({ length: 12 }, () => "admin.removeUser").join(",")}?batch=1`, { body: {} }],
    ...{ ...unknown(), acts: ["admin.removeUser"] },
  },
  {
    why: "an id that is too long",
    call: ["DELETE", `/api/admin/users/${"x".repeat(201)}`, {}],
    ...{ ...unknown(), acts: ["admin.removeUser"] },
  },
  { why: "another method", call: ["PUT", user, { body: {} }], ...method(), acts: ["PUT /api/admin/users/{userId}"] },
];

function origin() {
  return { status: 403, code: "ORIGIN_REFUSED" };
}
function unknown() {
  return { status: 404, code: "NOT_FOUND" };
}
function method() {
  return { status: 405, code: "METHOD_NOT_ALLOWED" };
}
function invalid() {
  return { status: 400, code: "VALIDATION" };
}

describe.each(["sqlite", "postgres"] as const)("refused at the door, on %s", (database) => {
  let product: Product;
  let close: () => Promise<void>;
  let admin: Browser;
  beforeAll(async () => {
    ({ product, close } = await startProduct({ database }));
  });
  afterAll(() => close());
  beforeEach(async () => {
    admin = await adminBrowser(product);
  });
  const rows = async () => (await listAudit(product.store.read, { limit: 500 })).toReversed();

  test.each(refused)("[AD-8] $why is one row for each act, with its code, of what was sent nothing", async (tried) => {
    const before = (await rows()).length;
    expect((await admin.call(...tried.call)).status).toBe(tried.status);
    const told = (await rows()).slice(before);
    expect(told).toMatchObject(
      tried.acts.map((procedure) => ({
        ...{ action: "admin.act-refused", actorKind: "admin", after: { procedure, code: tried.code } },
        door: tried.call[1].startsWith("/trpc") ? "trpc" : "rest",
      })),
    );
    expect(JSON.stringify(told)).not.toContain("hidden-words");
  });

  test.each(csvPaths)("[AD-8, EX-2] an export at %s that is refused for what it asks", async (path) => {
    const before = (await rows()).length;
    expect((await admin.call("GET", `${path}?hidden-words=x`, {})).status).toBe(400);
    const told = (await rows()).slice(before);
    expect(told).toMatchObject([{ action: "admin.act-refused", after: { procedure: `GET ${path}`, code: "VALIDATION" } }]);
    expect(JSON.stringify(told)).not.toContain("hidden-words");
    const { browser: person } = await addPerson(product);
    const dump = await dumpOf(product.store);
    for (const browser of [person, product.browser()]) expect((await browser.get(`${path}?x=x`)).status).toBe(401);
    expect(await dumpOf(product.store)).toBe(dump);
  });

  test("[AD-8] without a session that holds nothing is stored", async () => {
    const { browser: person } = await addPerson(product);
    const ended = await adminBrowser(product);
    await product.store.write((tx) => endAdminSessions(tx, { endedBy: Number.MAX_SAFE_INTEGER }));
    const before = await dumpOf(product.store);
    for (const { call, status } of refused)
      for (const browser of [ended, person, product.browser({ ...Object.fromEntries(ended.cookies), other: "x" })]) {
        // Without the cookie it is no call of administration, and where a call may come from nowhere it needs a session.
        const expected = browser === person && call[2].headers === refused[1]?.call[2].headers ? 401 : status;
        expect([call[1], (await browser.call(...call)).status]).toEqual([call[1], expected]);
      }
    expect(await dumpOf(product.store)).toBe(before);
  });

  test("[AD-8] neither is a sign-in that is nonsense, by whomever, nor what is no act", async () => {
    const before = await dumpOf(product.store);
    for (const browser of [product.browser(), admin]) {
      const bodies = [{ body: { password: ["hidden-words"] } }, { text: '{"password":"hidden-words', headers: json }, poisoned];
      for (const path of ["/api/admin/login", "/trpc/admin.login"])
        for (const asked of bodies) expect((await browser.call("POST", path, asked)).status).toBe(400);
    }
    for (const path of ["/trpc/admin.users", "/trpc/admin.hidden-words", "/api/auth/logout", "/api/admin/none"])
      expect((await admin.call("POST", path, { headers: foreign })).status).toBe(403);
    expect(await dumpOf(product.store)).toBe(before);
  });

  test("[AD-8] 30 rows an hour tell of one person's, and the chain holds", async () => {
    for (let times = 0; times < 32; times += 1) await admin.call("DELETE", user, { headers: foreign });
    expect((await rows()).filter(({ action }) => action === "admin.act-refused")).toHaveLength(30);
    expect(await verifyAudit(product.store)).toMatchObject({ ok: true });
  });
});
