/**
 * Two people, two browsers, one relay: the one who only looks sees every step as it happens, and both find back to the
 * truth after a cut of their own network, of the server, and of the cloud's stream. [acceptance 8; C3, C6, US-1]
 */
import { isDeepStrictEqual } from "node:util";
import type { Activity } from "@relaydeck/contract/activity";
import type { SharedDevice } from "@relaydeck/contract/devices";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keepWordings, pressedIn, relayControl, truthLine, untilReady } from "./controls.ts";
import { commandStates, listenTo, type Heard } from "./heard.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { openWire, type Wire } from "./wire.ts";

/** Alex's one-relay device, which Maria may switch too. */
const serial = "R1SIM0002";
const others = ["P0SIM0001", "P0SIM0002", "P0SIM0006", "R1SIM0001"];

interface Person extends Visit {
  readonly wire: Wire;
  readonly heard: readonly Heard[];
  /** Her or his control of the relay that both look at. */
  door: Locator;
}

let house: House;
let browser: Browser;
let maria: Person;
let alex: Person;
let deviceId: string;

beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [300, 400] }), openBrowser()]);
  // The others are silent, so that what is on the wire is the one device that is watched.
  for (const other of others) await house.sim(`PATCH /devices/${other}`, { telemetry: false });
  [maria, alex] = await Promise.all([arrive("demo"), arrive("alex")]);
  deviceId = (await alex.page.getByRole("article", { name: "Garage" }).getAttribute("data-device")) ?? "";
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), maria.wire.close(), alex.wire.close()]);
});
beforeEach(async () => {
  await house.sim("DELETE /faults");
});

/** A file of the program, fetched ahead when the page is idle, asks nothing about a device. */
const asked = (who: Person) => who.requests.filter((request) => !request.startsWith("GET /assets/"));

/** What the page fetches after its first picture (histories, menus) is there; from here on it has the stream. */
async function allFetched(): Promise<void> {
  await maria.page.waitForLoadState("networkidle");
  maria.requests.length = 0;
}

/** Reports come after the answers, so that no step is left out. */
async function withSlowReports(): Promise<void> {
  await house.sim("POST /faults", {
    match: { device: serial, operation: "event" },
    effect: { kind: "delay", ms: 500 },
    times: 0,
  });
}

describe("one switches, the other looks", () => {
  test("[C3] each step shows on the other's page in its order, and that page asks the server for nothing", async () => {
    await withSlowReports();
    const seen = new Set<string>();
    for (const who of [alex, alex]) {
      await both(untilReady);
      const from = maria.heard.length;
      const wordings = await keepWordings(maria.door);
      await allFetched();
      const wanted = await press(who);
      await both((door) => truthLine(door).getByText(confirmed(wanted)).waitFor());
      expect(commandStates(maria.heard.slice(from), deviceId)).toEqual(["requested", "sent", "acknowledged", "confirmed"]);
      expect(asked(maria)).toEqual([]);
      // The age of the proof before may have gone on by a second until the press.
      const [first = "", ...later] = stepsIn(await wordings());
      const steps = first === "confirmed" && later.length > 0 ? later : [first, ...later];
      expect(steps).toEqual(["requested", "sent", "acknowledged", "confirmed"].filter((step) => steps.includes(step)));
      for (const step of steps) seen.add(step);
      await bothAgree();
    }
    // What was sent in the same picture is not shown as requested before it; what has to wait is, below.
    seen.delete("requested");
    expect(seen).toEqual(new Set(["sent", "acknowledged", "confirmed"]));
  });

  test("[C3, CM-7] a command that waits for its turn is told as requested to both, until the one before it is answered", async () => {
    await both(untilReady);
    await withSlowReports();
    await house.sim("POST /faults", { match: { device: serial, operation: "function" }, effect: { kind: "delay", ms: 6_000 } });
    const from = maria.heard.length;
    const first = await press(alex);
    await truthLine(maria.door).getByText(turning(first, "sent")).waitFor();
    const [relayNumber, target] = [1, first === "On" ? "off" : "on"];
    const second = alex.page.request.post("/trpc/relays.switch", {
      data: { deviceId, relayNumber, target },
      headers: { origin: house.url },
    });
    const last = first === "On" ? "Off" : "On";
    await both((door) => truthLine(door).getByText(turning(last, "requested")).waitFor());
    expect((await second).status()).toBe(200);
    await both((door) => truthLine(door).getByText(confirmed(last)).waitFor());
    const heard = maria.heard.slice(from).flatMap(({ item }) => (item.kind === "command" ? [item.command] : []));
    const stepsOf = (wanted: string) => heard.filter((command) => command.target === wanted).map(({ state }) => state);
    expect(stepsOf(target)).toEqual(["requested", "sent", "acknowledged", "confirmed"]);
    // The report may prove the first before its answer comes.
    expect(heard.slice(0, 3).map((command) => `${command.target} ${command.state}`)).toEqual([
      `${first.toLowerCase()} requested`,
      `${first.toLowerCase()} sent`,
      `${target} requested`,
    ]);
    await bothAgree();
  });
});

describe("after a cut, every item once and in order", () => {
  test("[US-1] her socket: what she missed comes in the order in which the other saw it", async () => {
    await both(untilReady);
    await expect.poll(() => ofTheDevice(maria.heard).at(-1) === ofTheDevice(alex.heard).at(-1)).toBe(true);
    const [fromMaria, fromAlex] = [maria.heard.length, alex.heard.length];
    maria.wire.cut();
    await headerSays(maria, /Connecting|Disconnected/);
    await expect(maria.door.getByRole("button", { name: "On", exact: true }).getAttribute("aria-disabled")).resolves.toBe("true");
    const wanted = await press(alex);
    await truthLine(alex.door).getByText(confirmed(wanted)).waitFor();
    await pressAtTheDevice();
    maria.wire.mend();
    await both(untilReady);
    await bothAgree();
    const told = ofTheDevice(alex.heard.slice(fromAlex));
    expect(told.length).toBeGreaterThan(6);
    // The last of it may still be on its way to her, and more may have come since.
    await expect.poll(() => ofTheDevice(maria.heard.slice(fromMaria)).slice(0, told.length)).toEqual(told);
    expect(maria.heard.slice(fromMaria).filter(({ item }) => item.kind === "resync").length).toBe(0);
    await logsAreTheServers();
  });

  test("[US-1] the server, killed and started again while a command is on its way", async () => {
    await both(untilReady);
    await house.sim("POST /faults", { match: { device: serial, operation: "function" }, effect: { kind: "delay", ms: 20_000 } });
    await press(alex);
    await both((door) =>
      truthLine(door)
        .getByText(/· sent /)
        .waitFor(),
    );
    await house.stop("SIGKILL");
    await Promise.all([headerSays(maria, /Connecting|Disconnected/), headerSays(alex, /Connecting|Disconnected/)]);
    await house.start();
    await Promise.all([headerSays(maria, /^Connected/), headerSays(alex, /^Connected/)]);
    // Who is back after the next report finds the proof in it already.
    await both((door) =>
      truthLine(door)
        .getByText(/^(Unconfirmed · sent|No answer came, and|(On|Off)( ·|$))/)
        .waitFor(),
    );
    await both(untilReady);
    const wanted = await press(alex);
    await both((door) => truthLine(door).getByText(confirmed(wanted)).waitFor());
    await bothAgree();
    expect([repeats(maria.heard), repeats(alex.heard)]).toEqual([[], []]);
    await logsAreTheServers();
  });

  test("[US-1] the cloud's stream: the gap stands in both logs, the proof that was lost in it comes with the next report", async () => {
    await both(untilReady);
    await house.sim("POST /stream/cut", { refuseForMs: 6_000, status: 503 });
    await Promise.all([headerSays(maria, /Connecting|Disconnected/), headerSays(alex, /Connecting|Disconnected/)]);
    const wanted = await press(maria);
    await both((door) =>
      truthLine(door)
        .getByText(/device answered/)
        .waitFor(),
    );
    await Promise.all([headerSays(maria, /^Connected/), headerSays(alex, /^Connected/)]);
    await both((door) => truthLine(door).getByText(confirmed(wanted)).waitFor());
    await bothAgree();
    for (const { page } of [maria, alex]) {
      await page
        .locator(".log-gap")
        .getByText(/^No data from the device cloud .+–.+\.$/)
        .first()
        .waitFor();
      expect(await page.locator(".log-gap").getByText(/since/).count()).toBe(0);
    }
    expect([repeats(maria.heard), repeats(alex.heard)]).toEqual([[], []]);
    await logsAreTheServers();
  });
});

describe("[C6, WS-5] a right that the owner takes back", () => {
  test.each(["Greenhouse", "Garage"])(
    "%s: the other's page is told within a second and drops it, nothing of it follows, and undone it is back as fast, without a reload",
    async (name) => {
      const { page } = maria;
      const [mine, its] = [page.getByRole("article", { name }), alex.page.getByRole("article", { name })];
      const id = await mine.getAttribute("data-device");
      const shared = (await (await page.request.get("/api/shared-devices")).json()) as SharedDevice[];
      const shareId = shared.find((device) => device.id === id)?.share.id;
      const byAlex = (procedure: string) =>
        alex.page.request.post(`/trpc/shares.${procedure}`, { data: { shareId }, headers: { origin: house.url } });
      await page.evaluate(() => document.documentElement.setAttribute("data-kept", ""));
      const begun = performance.now();
      expect((await byAlex("revoke")).status()).toBe(200);
      await mine.waitFor({ state: "detached" });
      expect(heardAfter(begun, "access-ended")).toBeLessThan(1_000);
      await page.getByRole("main").getByText(`Access to ${name} ended.`).waitFor();
      const [from, fromAlex] = [maria.heard.length, alex.heard.length];
      const relay = its.getByRole("group").first();
      const wanted = (await pressedIn(relay)) === "on" ? "off" : "on";
      await house.sim(`POST /devices/${name === "Garage" ? serial : "P0SIM0006"}/button`, { relay: 1, state: wanted });
      await house.sim(`PATCH /devices/${name === "Garage" ? serial : "P0SIM0006"}`, { telemetry: true });
      await expect.poll(() => pressedIn(relay), { timeout: 30_000 }).toBe(wanted);
      expect(alex.heard.slice(fromAlex).some(({ item }) => JSON.stringify(item).includes(id ?? ""))).toBe(true);
      expect(maria.heard.slice(from).filter(({ item }) => JSON.stringify(item).includes(id ?? ""))).toEqual([]);
      const undone = performance.now();
      expect((await byAlex("restore")).status()).toBe(200);
      await mine.waitFor();
      expect(heardAfter(undone, "access-granted")).toBeLessThan(1_000);
      await page.getByRole("main").getByText(`Access to ${name} ended.`).waitFor({ state: "detached" });
      await page.locator("html[data-kept]").waitFor({ state: "attached" });
    },
  );
});

test("[C3, D0.4] an open card follows its device's reports, battery and signal included, and asks for nothing", async () => {
  const card = maria.page.getByRole("article", { name: "Pump house" });
  await card.getByText(/^Battery/).waitFor();
  const from = maria.heard.length;
  await allFetched();
  const data = JSON.stringify({ i: [0, 0, 0, 0], ps: 0, bat: 41, cell: 33, seq: 100_000, up: 1_000_000 });
  await house.sim("POST /emit", { device: "P0SIM0001", name: "powerone/data", data });
  await card.getByText("Battery 41 %").or(card.getByText("Battery 41%")).waitFor();
  expect(maria.heard.slice(from).some(({ item }) => item.kind === "device" && item.vitals.batteryPercent === 41)).toBe(true);
  expect(asked(maria)).toEqual([]);
});

test("[HD-1] neither page had anything to complain of", () => {
  expect([...maria.complaints, ...alex.complaints]).toEqual([]);
});

async function arrive(as: "demo" | "alex"): Promise<Person> {
  const wire = await openWire();
  const visitor = await visit(browser, house, { wire });
  const heard = listenTo(visitor.page);
  await enterDemo(visitor, as);
  return { ...visitor, wire, heard, door: await relayControl(visitor.page, "Garage", "Door") };
}

async function both(work: (door: Locator) => Promise<unknown>): Promise<void> {
  await Promise.all([work(maria.door), work(alex.door)]);
}

/** Presses what the relay is not; answers the word of it. */
async function press({ door }: Person): Promise<"On" | "Off"> {
  const wanted = (await pressedIn(door)) === "on" ? "Off" : "On";
  await door.getByRole("button", { name: wanted, exact: true }).click();
  return wanted;
}

/** Somebody switches it by hand, and the one who is connected sees it. */
async function pressAtTheDevice(): Promise<void> {
  const state = (await pressedIn(alex.door)) === "on" ? "off" : "on";
  await house.sim(`POST /devices/${serial}/button`, { relay: 1, state });
  await expect.poll(() => pressedIn(alex.door), { timeout: 20_000 }).toBe(state);
}

/** Both pages and the device itself say the same. */
async function bothAgree(): Promise<void> {
  const truth = async () => {
    const device = (await house.sim(`GET /devices/${serial}`)) as { relays: { contact: "open" | "closed" }[] };
    return device.relays[0]?.contact === "closed" ? "on" : "off";
  };
  await expect
    .poll(async () => [await pressedIn(maria.door), await pressedIn(alex.door), await truth()], { timeout: 20_000 })
    .toSatisfy((states: string[]) => new Set(states).size === 1 && states[0] !== "unknown");
}

async function headerSays({ page }: Person, word: RegExp): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: word }).waitFor({ timeout: 30_000 });
}

/** Each page's log is the server's log for that person: every entry once, the newest on top. */
async function logsAreTheServers(): Promise<void> {
  for (const { page } of [maria, alex]) {
    const kept = async () => (await (await page.request.get("/api/activity-logs")).json()) as Activity[];
    const both = async () => ({ shown: await logOf(page), kept: (await kept()).map(({ message }) => message) });
    await expect.poll(both).toSatisfy(({ shown, kept: wanted }) => shown.length > 1 && isDeepStrictEqual(shown, wanted));
  }
}

/** Milliseconds after which Maria's page was told it. */
function heardAfter(begun: number, kind: "access-ended" | "access-granted"): number {
  const told = maria.heard.find(({ at, item }) => at >= begun && item.kind === kind);
  return (told?.at ?? Infinity) - begun;
}

/** The sentences; whose device and who did it stand behind them. */
function logOf(page: Page): Promise<string[]> {
  return page
    .locator(".log-box .log-row:not(.log-gap) .log-text")
    .evaluateAll((texts) => texts.map((text) => text.firstChild?.textContent ?? ""));
}

/** Numbers of the log that one page was given twice. */
function repeats(heard: readonly Heard[]): string[] {
  const ids = heard.flatMap(({ id, item }) =>
    item.kind === "command" || item.kind === "activity" ? [`${id} ${item.kind}`] : [],
  );
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** What was told of the device, in order: states of commands, reports, entries of the log. */
function ofTheDevice(heard: readonly Heard[]): string[] {
  return heard.flatMap(({ id, item }) => {
    if (item.kind === "command" && item.command.deviceId === deviceId) return [`${id} command ${item.command.state}`];
    if (item.kind === "activity" && item.entry.deviceId === deviceId) return [`${id} activity ${item.entry.id}`];
    return item.kind === "device" && item.device.id === deviceId ? [`${id} device ${item.device.relayState}`] : [];
  });
}

/** The steps that a page named, in order, each once in a row. */
function stepsIn(wordings: readonly string[]): string[] {
  const named = wordings.flatMap((wording) => {
    if (wording.includes("requested")) return ["requested"];
    if (wording.includes("· sent")) return ["sent"];
    if (wording.includes("device answered")) return ["acknowledged"];
    return wording.includes("confirmed") ? ["confirmed"] : [];
  });
  return named.filter((step, index) => step !== named[index - 1]);
}

const turning = (word: string, step: string) => new RegExp(`^Turning ${word.toLowerCase()} · ${step}`);

const confirmed = (word: string) => new RegExp(`^${word} · .*confirmed`);
