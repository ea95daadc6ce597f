/** How tokens are made and kept, and how the doors take one: in the header, from anywhere, and never in an address. [SE-1, SE-8, XS-1] */
import { CreatedToken, mostTokensPerUser, Token } from "@relaydeck/contract/tokens";
import { listAudit } from "@relaydeck/db/audit/store";
import { listApiTokens } from "@relaydeck/db/sessions/api-tokens";
import { present } from "@relaydeck/kit/assert";
import { jsonLog } from "@relaydeck/kit/log";
import { listMails } from "@relaydeck/mail/outbox";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { addDevice, addPerson, signedIn, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { addProgram, TokenBearer, watchProgram } from "../testing/programs.ts";
import { RawSocket } from "../testing/raw-socket.ts";
import { dataOf } from "../testing/seeing.ts";

let product: Product;
let close: () => Promise<void>;
let maria: Person;
const lines: string[] = [];
beforeAll(async () => {
  const log = jsonLog({ level: "debug", now: () => 0, write: (line) => void lines.push(line) });
  ({ product, close } = await startProduct({ log, environment: { STRICT_ORIGIN: "1" } }));
  maria = await addPerson(product);
});
afterAll(() => close());

const create = (person: Person, wish: object) =>
  person.browser.mutate("auth.createToken", { name: "CI", scope: "read", ...wish });
const refusal = (answer: { json: unknown }) =>
  (answer.json as { error: { data: { code: string; issues?: unknown } } }).error.data;
const listOf = async (person: Person) => z.array(Token).parse(dataOf(await person.browser.query("auth.tokens")));

describe("a new token", () => {
  test("[SE-1, SE-8] is shown once: kept as a hash, in no list, mail, audit row or log line", async () => {
    const alex = await addPerson(product);
    const answer = await create(alex, { name: "Night watch", expiresAt: "2027-01-01T00:00:00+01:00" });
    const { token, message, ...shown } = CreatedToken.parse(dataOf(answer));
    expect([token, message]).toEqual([expect.stringMatching(/^rd_[A-Za-z0-9_-]{43}$/), "Token created"]);
    expect(await listOf(alex)).toEqual([shown]);
    expect(shown).toMatchObject({ name: "Night watch", scope: "read", deviceIds: null, expiresAt: "2026-12-31T23:00:00.000Z" });
    const kept = await listApiTokens(product.store.read, alex.userId);
    expect(kept.map(({ hash }) => hash)).toEqual([createHash("sha256").update(token).digest("hex")]);
    await new TokenBearer(product.origin, token).get("/api/devices");
    const mail = present(
      (await listMails(product.store)).find(({ to }) => to === alex.email),
      "A notice goes out",
    );
    expect(mail.text).toContain("Name: Night watch\nMay: only read\n");
    const everything = [lines, kept, mail, await listAudit(product.store.read, { limit: 100 })];
    expect(JSON.stringify(everything)).not.toContain(token.slice(3));
  });

  test("[AC-8] takes a young sign-in or the password, because it outlives the session it is made in", async () => {
    const alex = await addPerson(product);
    await product.age(5 * 60_000);
    expect(refusal(await create(alex, {}))).toMatchObject({ code: "REAUTHENTICATE" });
    expect(refusal(await create(alex, { currentPassword: "not the password" }))).toMatchObject({ code: "REAUTHENTICATE" });
    expect((await create(await signedIn(product, alex), {})).status).toBe(200);
    expect(await listOf(alex)).toHaveLength(1);
  });

  test.each([
    ["a past end", { expiresAt: "2026-01-01T00:00:00Z" }, "EXPIRY_PAST"],
    ["an end without offset", { expiresAt: "2027-01-01T00:00:00" }, "VALIDATION"],
    ["no name", { name: " " }, "VALIDATION"],
    ["no devices", { deviceIds: [] }, "VALIDATION"],
    ["another scope", { scope: "owner" }, "VALIDATION"],
    ["a field of its own", { hash: "x" }, "VALIDATION"],
    ["a device of nobody's", { deviceIds: [`dev_${"0".repeat(22)}`] }, "NOT_FOUND"],
  ])("with %s is refused: %j", async (_what, wish, code) => {
    const alex = await addPerson(product);
    expect(refusal(await create(alex, wish))).toMatchObject({ code });
    expect(await listOf(alex)).toEqual([]);
  });

  test("[AZ-3] names no device that its owner does not see, and another's token cannot be revoked", async () => {
    const alex = await addPerson(product);
    const device = await addDevice(product, maria);
    expect(refusal(await create(alex, { deviceIds: [device.id] }))).toMatchObject({ code: "NOT_FOUND" });
    const { tokenId, browser } = await addProgram(product, maria);
    expect(refusal(await alex.browser.mutate("auth.revokeToken", { tokenId }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await browser.get("/api/devices")).status).toBe(200);
  });

  test("beyond 20 of one user is refused, also of many at once", async () => {
    const alex = await addPerson(product);
    const answers = await Promise.all(Array.from({ length: mostTokensPerUser + 5 }, () => create(alex, {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(mostTokensPerUser);
    expect(answers.filter(({ status }) => status === 409).map((answer) => refusal(answer).code)).toEqual(
      Array(5).fill("LIMIT_REACHED"),
    );
    const [first] = await listOf(alex);
    await alex.browser.mutate("auth.revokeToken", { tokenId: first?.id });
    expect((await create(alex, {})).status).toBe(200);
  });
});

describe("the doors", () => {
  const foreign = { origin: "http://evil.example", "sec-fetch-site": "cross-site" };

  test("[XS-1] only a token's call is spared the rule of origins: from anywhere, also where the rule is strict", async () => {
    const { browser, token } = await addProgram(product, maria);
    const check = (headers: Record<string, string | null>) =>
      product.browser().post("/api/relay-command", {}, { origin: null, ...headers });
    const authorization = `Bearer ${token}`;
    expect((await browser.post("/api/relay-command", {})).status).toBe(400);
    expect((await check({ authorization, ...foreign })).status).toBe(400);
    const others = [{}, { authorization: "Bearer x" }, { authorization: `Basic ${token}` }, { authorization, cookie: "a=b" }];
    for (const headers of others) {
      const answer = await check({ ...foreign, ...headers });
      expect([answer.status, (answer.json as { code: string }).code]).toEqual([403, "ORIGIN_REFUSED"]);
    }
    expect((await check({})).status).toBe(403);
  });

  test("[XS-1] a token that does not hold passes no call, not even one that needs nobody signed in", async () => {
    const { browser, tokenId } = await addProgram(product, maria);
    await maria.browser.mutate("auth.revokeToken", { tokenId });
    const login = { email: maria.email, password: "x" };
    for (const bearer of [browser, new TokenBearer(product.origin, `rd_${"x".repeat(43)}`)]) {
      expect((await bearer.get("/api/devices")).status).toBe(401);
      expect((await bearer.query("devices.list")).status).toBe(401);
      expect((await bearer.post("/api/auth/login", login)).json).toMatchObject({ code: "SESSION_REQUIRED" });
      expect((await bearer.mutate("auth.login", login)).json).toMatchObject({ code: "SESSION_REQUIRED" });
    }
  });

  test("a bearer is looked at alone: a cookie beside it opens nothing", async () => {
    const headers = { authorization: `Bearer rd_${"x".repeat(43)}` };
    expect((await maria.browser.get("/api/devices", headers)).status).toBe(401);
    expect((await maria.browser.get("/api/devices", { authorization: "Basic dXNlcjpwYXNz" })).status).toBe(200);
  });

  test("[SE-7] a malformed bearer is nobody, never an error, and no log line holds it", async () => {
    const canary = "canaryBearer";
    const broken = ["", canary, `rd_${canary}`, `${canary.repeat(400)}`, `rd_%00${canary}`, `rd_ü${canary}`, `rd_a rd_${canary}`];
    const asked = broken.map((text) => product.browser().get("/api/devices", { authorization: `Bearer ${text}` }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(broken.map(() => 401));
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
  });

  test("[WS-1] the socket takes a token in the handshake, from any origin, and refuses one that does not hold as plain HTTP", async () => {
    const program = await addProgram(product, maria);
    const viewer = await watchProgram(product, program);
    expect(viewer.items.map(({ item }) => item.kind)).toEqual(["snapshot"]);
    viewer.close();
    const open = async (headers: Record<string, string | null>) => (await RawSocket.open(product, null, headers).answer()).status;
    const authorization = `Bearer ${program.token}`;
    expect(await open({ authorization, origin: "http://evil.example" })).toBe(101);
    expect(await open({ authorization: `Bearer rd_${"x".repeat(43)}`, origin: null })).toBe(401);
    expect(await open({ authorization: "Bearer x", origin: "http://evil.example" })).toBe(403);
  });

  test("[SE-8] no address opens anything: a token in a path or a query is no token, and no log line holds it", async () => {
    const { token } = await addProgram(product, maria);
    const params = encodeURIComponent(JSON.stringify({ token, authorization: `Bearer ${token}` }));
    const names = ["token", "access_token", "api_key", "authorization"].map((name) => `${name}=${token}`);
    for (const query of [...names, `connectionParams=${params}`]) {
      expect((await product.browser().get(`/api/devices?${query}`)).status).toBe(401);
      expect((await product.browser().get(`/trpc/devices.list?${query}`)).status).toBe(401);
      expect((await RawSocket.open(product, null, { path: `/trpc?${query}` }).answer()).status).toBe(401);
    }
    expect(lines.some((line) => line.includes('"path":"/api/devices"'))).toBe(true);
    expect(lines.filter((line) => line.includes(token.slice(3)))).toEqual([]);
  });

  test("a token's last use is written at most once a minute", async () => {
    const alex = await addPerson(product);
    const { browser } = await addProgram(product, alex);
    const usedAt = async () => (await listOf(await signedIn(product, alex)))[0]?.lastUsedAt;
    expect(await usedAt()).toBeNull();
    await browser.get("/api/devices");
    const first = await usedAt();
    expect(first).toBe(new Date(product.clock.now()).toISOString());
    await product.advance(59_000);
    await browser.get("/api/devices");
    expect(await usedAt()).toBe(first);
    await product.advance(1_000);
    await browser.query("devices.list");
    expect(await usedAt()).toBe(new Date(product.clock.now()).toISOString());
  });
});
