/**
 * Closed lists of what happens, as they come about: each word is read at a door after its cause was put into a device, the
 * cloud or a form, and stands at the place of its cause. Two words that change places are therefore another list.
 */
import { expect } from "vitest";
import { asKeeper, ask, deviceNamed, newcomer } from "./callers.ts";
import { after, longMs, once, patch, press, pump, read, truth } from "./causes.ts";
import { closeContacts } from "./device-words.ts";
import type { FactScene } from "./facts.ts";

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly relayNumber: number | null;
  readonly commandId: string | null;
  readonly commandState: string | null;
}

/** The type of the first entry for which it is so. */
async function typeOf(scene: FactScene, isIt: (entry: Entry) => boolean): Promise<string> {
  const look = async () => (await read<Entry[]>(scene, "/api/activity-logs")).find(isIt)?.type;
  return (await after(undefined, look)) ?? "";
}

/** A command to the fourth relay of Pump house, and the type of the entry for where it ended. */
async function typeOfCommand(scene: FactScene, argument: "on" | "off", end: string): Promise<string> {
  const { id: deviceId } = await deviceNamed(scene, pump.name);
  const data = { deviceId, functionName: "ctrl_relay4", relayNumber: 4, argument };
  const { body } = await ask(scene, "POST /api/powerone-relay-command", data);
  const { commandId } = JSON.parse(body) as { commandId: string | null };
  if (commandId === null) throw new Error(`No command was begun: ${body}`);
  return typeOf(scene, (entry) => entry.commandId === commandId && entry.commandState === end);
}

/** Done and measured; without an answer from a device that says nothing; refused by the device; and a press at the device. */
async function lookAtActivityTypes(scene: FactScene) {
  const { house } = scene;
  const match = { device: pump.serial, operation: "function" };
  const { relays: before } = await truth(scene);
  await closeContacts(scene, [1]);
  const done = await typeOfCommand(scene, "on", "confirmed");
  await patch(scene, pump.serial, { telemetry: false });
  await house.sim("POST /faults", { match, effect: { kind: "drop-reply" } });
  const unanswered = await typeOfCommand(scene, "off", "unconfirmed");
  const refusal = { kind: "status", status: 404, body: { ok: false, error: "Function not found" } };
  await house.sim("POST /faults", { match, effect: refusal });
  const refused = await typeOfCommand(scene, "on", "failed");
  await patch(scene, pump.serial, { telemetry: true });
  const known = new Set((await read<Entry[]>(scene, "/api/activity-logs")).map(({ id }) => id));
  await press(scene, 3, "on");
  const pressed = await typeOf(scene, (entry) => !known.has(entry.id) && entry.relayNumber === 3 && entry.commandId === null);
  for (const { number, contact } of before) await press(scene, number, contact === "closed" ? "on" : "off");
  return [done, unanswered, refused, pressed];
}

export const activityTypes = once(lookAtActivityTypes);

interface Raised {
  readonly id: string;
  readonly severity: string;
}

/** Mains that fail, a battery that empties, and mains that are back: what administrators are told of each. */
async function lookAtSeverities(scene: FactScene) {
  const { id: deviceId } = await deviceNamed(scene, pump.name);
  const alerts: string[] = [];
  for (const alertType of ["power_off", "battery_low", "power_on"]) {
    const { body } = await ask(scene, "POST /api/email-alerts", { deviceId, alertType, emailAddress: "demo@relaydeck.test" });
    alerts.push((JSON.parse(body) as { id: string }).id);
  }
  const seen = await asKeeper(scene, async (say) => {
    const raised = async () =>
      (JSON.parse((await say("GET /api/analytics/dashboard")).body) as { recentAlerts: Raised[] }).recentAlerts;
    const told: string[] = [];
    for (const change of [{ supply: "battery" }, { batteryPercent: 10 }, { supply: "mains" }]) {
      const known = new Set((await raised()).map(({ id }) => id));
      await patch(scene, pump.serial, change);
      const next = async () => (await raised()).find(({ id }) => !known.has(id))?.severity;
      told.push((await after(undefined, next)) ?? "");
    }
    return told;
  });
  await patch(scene, pump.serial, { batteryPercent: 88 });
  for (const id of alerts) await ask(scene, `DELETE /api/email-alerts/${id}`);
  return seen;
}

export const severities = once(lookAtSeverities);

/** Somebody who fills in our form, and somebody whom Google sends. */
async function lookAtProviders(scene: FactScene) {
  const { google } = scene;
  const { context, page } = await newcomer(scene, "by-form@relaydeck.test");
  const entered = async () => (await read<{ authProvider: string }>({ ...scene, page }, "/api/auth/user")).authProvider;
  const byForm = await entered();
  await context.clearCookies();
  google.person = {
    sub: "by-google",
    email: "by-google@relaydeck.test",
    email_verified: true,
    given_name: "By",
    family_name: "G",
  };
  await page.goto("/login");
  await page.getByRole("link", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: /user menu/ }).waitFor();
  const byGoogle = await entered();
  await context.close();
  return [byForm, byGoogle];
}

export const providers = once(lookAtProviders);

/** The cloud's stream flows, is asked for without an answer yet, and is refused. [D40] */
async function lookAtConnections(scene: FactScene) {
  const { house } = scene;
  const read = async () =>
    (JSON.parse((await ask(scene, "GET /api/system-stats")).body) as { connectionStatus: string }).connectionStatus;
  const struck = async () => {
    const { faultsStruck } = (await house.sim("GET /counters")) as { faultsStruck: Readonly<Record<string, number>> };
    return { delay: faultsStruck["delay"] ?? 0, status: faultsStruck["status"] ?? 0 };
  };
  const match = { operation: "stream" };
  const before = await struck();
  const flowing = await read();
  await house.sim("POST /faults", { match, effect: { kind: "delay", ms: 4_000 } });
  await house.sim("POST /stream/cut", {});
  await expect.poll(async () => (await struck()).delay, { timeout: longMs, interval: 20 }).toBe(before.delay + 1);
  const asked = await read();
  await expect.poll(read, { timeout: longMs }).toBe(flowing);
  await house.sim("POST /faults", { match, effect: { kind: "status", status: 503 }, times: 0 });
  await house.sim("POST /stream/cut", {});
  await expect.poll(async () => (await struck()).status, { timeout: longMs }).toBeGreaterThan(before.status);
  const refused = await after(asked, read);
  await house.sim("DELETE /faults");
  await expect.poll(read, { timeout: 2 * longMs }).toBe(flowing);
  return [flowing, asked, refused];
}

export const connections = once(lookAtConnections);
