/**
 * The provider's faults as the card tells them: each set at the simulator's control door, each read on the page.
 * Lost answers, refusals and yes-but-nothing are in honesty.test.ts; doors and rows in apps/server. [acceptance 4, checklist 17]
 */
import type { Activity } from "@relaydeck/contract/activity";
import { systemClock } from "@relaydeck/kit/clock";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestsIn, switchesIn } from "./cloud-calls.ts";
import { keepWordings, pressedIn, relayControl, samplePressed, truthLine, untilReady } from "./controls.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { hasOvertaken, reportsOf, watchPressed, type Report } from "./reported.ts";

const serial = "P0SIM0001";
const switching = { device: serial, operation: "function" } as const;

let house: House;
let browser: Browser;
let maria: Visit;
let page: Page;
/** A command that was begun first, and whose answer is held beyond its deadline while the other tests run. */
let held: { readonly control: Locator; readonly wanted: string; readonly wordings: () => Promise<string[]> };

beforeAll(async () => {
  // The limits of a real house: one of the tests runs into them.
  [house, browser] = await Promise.all([openHouse({ environment: { RATE_LIMIT_FACTOR: "1" } }), openBrowser()]);
  maria = await visit(browser, house);
  ({ page } = maria);
  await enterDemo(maria);
  held = await pressWithHeldAnswer();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
describe("what the device tells", () => {
  test.each([{ kind: "duplicate", times: 3 }, { kind: "lose" }])(
    "[S17-8] a report struck by $kind: the last state stands, and the switch is logged once",
    async (effect) => {
      const { control, wanted } = await rest("Light");
      const logged = await loggedSwitches();
      await house.sim("POST /faults", { match: { device: serial, operation: "event" }, effect });
      await press(control, wanted);
      await says(control, confirmed(wanted));
      expect(await contactOf(3)).toBe(wanted === "On" ? "closed" : "open");
      await expect.poll(loggedSwitches).toBe(logged + 1);
    },
  );

  test("[S17-8] a report that a later one overtakes: the last state stands, and the switch is logged once", async () => {
    const { control, wanted } = await rest("Light");
    const logged = await loggedSwitches();
    const match = { device: serial, operation: "event", name: "powerone/data" };
    await house.sim("POST /faults", { match, effect: { kind: "delay", ms: 9_000 } });
    // One that tells the relay as it was.
    await expect.poll(hasStruck, { timeout: 15_000 }).toBe(true);
    await press(control, wanted);
    await says(control, confirmed(wanted));
    const shown = await samplePressed(control);
    await expect.poll(() => hasOvertaken(house, serial), { timeout: 15_000 }).toBe(true);
    // What comes behind it has come.
    const heater = await relayControl(page, "Pump house", "Heater");
    const other = (await pressedIn(heater)) === "on" ? "off" : "on";
    await house.sim(`POST /devices/${serial}/button`, { relay: 2, state: other });
    await expect.poll(() => pressedIn(heater), { timeout: 15_000 }).toBe(other);
    expect(new Set((await shown()).map(({ on }) => on))).toEqual(new Set([String(wanted === "On")]));
    await says(control, new RegExp(`^${wanted}`));
    expect(await loggedSwitches()).toBe(logged + 1);
  });

  test("[A9, S17-2, D54] a welded contact: the answer is yes, the current says no", async () => {
    const { control } = await rest("Well pump");
    expect(await pressedIn(control)).toBe("on");
    const isAsReported = await watchPressed(control, () => reportsOf(house, serial, 1));
    await house.sim(`PATCH /devices/${serial}`, { relays: [{ number: 1, welded: true }] });
    await press(control, "Off");
    await says(control, /^Device answered, but current still flows/);
    await isAsReported();
    expect(await pressedIn(control)).toBe("on");
    await house.sim(`PATCH /devices/${serial}`, { relays: [{ number: 1, welded: false }] });
  });

  test("[S17-9, C4] a device long not heard is asked before it is switched", async () => {
    const gate = await relayControl(page, "Gate", "Lamp");
    await page
      .getByRole("article", { name: "Gate" })
      .getByText(/Not heard for/)
      .first()
      .waitFor();
    await untilReady(gate);
    const from = (await requestsIn(house)).length;
    await press(gate, "Off");
    await says(gate, /device answered/i);
    const operations = (await requestsIn(house)).slice(from).map(({ operation }) => operation);
    expect(operations.indexOf("ping")).toBeGreaterThanOrEqual(0);
    expect(operations.indexOf("function")).toBeGreaterThan(operations.indexOf("ping"));
    expect(operations.filter((operation) => operation === "function")).toHaveLength(1);
  });

  test("[S17-9] gone with a word: offline, last known, and inert with the reason", async () => {
    const { control, wanted, before } = await rest("Porch light", "Porch light");
    await house.sim("PATCH /devices/R1SIM0001", { powered: false, notice: true });
    await page.getByRole("article", { name: "Porch light" }).getByText("Offline", { exact: true }).first().waitFor();
    await says(control, /· last known /);
    const calls = await switchesIn(house);
    await control.getByRole("button", { name: wanted, exact: true }).press("Enter");
    await page
      .getByRole("region", { name: /Notifications/ })
      .getByText("Device must be online to control relays")
      .waitFor();
    expect([await switchesIn(house), await pressedIn(control)]).toEqual([calls, before]);
    await house.sim("PATCH /devices/R1SIM0001", { powered: true });
    await untilReady(control);
  });
});

test("[S17-6] held beyond the deadline: unconfirmed, then the late answer is taken, then the report", async () => {
  const { control, wanted, wordings } = held;
  await says(control, /device answered/);
  await house.sim("PATCH /devices/P0SIM0002", { telemetry: true });
  await says(control, confirmed(wanted));
  const said = await wordings();
  const at = [/requested/, /· sent \d+ s ago/, /^Unconfirmed · sent .*, no answer/, /device answered/, confirmed(wanted)].map(
    (step) => said.findIndex((wording) => step.test(wording)),
  );
  expect(at).not.toContain(-1);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(said.filter((wording) => wording.startsWith("Failed"))).toEqual([]);
});

test("[C1, A9] a refused press that is put away leaves what is not known, and not the old report as a fact", async () => {
  const { control, before, wanted } = await rest("Relay 3", "Workshop");
  const workshop = { device: "P0SIM0002" };
  await house.sim("PATCH /devices/P0SIM0002", { telemetry: false });
  const unreadable = { kind: "status", status: 503 };
  await house.sim("POST /faults", { match: { ...workshop, operation: "variable" }, effect: unreadable, times: 0 });
  await house.sim("POST /faults", { match: { ...workshop, operation: "function" }, effect: { kind: "drop-reply" } });
  await press(control, wanted);
  await says(control, /^Unconfirmed · sent/);
  const unknownStill = async () => {
    await row(control).getByRole("button", { name: "Dismiss the message of Relay 3" }).click();
    await says(control, /^Unconfirmed · sent/);
    expect(await pressedIn(control)).toBe(before);
    expect(await control.getByRole("button", { pressed: true }).getAttribute("data-look")).toBe("outline");
  };
  await house.sim("POST /faults", {
    match: { ...workshop, operation: "function" },
    effect: { kind: "status", status: 429, headers: { "retry-after": "5" } },
  });
  await press(control, wanted);
  await says(control, /^Failed · not sent: the cloud is busy/);
  // A page that saw nothing of it knows as much.
  await page.reload();
  await relayControl(page, "Workshop", "Relay 3");
  await says(control, /^Failed · not sent: the cloud is busy/);
  await unknownStill();
  const { others } = await tooManyCommands("Workshop", 4);
  await press(control, wanted);
  await says(control, /^Failed · not sent: too many commands/);
  await unknownStill();
  await others;
  await house.sim("DELETE /faults");
  await house.sim("PATCH /devices/P0SIM0002", { telemetry: true });
  await says(control, new RegExp(`^${wanted}`));
});

test("[A9, S17-9] the power cut silently: not heard 45 ± 5 s after the last word, while the cloud says online", async () => {
  const { control, before } = await rest("Relay 4", "Workshop");
  const isAsReported = await watchPressed(control, () => reportsOf(house, "P0SIM0002", 4));
  const cut = { powered: false, notice: false };
  expect((await page.request.patch("/demo/sim/devices/P0SIM0002", { data: cut })).ok()).toBe(true);
  const badge = page.getByRole("article", { name: "Workshop" }).getByText(/^Not heard for \d+ s$/);
  await expect.poll(() => badge.count(), { interval: 100, timeout: 70_000 }).toBeGreaterThan(0);
  const notHeardAt = systemClock().now();
  const { cloudOnline, lastTelemetryAt } = (await house.sim("GET /devices/P0SIM0002")) as {
    cloudOnline: boolean;
    lastTelemetryAt: string;
  };
  expect(cloudOnline).toBe(true);
  expect(Math.abs(notHeardAt - Date.parse(lastTelemetryAt) - 45_000)).toBeLessThanOrEqual(5_000);
  const samples = await isAsReported();
  expect(samples.length).toBeGreaterThan(100);
  // Nothing was reported in all that time, so nothing else is shown as reported.
  expect(new Set(samples.map(({ on }) => (on === "true" ? "on" : "off")))).toEqual(new Set([before]));
  await house.sim("PATCH /devices/P0SIM0002", { powered: true });
  await badge.waitFor({ state: "detached" });
});

describe("the cloud answers, but not as it should", () => {
  test("[S17-5] 429: failed, not sent, tried again by the person only; meanwhile the hop is slowed down", async () => {
    const { control, wanted, before } = await rest("Light");
    const calls = await switchesIn(house);
    const link = page.getByRole("banner");
    await link.getByRole("button", { name: "Connected" }).waitFor();
    await fault({ kind: "status", status: 429, headers: { "retry-after": "15" }, body: { error: "rate_limited" } });
    await press(control, wanted);
    await says(control, /^Failed · not sent: the cloud is busy/);
    await link.getByRole("button", { name: "Connecting..." }).waitFor();
    await page.getByRole("region", { name: "System Status" }).first().getByText("Slowed down: limit reached").waitFor();
    expect(await pressedIn(control)).toBe(before);
    expect(await switchesIn(house)).toBe(calls + 1);
    await page.getByRole("button", { name: "Try again: Light" }).click();
    await says(control, confirmed(wanted));
    expect(await switchesIn(house)).toBe(calls + 2);
    await link.getByRole("button", { name: "Connected" }).waitFor();
  });

  test("[S17-3] a negative return is failed with the device's own number", async () => {
    const { control, wanted, before } = await rest("Light");
    await fault({ kind: "status", status: 200, body: { id: "x", last_app: "", connected: true, return_value: -2 } });
    await press(control, wanted);
    await says(control, /^Failed · device refused \(-2\)/);
    expect(await pressedIn(control)).toBe(before);
    await page.getByRole("button", { name: "Dismiss the message of Light" }).click();
    await says(control, /^(On|Off) · [\d,]+ mA$/);
  });

  test("[S17-7] a page of HTML in place of an answer proves nothing: unconfirmed, with a way to ask the device", async () => {
    const { control, wanted, before } = await rest("Light");
    await fault({ kind: "status", status: 200, body: "<html>busy</html>" });
    await press(control, wanted);
    await says(control, /^Unconfirmed · sent/);
    await row(control).getByRole("button", { name: "Check now" }).click();
    expect(await pressedIn(control)).toBe(before);
    await untilReady(control);
    await press(control, wanted);
    await says(control, confirmed(wanted));
  });
});

/** The Heater: what happened to the simulated world in its last seconds is not kept when it is killed. */
describe("the server is gone", () => {
  /** What it reported to servers that are dead; the simulator's log went with them. */
  const heard: Report[] = [];
  const reports = async () => [...heard, ...(await reportsOf(house, serial, 2))];

  test("[HD-5, A9] pressed while it is dead: inert, and nothing is ever made of it", async () => {
    const { control, wanted, before } = await rest("Heater");
    const logged = (await logOf()).filter(({ relayNumber }) => relayNumber === 2);
    heard.push(...(await reportsOf(house, serial, 2)));
    const isAsReported = await watchPressed(control, reports);
    await house.stop("SIGKILL");
    await page.getByText("Switching is paused").first().waitFor();
    await control.getByRole("button", { name: wanted, exact: true }).press("Enter");
    await page
      .getByRole("region", { name: /Notifications/ })
      .getByText("Switching is paused")
      .waitFor();
    await house.start();
    await untilReady(control);
    await isAsReported();
    expect(await switchesIn(house)).toBe(0);
    expect(await pressedIn(control)).toBe(before);
    expect((await logOf()).filter(({ relayNumber }) => relayNumber === 2)).toEqual(logged);
  });

  test("[C2, A9] a press whose request never arrived: asked for by its key, then expired, and never sent", async () => {
    const { control, wanted, before } = await rest("Heater");
    const calls = await switchesIn(house);
    heard.push(...(await reportsOf(house, serial, 2)));
    const isAsReported = await watchPressed(control, reports);
    house.freeze();
    await press(control, wanted);
    await says(control, /· requested/);
    await house.stop("SIGKILL");
    await says(control, /^Asking the server…/);
    await house.start();
    await says(control, /^Expired · never sent/);
    await isAsReported();
    expect(calls).toBe(0);
    expect(await switchesIn(house)).toBe(0);
    expect(await pressedIn(control)).toBe(before);
    await page.getByRole("button", { name: "Dismiss the message of Heater" }).click();
  });
});

test("[S17-4] our token refused: a banner, every control inert with its reason, and no further call", async () => {
  const { control, wanted, before } = await rest("Light");
  const contact = await contactOf(3);
  await house.sim("POST /faults", {
    match: { operation: "function" },
    effect: { kind: "status", status: 401, body: { error: "invalid_token" } },
    times: 0,
  });
  await press(control, wanted);
  await says(control, /^Failed · not sent: the cloud did not take it/);
  await page.getByText("The device cloud refuses this server’s access.", { exact: false }).waitFor();
  await page.getByRole("banner").getByRole("button", { name: "Disconnected" }).waitFor();
  const calls = await switchesIn(house);
  const door = await relayControl(page, "Pump house", "Heater");
  for (const each of [control, door]) {
    expect(await each.getByRole("button", { disabled: true }).count()).toBe(2);
  }
  await door.getByRole("button", { name: "On", exact: true }).click({ force: true });
  await page.getByText("The device cloud refuses this server. Switching is paused.").first().waitFor();
  expect([await switchesIn(house), await contactOf(3), await pressedIn(control)]).toEqual([calls, contact, before]);
});

test("[HD-1] in all this the page had nothing to complain of", () => {
  expect(maria.complaints).toEqual([]);
});

/** On another device, whose reports are kept back too, so that only the answer can tell. */
async function pressWithHeldAnswer(): Promise<typeof held> {
  const control = await relayControl(page, "Workshop", "Relay 2");
  await untilReady(control);
  await control.getByRole("button", { name: "Off", exact: true, pressed: true }).waitFor();
  await house.sim("PATCH /devices/P0SIM0002", { telemetry: false });
  const match = { device: "P0SIM0002", operation: "function" };
  await house.sim("POST /faults", { match, effect: { kind: "delay", ms: 18_000 } });
  const wordings = await keepWordings(control);
  await press(control, "On");
  return { control, wanted: "On", wordings };
}

/** A relay at rest and reported. */
async function rest(relay: string, device = "Pump house"): Promise<{ control: Locator; before: string; wanted: "On" | "Off" }> {
  const control = await relayControl(page, device, relay);
  await untilReady(control);
  await expect.poll(() => pressedIn(control), { timeout: 30_000 }).not.toBe("unknown");
  await expect.poll(() => row(control).getAttribute("data-truth"), { timeout: 30_000 }).toMatch(/^(on|off|confirmed|failed)$/);
  const before = await pressedIn(control);
  return { control, before, wanted: before === "on" ? "Off" : "On" };
}

function row(control: Locator): Locator {
  return control.locator("xpath=..");
}

async function press(control: Locator, target: "On" | "Off"): Promise<void> {
  await control.getByRole("button", { name: target, exact: true }).click();
}

async function says(control: Locator, text: RegExp): Promise<void> {
  await truthLine(control).getByText(text).waitFor({ timeout: 40_000 });
}

/** Commands to another relay of the device until the server takes no more of them; the answer waits for those that it took. */
async function tooManyCommands(device: string, relayNumber: number): Promise<{ readonly others: Promise<unknown> }> {
  const deviceId = await page.getByRole("article", { name: device }).getAttribute("data-device");
  const data = { deviceId, relayNumber, functionName: `ctrl_relay${relayNumber}`, argument: "on" };
  const posts = Array.from({ length: 12 }, async (_, n) => {
    const headers = { origin: new URL(page.url()).origin, "idempotency-key": `too-many-${n}` };
    return (await page.request.post("/api/powerone-relay-command", { data, headers })).status();
  });
  await Promise.any(posts.map(async (post) => expect(await post).toBe(429)));
  return { others: Promise.all(posts) };
}

async function fault(effect: object): Promise<void> {
  await house.sim("POST /faults", { match: switching, effect });
}

async function contactOf(relay: number): Promise<string | undefined> {
  const device = (await house.sim(`GET /devices/${serial}`)) as { relays: { number: number; contact: string }[] };
  return device.relays.find(({ number }) => number === relay)?.contact;
}

/** Whether the event that is to be held up has come, and is held. */
async function hasStruck(): Promise<boolean> {
  const faults = (await house.sim("GET /faults")) as { match: { operation: string }; struck: number }[];
  return faults.every(({ match, struck }) => match.operation !== "event" || struck > 0);
}

async function logOf(): Promise<Activity[]> {
  return (await (await page.request.get("/api/activity-logs")).json()) as Activity[];
}

/** Entries about a proved switch of the Light. */
async function loggedSwitches(): Promise<number> {
  return (await logOf()).filter(({ relayNumber, type }) => relayNumber === 3 && type === "success").length;
}

const confirmed = (word: string) => new RegExp(`^${word} · .*confirmed`);
