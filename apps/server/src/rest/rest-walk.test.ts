/**
 * The long way over REST alone, on the demo as it starts: register, read the mail, verify, sign in, register a device, switch it,
 * read it back; every answer in the shape that the table of rows promises. [rest-shapes, C13]
 */
import { restRows } from "@relaydeck/contract/rest";
import { present } from "@relaydeck/kit/assert";
import { silentLog } from "@relaydeck/kit/log";
import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openApp, type App } from "../app.ts";
import { openDemo, type Demo } from "../demo/demo.ts";
import { parseSettings } from "../settings.ts";
import { Browser, type Answer } from "../testing/http-client.ts";
import { makeWebFolder } from "../testing/web-folder.ts";

const folders: string[] = [];
let app: App;
let demo: Demo;
let origin: string;
beforeAll(async () => {
  const clock = systemClock();
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-walk-"));
  const webFolder = makeWebFolder();
  folders.push(folder, webFolder);
  const port = await freePort();
  const parsed = parseSettings({ DEMO: "1", PORT: String(port), DATABASE_URL: `file:${join(folder, "relaydeck.db")}` });
  const settings = present(parsed.ok ? parsed.value : null, "These settings are right");
  ({ origin } = settings.publicUrl);
  demo = await openDemo({ clock, log: silentLog, port: 0, stateFile: join(folder, "simulator.json") });
  const cloud = { url: demo.url, token: demo.token };
  app = await openApp({ settings, clock, log: silentLog, cloud, random: systemRandom(), webFolder, version: "0.0.0-test", demo });
});
afterAll(async () => {
  await app.close();
  await demo.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The answer's body, after its status and its form were found to be those of the row; unknown keys fail. */
function as(answer: Answer, call: string, status: number): Record<string, unknown> {
  const [method, path] = call.split(" ");
  const row = present(
    restRows.find((candidate) => candidate.method === method && candidate.path === path),
    `There is a row for ${call}`,
  );
  expect([call, answer.status, answer.text]).toEqual([call, status, answer.text]);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const parsed = row.result.safeParse(answer.json);
  expect([call, parsed.error?.issues]).toEqual([call, undefined]);
  return answer.json as Record<string, unknown>;
}

/** Of a program that keeps within the limit on reads. */
const pace = { interval: 250, timeout: 20_000 };

const person = { email: "walker@relaydeck.test", password: "three blue boats sail", firstName: "Wanda", lastName: "Walker" };

interface Mail {
  readonly to: string;
  readonly text: string;
}

test("[C13] register, verify by the mail in the demo mailbox, sign in, register P0SIM0007, switch it and read it back", async () => {
  const browser = new Browser(origin);
  const registered = as(await browser.post("/api/auth/register", person), "POST /api/auth/register", 201);
  expect(registered).toMatchObject({
    email: person.email,
    emailVerified: false,
    authProvider: "email",
    message: "Registration successful. Please check your email to verify your account.",
  });
  expect(browser.cookies.has("relaydeck_session")).toBe(false);
  const early = await browser.post("/api/auth/login", { email: person.email, password: person.password });
  expect(early).toMatchObject({ status: 403, json: { code: "EMAIL_NOT_VERIFIED" } });

  const mailFor = async () => {
    const mails = (await browser.get("/demo/mailbox")).json as Mail[];
    return mails.find(({ to }) => to === person.email);
  };
  await vi.waitUntil(async () => (await mailFor()) !== undefined, pace);
  const token = present(/token=([\w-]+)/.exec((await mailFor())?.text ?? "")?.[1], "The mail has a link with a token");
  const verify = `/api/verify-email?token=${token}`;
  expect(as(await browser.get(verify), "GET /api/verify-email", 200)).toEqual({
    message: "Email verified successfully",
    alreadyVerified: false,
  });
  expect(as(await browser.get(verify), "GET /api/verify-email", 200)).toMatchObject({ alreadyVerified: true });

  const signedIn = await browser.post("/api/auth/login", { email: person.email, password: person.password });
  expect(as(signedIn, "POST /api/auth/login", 200)).toMatchObject({ emailVerified: true, message: "Login successful" });
  expect(browser.cookies.has("relaydeck_session")).toBe(true);
  expect(as(await browser.get("/api/auth/user"), "GET /api/auth/user", 200)).toMatchObject({ firstName: "Wanda" });
  expect(as(await browser.get("/api/devices"), "GET /api/devices", 200)).toEqual([]);
  expect(as(await browser.get("/api/shared-devices"), "GET /api/shared-devices", 200)).toEqual([]);

  const wish = { serialNumber: "P0SIM0007", deviceName: "Pump house" };
  const device = as(await browser.post("/api/register-device", wish), "POST /api/register-device", 201);
  expect(device).toMatchObject({
    ...{ name: "Pump house", serialNumber: "P0SIM0007", model: "powerone", userPermission: "owner" },
  });
  const powerOne = () => browser.get(`/api/devices/${String(device["id"])}/powerone-data`);
  await vi.waitUntil(async () => ((await powerOne()).json as { lastUpdated: string | null }).lastUpdated !== null, pace);

  const command = { deviceId: device["id"], functionName: "ctrl_relay2", argument: "on", relayNumber: 2 };
  const key = { "idempotency-key": "walk-1" };
  const sent = await browser.post("/api/powerone-relay-command", command, key);
  const answer = as(sent, "POST /api/powerone-relay-command", 200);
  expect(answer).toMatchObject({ success: true, repeat: false, message: "Device answered. Waiting for confirmation." });
  const isConfirmed = async () => {
    const { relays } = (await powerOne()).json as { relays: { confirmed: string | null }[] };
    return relays[1]?.confirmed !== null;
  };
  await vi.waitUntil(isConfirmed, pace);
  const data = as(await powerOne(), "GET /api/devices/{id}/powerone-data", 200);
  expect(data["relays"]).toMatchObject([
    {},
    { number: 2, estimatedState: "ON", commanded: "on", confirmed: expect.any(String) },
    {},
    {},
  ]);
  const [shown] = as(await browser.get("/api/devices"), "GET /api/devices", 200) as unknown as [Record<string, unknown>];
  expect(shown).toMatchObject({
    relayState: "on",
    isConnected: true,
    freshness: "fresh",
    relays: [{}, { state: "on", command: { commandId: answer["commandId"], state: "confirmed", by: "you" } }, {}, {}],
  });
  const again = as(await browser.post("/api/powerone-relay-command", command, key), "POST /api/powerone-relay-command", 200);
  expect(again).toMatchObject({ commandId: answer["commandId"], state: "confirmed", repeat: true });
  expect(demo.simulator.control.device("P0SIM0007")?.executedCalls).toBe(1);

  const logs = as(await browser.get("/api/activity-logs?limit=10"), "GET /api/activity-logs", 200) as unknown as {
    message: string;
  }[];
  expect(logs.map(({ message }) => message)).toContain("Pump house registered");
  const stats = as(await browser.get("/api/system-stats"), "GET /api/system-stats", 200);
  expect(stats).toMatchObject({ connectionStatus: "connected", activeDevices: "1 of 1", rateLimitMax: 10_000 });
  expect(as(await browser.post("/api/auth/logout"), "POST /api/auth/logout", 200)).toEqual({ message: "Logged out" });
  expect(await browser.get("/api/devices")).toMatchObject({
    status: 401,
    json: { message: "Unauthorized", code: "SESSION_REQUIRED" },
  });
});

test("[C13] a one-relay device by the other documented call", async () => {
  const browser = new Browser(origin);
  await browser.post("/demo/session", { as: "demo" });
  const device = as(
    await browser.post("/api/register-device", { serialNumber: "R1SIM0003", deviceName: "Gate" }),
    "POST /api/register-device",
    201,
  );
  expect(device).toMatchObject({ model: "relay", message: "Device registered" });
  const isFresh = async () => {
    const list = (await browser.get("/api/devices")).json as { id: string; freshness: string }[];
    return list.find(({ id }) => id === device["id"])?.freshness === "fresh";
  };
  await vi.waitUntil(isFresh, pace);
  const answer = as(
    await browser.post("/api/relay-command", { deviceId: device["id"], command: "relay_on" }),
    "POST /api/relay-command",
    200,
  );
  expect(answer).toMatchObject({ success: true, command: { relayNumber: 1, target: "on" } });
  expect((await browser.get(`/api/devices/${String(device["id"])}/powerone-data`)).status).toBe(404);
});
