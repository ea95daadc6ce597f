/**
 * Every story with secrets that would be recognised, logged at the most talkative level: afterwards none of them is in the
 * log, in any table, in the metrics, in any answer that refuses, in any list as a file or in a backup. [LG-2]
 */
import { codeAt, codeStepMs } from "@relaydeck/api/accounts/two-step-codes";
import {
  googleCredentials,
  googleMaria,
  startIdentityProvider,
  type IdentityProvider,
} from "@relaydeck/api/testing/identity-provider";
import { assert, present } from "@relaydeck/kit/assert";
import { countMails } from "@relaydeck/db/mail/outbox";
import { jsonLog } from "@relaydeck/kit/log";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upgraded } from "./testing/accounts.ts";
import { accountDoors, type AccountDoor } from "./testing/account-doors.ts";
import { commandDoors } from "./testing/commanding.ts";
import { adminBrowser, adminEnvironment } from "./testing/admins.ts";
import { BackupPlace, linesIn } from "./testing/backups.ts";
import { csvPaths } from "./rest/csv-routes.ts";
import { dumpOf } from "./testing/database-dump.ts";
import { atProvider, leave, trip } from "./testing/google-trip.ts";
import { Browser, type Answer, type Asked } from "./testing/http-client.ts";
import { addDevice, type Person } from "./testing/people.ts";
import { startProduct, type StartedProduct } from "./testing/product.ts";
import { TokenBearer } from "./testing/programs.ts";
import { RawSocket } from "./testing/raw-socket.ts";
import { dataOf } from "./testing/seeing.ts";
import { Viewer } from "./testing/viewer.ts";
import { withoutTable } from "./testing/without-table.ts";

const settings = {
  PROVIDER_WEBHOOK_SECRET: "canary-secret-of-the-webhook",
  METRICS_TOKEN: "canary-token-of-the-metrics",
  TWO_STEP_KEY: "canary-key-of-two-step-sign-in-at-rest",
};
const lines: string[] = [];
const refusals: string[] = [];
/** What may turn up nowhere, by what it is. */
const canaries = new Map<string, string>();

let started: StartedProduct;
let sink: SmtpSink;
let google: IdentityProvider;
beforeAll(async () => {
  google = await startIdentityProvider(new ManualClock());
  sink = await startSmtpSink();
  const log = jsonLog({ level: "debug", now: () => 0, write: (line) => void lines.push(line) });
  const environment = {
    ...settings,
    ...adminEnvironment,
    SMTP_URL: sink.url.replace("//", "//relaydeck:canary-password-of-the-mail-server@"),
    MAIL_FROM: "no-reply@relaydeck.test",
    GOOGLE_CLIENT_ID: googleCredentials.clientId,
    GOOGLE_CLIENT_SECRET: googleCredentials.clientSecret,
    GOOGLE_ISSUER_URL: google.issuer,
  };
  started = await startProduct({ environment, log });
  google.clock = started.product.clock;
  for (const [name, value] of Object.entries(settings)) canaries.set(name, value);
  canaries.set("ADMIN_PASSWORD", adminEnvironment.ADMIN_PASSWORD);
  canaries.set("SMTP_URL", "canary-password-of-the-mail-server");
  canaries.set("GOOGLE_CLIENT_SECRET", googleCredentials.clientSecret);
  canaries.set("PARTICLE_ACCESS_TOKEN", started.product.simulator.account.token);
});
afterAll(async () => {
  await started.close();
  await google.stop();
  await sink.close();
});

let made = 0;
/** A value that is recognised wherever it turns up. */
function canary(name: string): string {
  const value = `canary ${(made += 1)} ${name} yellow bird`;
  canaries.set(`${name} ${made}`, value);
  return value;
}

/** Notes every cookie that it is given as a canary, and keeps what refused it. */
class Watched extends Browser {
  override async call(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const answer = await super.call(method, path, asked);
    for (const [name, value] of this.cookies)
      if (name !== "relaydeck_lang" && value !== "") canaries.set(`${name} ${value}`, value);
    if (answer.status >= 400) refusals.push(`${method} ${path.split("?", 1)[0]} ${answer.text}`);
    return answer;
  }
}

const browser = () => new Watched(started.product.origin);

/** The newest token mailed to the address for this page, noted as a canary. */
async function mailed(to: string, page: string): Promise<string> {
  const pattern = new RegExp(`/${page}\\?token=([\\w-]{43})`);
  const find = () =>
    sink.mails
      .filter((mail) => mail.to.includes(to))
      .flatMap(({ raw }) => pattern.exec(raw.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="))?.[1] ?? [])
      .at(-1);
  await started.product.passUntil(() => find() !== undefined);
  const token = present(find(), "A mail came");
  canaries.set(`token of ${page} ${token}`, token);
  return token;
}

interface Somebody {
  readonly email: string;
  password: string;
  readonly browser: Watched;
}

async function registerAndVerify(door: AccountDoor): Promise<Somebody> {
  const email = `bird${(made += 1)}@relaydeck.test`;
  const first = canary("password of a first try");
  const password = canary("password");
  const names = { firstName: "Maria", lastName: "Lind" };
  await door.ask(browser(), "register", { email, password: first, ...names });
  const dead = await mailed(email, "verify-email");
  await door.ask(browser(), "register", { email, password, ...names });
  await door.ask(browser(), "login", { email, password });
  await door.ask(browser(), "resendVerification", { email });
  await started.product.passUntil(() => sink.mails.filter(({ to }) => to.includes(email)).length === 3);
  const token = await mailed(email, "verify-email");
  await door.ask(browser(), "verifyEmail", { token: dead });
  expect((await door.ask(browser(), "verifyEmail", { token })).status).toBe(200);
  return { email, password, browser: browser() };
}

async function signIn(door: AccountDoor, who: Somebody, otp?: string): Promise<void> {
  const { email, password } = who;
  await door.ask(who.browser, "login", { email, password: canary("wrong password") });
  await door.ask(who.browser, "login", { email: "nobody@relaydeck.test", password: canary("password of nobody") });
  expect((await door.ask(who.browser, "login", { email, password, ...(otp === undefined ? {} : { otp }) })).status).toBe(200);
}

async function reset(door: AccountDoor, who: Somebody): Promise<void> {
  await door.ask(browser(), "forgotPassword", { email: who.email });
  const token = await mailed(who.email, "reset-password");
  await door.ask(browser(), "resetPassword", { token: canary("token of nobody"), newPassword: canary("password for nobody") });
  await door.ask(browser(), "resetPassword", { token, newPassword: "password" });
  who.password = canary("password after a reset");
  expect((await door.ask(browser(), "resetPassword", { token, newPassword: who.password })).status).toBe(200);
  await door.ask(browser(), "resetPassword", { token, newPassword: canary("password for a used token") });
  await signIn(door, who);
}

async function changeProfile(who: Somebody): Promise<void> {
  const { browser: own, email } = who;
  await own.call("PATCH", "/api/auth/user", { body: { firstName: "Marie", passwordHash: canary("hash of nobody") } });
  await own.call("PATCH", "/api/auth/user", { body: { firstName: "Marie" } });
  const newPassword = canary("changed password");
  await own.mutate("auth.changePassword", { currentPassword: canary("wrong proof"), newPassword });
  expect((await own.mutate("auth.changePassword", { currentPassword: who.password, newPassword })).status).toBe(200);
  who.password = newPassword;
  const another = `other-${email}`;
  expect((await own.mutate("auth.changeEmail", { email: another, currentPassword: who.password })).status).toBe(200);
  expect((await own.mutate("auth.confirmEmail", { token: await mailed(another, "confirm-email") })).status).toBe(200);
  expect((await own.mutate("auth.changeEmail", { email, currentPassword: who.password })).status).toBe(200);
  expect((await own.mutate("auth.confirmEmail", { token: await mailed(email, "confirm-email") })).status).toBe(200);
}

async function useTwoSteps(door: AccountDoor, who: Somebody): Promise<void> {
  const { product } = started;
  const begun = dataOf(await who.browser.mutate("auth.startTwoStep", { currentPassword: who.password })) as { secret: string };
  canaries.set(`two-step secret ${begun.secret}`, begun.secret);
  const code = () => codeAt(begun.secret, product.clock.now());
  const confirmed = dataOf(await who.browser.mutate("auth.confirmTwoStep", { otp: code() })) as { recoveryCodes: string[] };
  for (const each of confirmed.recoveryCodes) canaries.set(`recovery code ${each}`, each);
  await product.advance(2 * codeStepMs);
  await door.ask(browser(), "login", { email: who.email, password: who.password, otp: canary("no code").slice(0, 30) });
  await signIn(door, who, code());
  const [first = "", second = ""] = confirmed.recoveryCodes;
  await signIn(door, who, first);
  expect((await who.browser.mutate("auth.endTwoStep", { currentPassword: who.password, otp: second })).status).toBe(200);
}

async function useGoogle(who: Somebody): Promise<void> {
  google.person = { ...googleMaria, sub: who.email, email: who.email };
  const there = browser();
  const way = await leave(there);
  for (const name of ["state", "nonce", "code_challenge"]) canaries.set(`${name} ${made}`, way?.searchParams.get(name) ?? "");
  const back = await atProvider(way);
  await browser().get(back);
  expect((await there.get(back)).headers.location).toBe("/login?message=link-google");
  const { email, password } = who;
  expect((await there.post("/api/auth/login", { email, password })).status).toBe(200);
  expect((await trip(browser())).headers.location).toBe("/");
  google.faults = { token: "odd-error" };
  await trip(browser());
  google.faults = {};
  for (const secret of google.secrets) canaries.set(`of Google ${secret}`, secret);
}

async function useTokens(who: Somebody, device: { serial: string; id: string }): Promise<void> {
  const { product } = started;
  const wish = { name: "A program", scope: "control", deviceIds: null, expiresAt: null, currentPassword: who.password };
  const { token, id } = dataOf(await who.browser.mutate("auth.createToken", wish)) as { token: string; id: string };
  canaries.set(`API token ${id}`, token.slice(3));
  const program = new TokenBearer(product.origin, token);
  for (const path of [
    "/api/devices",
    "/trpc/devices.list",
    `/api/devices?token=${token}`,
    `/trpc/devices.list?access_token=${token}`,
  ])
    await program.get(path);
  await program.post("/api/relay-command", { deviceId: device.id, command: "relay_on", secret: token });
  expect(await upgraded(product, { authorization: `Bearer ${token}` })).toBe(101);
  expect(await upgraded(product, { authorization: `Bearer ${token}x` })).toBeGreaterThanOrEqual(400);
  await who.browser.mutate("auth.revokeToken", { tokenId: id });
  for (const path of ["/api/devices", "/trpc/devices.list"]) refusals.push((await program.get(path)).text);
}

/** What is wrong, each time with a secret in it. */
async function sendNonsense(who: Somebody): Promise<void> {
  const { product } = started;
  const json = { "content-type": "application/json" };
  for (const path of ["/api/auth/login", "/trpc/auth.login", "/api/auth/register", "/trpc/auth.changePassword"]) {
    await who.browser.call("POST", path, { text: `{"password": "${canary("broken")}" "`, headers: json });
    await who.browser.call("POST", path, { text: canary("bare"), headers: json });
    await who.browser.call("POST", path, { text: canary("typed"), headers: { "content-type": "text/plain" } });
    await who.browser.call("POST", path, {
      body: { email: canary("as address"), password: [canary("in a list")], otp: { a: canary("deep") } },
    });
  }
  const text = canary("in an address");
  for (const path of [
    "/api/verify-email",
    "/reset-password",
    "/trpc/auth.me",
    "/nothing",
    "/api/nothing",
    "/api/auth/google/callback",
  ])
    await browser().get(
      `${path}?token=${encodeURIComponent(text)}&input=${encodeURIComponent(text)}&code=${encodeURIComponent(text)}`,
    );
  const cookie = canary("cookie").replaceAll(" ", "");
  for (const headers of [
    { cookie: `relaydeck_session=${cookie}` },
    { cookie: `relaydeck_session=${cookie}; relaydeck_session=${cookie}` },
    { authorization: `Bearer rd_${cookie}` },
    { authorization: `Basic ${Buffer.from(cookie).toString("base64")}` },
    { "x-relaydeck-secret": cookie },
  ]) {
    for (const path of ["/api/devices", "/trpc/devices.list", "/", "/metrics"]) await browser().get(path, headers);
    await browser().post("/hooks/provider", {}, headers);
    await RawSocket.open(product, null, headers).answer();
  }
}

/** The cloud repeats our token in its errors, and the socket is told one. */
async function command(who: Person, device: { id: string; serial: string }): Promise<void> {
  const { product } = started;
  const viewer = await Viewer.watch(product, who);
  viewer.send({ method: "connectionParams", data: { token: canary("of the socket") } });
  viewer.send({ id: 9, method: "query", params: { path: canary("path of the socket"), input: canary("input of the socket") } });
  const body = JSON.stringify({ error: `invalid token ${product.simulator.account.token}` });
  for (const status of [200, 400, 500]) {
    if (status !== 200)
      await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "status", status, body } });
    for (const door of commandDoors.filter(({ kind }) => kind === "P0SIM")) {
      const said = await product.whileTimePasses(door.send(who, { deviceId: device.id }));
      if (said.status >= 400) refusals.push(JSON.stringify(said));
      await product.advance(61_000);
    }
    product.simulator.control.clearFaults();
  }
  refusals.push(...viewer.frames.filter((frame) => frame.includes('"error"')));
  viewer.close();
}

/** A defect in the middle of each story: its log line is the most talkative of all. */
async function breakTheDatabase(who: Somebody): Promise<void> {
  for (const table of ["users", "sessions", "mail_tokens", "api_tokens", "audit_log", "rate_limits"])
    await withoutTable(started.product, table, () => tryEverything(who));
}

async function tryEverything(who: Somebody): Promise<void> {
  for (const door of accountDoors) {
    const email = `late${(made += 1)}@relaydeck.test`;
    await door.ask(who.browser, "login", { email: who.email, password: who.password });
    await door.ask(who.browser, "register", { email, password: canary("in a defect"), firstName: "A", lastName: "B" });
    await door.ask(browser(), "resetPassword", { token: "x".repeat(43), newPassword: canary("reset in a defect") });
  }
  refusals.push((await new TokenBearer(started.product.origin, `rd_${"c".repeat(43)}`).get("/api/devices")).text);
  const newPassword = canary("changed in a defect");
  const changed = await who.browser.mutate("auth.changePassword", { currentPassword: who.password, newPassword });
  // Where the missing part was not needed.
  if (changed.status === 200) who.password = newPassword;
}

/** As it is, and in the forms in which a value travels. */
function formsOf(value: string): string[] {
  return [
    value,
    encodeURIComponent(value),
    value.replaceAll(" ", "+"),
    Buffer.from(value).toString("base64"),
    Buffer.from(value).toString("hex"),
  ];
}

/** Every list that an administrator takes away as a file, and who takes it leaves canaries, too. */
async function exported(): Promise<string> {
  const { product } = started;
  const admin = await adminBrowser(product);
  for (const [name, value] of admin.cookies) canaries.set(`administrator's ${name}`, value);
  await browser().post("/api/admin/login", {
    username: adminEnvironment.ADMIN_USERNAME,
    password: canary("of no administrator"),
  });
  const files: string[] = [];
  for (const path of csvPaths) {
    const { status, text } = await admin.get(path);
    expect([path, status]).toEqual([path, 200]);
    files.push(text);
  }
  return files.join("");
}

/** The whole of it, not only what it says of itself. */
async function backedUp(): Promise<string> {
  const place = new BackupPlace();
  const file = place.file();
  await place.write(started.product.settings.databaseUrl, file);
  const lines = linesIn(file);
  await place.close();
  return lines.join("\n");
}

test("[LG-2] after every story none of the secrets is in log, database, metrics, refusals, exports or backups", async () => {
  const { product } = started;
  for (const door of accountDoors) {
    const who = await registerAndVerify(door);
    await signIn(door, who);
    await reset(door, who);
    await changeProfile(who);
    const { id } = (await who.browser.get("/api/auth/user")).json as { id: string };
    const person: Person = { userId: id, email: who.email, browser: who.browser, caller: { userId: id, sessionId: null } };
    const device = await addDevice(product, person);
    await command(person, device);
    await useTokens(who, device);
    await useTwoSteps(door, who);
    await useGoogle(who);
    await sendNonsense(who);
    await breakTheDatabase(who);
    await signIn(door, who);
    expect((await who.browser.mutate("auth.endOtherSessions")).status).toBe(200);
    await who.browser.post("/api/auth/logout");
  }
  // A mail's text is kept until it has left.
  await product.passUntil(async () => (await countMails(product.store.read)).waiting === 0, 600_000);
  const metrics = (await browser().get("/metrics", { authorization: `Bearer ${settings.METRICS_TOKEN}` })).text;
  expect(metrics).toContain("relaydeck_live_viewers");
  const taken = { exports: await exported(), backup: await backedUp() };
  const places = { log: lines.join(""), database: await dumpOf(product.store), metrics, refusals: refusals.join("\n"), ...taken };
  // The search finds what is there: otherwise it would prove nothing.
  expect(places.log).toContain('"sign-in.done"');
  expect(places.log).toContain('"request.failed"');
  expect(places.database).toContain("session.begun");
  expect(places.refusals).toContain("INVALID_CREDENTIALS");
  for (const text of Object.values(taken)) expect(text).toMatch(/bird\d+@relaydeck\.test[^]*session\.begun/);
  expect(canaries.size).toBeGreaterThan(100);
  const found = [...canaries].flatMap(([name, value]) => {
    assert(value.length >= 15, `${name} is long enough to be recognised`);
    return Object.entries(places).flatMap(([place, text]) =>
      formsOf(value).some((form) => text.includes(form)) ? [`${name} in the ${place}`] : [],
    );
  });
  expect(found).toEqual([]);
});
