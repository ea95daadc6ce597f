import { rollUp } from "@relaydeck/api/analytics/roll-up";
import { Passwords } from "@relaydeck/api/accounts/passwords";
import { listAudit, verifyAudit } from "@relaydeck/db/audit/store";
import { openStore } from "@relaydeck/db/open";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "../demo/demo-seed.ts";
import { startProduct, type StartedProduct } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { CookieFile } from "./cookie-file.ts";
import { seedAll } from "./seed-all.ts";

describe.each(["sqlite", "postgres"] as const)("a seeding on %s", (database) => {
  let started: StartedProduct;
  let folder: string;
  let said: string;
  let cookies: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "relaydeck-seed-"));
    started = await startProduct({ database });
    said = await seedThreePeople();
    cookies = readFileSync(join(folder, "cookies"), "utf8").trim().split("\n");
    // A start asks the cloud what it knows of devices.
    await started.product.restart();
  }, 180_000);
  afterAll(async () => {
    await started.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function seedThreePeople(): Promise<string> {
    const { product } = started;
    const file = join(folder, "cookies");
    const taken = CookieFile.begin(file, product.origin);
    if (!taken.ok) throw new Error(taken.error);
    // A store of its own, as another process would have.
    const store = await openStore({ url: product.settings.databaseUrl, clock: product.clock });
    const { databaseUrl } = product.settings;
    const deps = { ...product.deps, store, databaseUrl, passwords: new Passwords(product.deps) };
    const numbers = { results: 2_000, calls: 3_000, moves: 45 };
    const answer = await seedAll(deps, { users: 3, devices: 5, history: 1_203, ...numbers, sessionsFile: file }, taken.value);
    taken.value.finish();
    return answer;
  }

  function signedIn(number: number) {
    const [name = "", token = ""] = cookies[number]?.split("=") ?? [];
    return started.product.browser({ [name]: token });
  }

  test("says what it made, and gives each account a session in a file that others cannot read", async () => {
    expect(said.split("\n")).toEqual([
      `3 accounts: person1@seed.relaydeck.test … person3@seed.relaydeck.test, password "${demoPassword}".`,
      "5 devices: P0SIM0009 … P0SIM0013.",
      "1203 switches in the last 30 days.",
      "2000 results of switches in the last 30 days.",
      "3000 calls to the device cloud in the last 30 days.",
      "45 comings and goings in the last 30 days.",
      `3 cookies in ${join(folder, "cookies")}.`,
    ]);
    expect(statSync(join(folder, "cookies")).mode & 0o777).toBe(0o600);
    const emails = await Promise.all([0, 1, 2].map(async (number) => (await signedIn(number).get("/api/auth/user")).json));
    expect(emails).toMatchObject(
      [1, 2, 3].map((number) => ({ email: `person${number}@seed.relaydeck.test`, emailVerified: true })),
    );
  });

  test("the accounts sign in with the demo's password", async () => {
    const credentials = { email: "person2@seed.relaydeck.test", password: demoPassword };
    expect((await started.product.browser().post("/api/auth/login", credentials)).status).toBe(200);
  });

  test("the devices go round among the owners, and live where the cloud has them", async () => {
    const { product } = started;
    const list = async (number: number) =>
      (await signedIn(number).get("/api/devices")).json as { serialNumber: string; status: string }[];
    const lives = async () => (await list(0)).every(({ status }) => status === "online");
    await until(async () => {
      await product.advance(100);
      return lives();
    });
    expect((await list(0)).map(({ serialNumber }) => serialNumber).toSorted()).toEqual(["P0SIM0009", "P0SIM0012"]);
    expect((await list(2)).map(({ serialNumber }) => serialNumber)).toEqual(["P0SIM0011"]);
  });

  test("the history is in the rows that the product would have left, and its owner reads it", async () => {
    const { read } = started.product.store;
    const { t, db } = read;
    const counted = await Promise.all([t.relayCommands, t.relayHistory, t.activityLogs].map((table) => db.$count(table)));
    expect(counted).toEqual([1_203, 1_203 + 2_000, 1_203]);
    expect(await db.$count(t.deviceMetrics)).toBeGreaterThanOrEqual(1_203);
    const entries = (await signedIn(0).get("/api/activity-logs")).json as { message: string; timestamp: string }[];
    expect([entries.length, entries[0]?.message]).toEqual([100, expect.stringMatching(/^Relay \d turned (on|off), confirmed$/)]);
    const instants = entries.map(({ timestamp }) => Date.parse(timestamp));
    expect(Math.max(...instants)).toBeLessThan(started.product.clock.now());
  });

  test("[D26] results, calls, and comings and goings are there, and summed up", async () => {
    const { store, clock, settings } = started.product.deps;
    const { db, t } = store.read;
    const rows = await Promise.all([t.particleApiCalls, t.devicePresence].map((table) => db.$count(table)));
    expect(rows).toEqual([expect.toSatisfy((calls: number) => calls >= 3_000), expect.toSatisfy((moves: number) => moves >= 44)]);
    const sum = (await db.select().from(t.providerQuarters)).reduce((all, { calls }) => all + calls, 0);
    expect(sum).toBeGreaterThan(2_990);
    expect(await rollUp({ store, clock, settings })).toMatchObject({ days: 0 });
    expect(await db.$count(t.systemAnalytics)).toBeGreaterThanOrEqual(29);
  });

  test("[AD-8] it stands in the audit, and the chain holds", async () => {
    const { store } = started.product;
    const actions = (await listAudit(store.read, { limit: 10 })).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["seed.accounts", "seed.devices"]));
    expect(await verifyAudit(store)).toMatchObject({ ok: true });
  });

  test("a second seeding adds others", async () => {
    expect(await seedThreePeople()).toMatch(/person4@seed.* … person6@seed[^]*P0SIM0014 … P0SIM0018/);
  });
});

test("a seeding that fails leaves the file of cookies as it was", () => {
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-seed-"));
  const file = join(folder, "cookies");
  const first = CookieFile.begin(file, "http://localhost:3000");
  if (!first.ok) throw new Error(first.error);
  first.value.add(["one"]);
  first.value.finish();
  const second = CookieFile.begin(file, "https://relays.example.com");
  if (!second.ok) throw new Error(second.error);
  second.value.add(["two"]);
  second.value.discard();
  expect(readFileSync(file, "utf8")).toBe("relaydeck_session=one\n");
  expect(CookieFile.begin(join(folder, "absent", "cookies"), "http://localhost:3000")).toMatchObject({
    ok: false,
    error: expect.stringContaining("cannot be written"),
  });
  rmSync(folder, { recursive: true });
});
