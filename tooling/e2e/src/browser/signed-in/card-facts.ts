/** Cards and the log: words by thresholds, badges, relative times, when a control is inert. Devices are made to say it. */
import { MyNumbers } from "@relaydeck/contract/analytics";
import type { Page } from "playwright";
import { expect } from "vitest";
import { pressedIn, relayControl, untilReady } from "../controls.ts";
import { enterDemo, visit } from "../house.ts";
import { keepLayout } from "../layouts-page.ts";
import { ask, deviceNamed } from "./callers.ts";
import type { FactScene, Proofs } from "./facts.ts";
import { home } from "./header-facts.ts";
import { button, enterInLog, openAlerts, takeOutOfLog } from "./scene.ts";

const serial = "P0SIM0001";

interface Report {
  readonly ps?: number;
  readonly bat?: number;
  readonly cell?: number;
}

let reports = 0;

/**
 * Pump house reports just this once, and the page has heard it: of every report the current of its relays is its number, told
 * where no command is.
 */
async function report({ page, house }: FactScene, { ps = 1, bat = 88, cell = 64 }: Report): Promise<string[]> {
  reports += 1;
  const milliamps = 700 + reports;
  await house.sim("POST /emit", {
    device: serial,
    name: "powerone/data",
    data: JSON.stringify({
      i: [milliamps, milliamps, milliamps, milliamps],
      ...{ ps, bat, cell, seq: 100_000 + reports, up: 200_000 + Math.floor(performance.now() / 1_000) },
    }),
  });
  const card = page.getByRole("article", { name: "Pump house" });
  await card.getByText(`${milliamps} mA`).first().waitFor({ state: "attached" });
  return card.locator(".vitals li").allInnerTexts();
}

async function whileSilent<T>(scene: FactScene, look: () => Promise<T>): Promise<T> {
  await home(scene);
  await relayControl(scene.page, "Pump house", "Well pump");
  await scene.house.sim(`PATCH /devices/${serial}`, { telemetry: false });
  const seen = await look();
  await scene.house.sim(`PATCH /devices/${serial}`, { telemetry: true });
  return seen;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Ages go on in steps of the page's clock this long. */
const stepMs = 5_000;

/**
 * What the log says of entries that are just so old, to the millisecond; asked again where the page's step has gone on before
 * it was read. Of each age there are four entries, for this step and the three after it.
 */
async function saidOfAges(scene: FactScene, agesMs: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const from = Math.floor((performance.timeOrigin + performance.now()) / stepMs) * stepMs;
  const instants = [0, 1, 2, 3].flatMap((steps) => agesMs.map((ageMs) => from + steps * stepMs - ageMs));
  enterInLog(scene, instants);
  await home(scene);
  const entries = scene.page.locator(".log-row", { hasText: "Of old" });
  await expect.poll(() => entries.count()).toBe(instants.length);
  await entries.first().scrollIntoViewIfNeeded();
  const read = () =>
    entries.locator("time").evaluateAll((all) => ({
      nowMs: performance.timeOrigin + performance.now(),
      said: all.map((one) => ({ text: one.textContent, at: Date.parse((one as HTMLTimeElement).dateTime) })),
    }));
  // Within a step, and far enough from its ends for the page to have drawn it.
  const isSettled = ({ nowMs }: { nowMs: number }) => nowMs % stepMs > 1_300 && nowMs % stepMs < stepMs - 300;
  let seen = await read();
  while (!isSettled(seen)) seen = await read();
  takeOutOfLog(scene);
  const now = Math.floor(seen.nowMs / stepMs) * stepMs;
  return new Map(seen.said.map(({ text, at }) => [now - at, text]));
}

/** What is said from one of a unit on, from two on, and up to its end; numbers as `{n}` where they are the whole units gone by. */
function formsOf(said: ReadonlyMap<number, string>, unitMs: number, endMs: number) {
  const form = (ageMs: number) => said.get(ageMs)?.replace(String(Math.floor(ageMs / unitMs)), "{n}");
  const [one, last] = [said.get(unitMs), said.get(2 * unitMs - 1)];
  const others = [...new Set([form(2 * unitMs), form(endMs - 1)])];
  return { one: one === last ? one : [one, last], other: others.length === 1 ? others[0] : others };
}

async function isInert(page: Page, device: string, relay: string): Promise<boolean> {
  const control = await relayControl(page, device, relay);
  return (await control.locator("[aria-disabled=true]").count()) > 0;
}

export const cardFacts: Proofs = {
  "signal-quality": {
    see: (scene) =>
      whileSilent(scene, async () => {
        const words: { level: number; word: string }[] = [];
        for (const level of [100, 81, 80, 79, 61, 60, 59, 41, 40, 39, 21, 20, 19, 1, 0]) {
          const [, , signal = ""] = await report(scene, { cell: level });
          words.push({ level, word: signal.replaceAll(/Signal|[\d%·,()\s]+$|\d+\s?%/g, "").trim() });
        }
        // The lowest level that has the word; the level just below it was tried and has another.
        const ends = words.filter(({ word }, n) => words[n + 1]?.word !== word);
        return ends.map(({ level, word }) => ({ min: level, word }));
      }),
  },
  "power-source": {
    see: (scene) =>
      whileSilent(scene, async () => {
        const said: [number, string][] = [];
        for (const ps of [1, 2, 0, 3, 4, -1]) said.push([ps, ((await report(scene, { ps }))[0] ?? "").trim()]);
        const others = new Set(said.slice(2).map(([, text]) => text));
        return { "1": said[0]?.[1], "2": said[1]?.[1], "*": others.size === 1 ? [...others][0] : [...others] };
      }),
  },
  "raw-negative": {
    see: (scene) =>
      whileSilent(scene, async () => {
        const lowest = { batteryPercent: Number.NaN, cellularLevel: Number.NaN };
        for (const n of [1, 0, -1, -2]) {
          const [, battery = "", signal = ""] = await report(scene, { bat: n, cell: n });
          if (!/not available/i.test(battery)) lowest.batteryPercent = n;
          if (!/not available/i.test(signal)) lowest.cellularLevel = n;
        }
        return { batteryPercent: `<${lowest.batteryPercent}`, cellularLevel: `<${lowest.cellularLevel}` };
      }),
  },
  "relative-time": {
    async see(scene) {
      const ends = [minute, 2 * minute, hour, 2 * hour, day, 2 * day, 3 * day];
      const said = await saidOfAges(
        scene,
        ends.flatMap((ageMs) => [ageMs - 1, ageMs]),
      );
      const youngest = said.get(minute - 1);
      const under = ends.find((ageMs) => said.get(ageMs) !== youngest) ?? Number.NaN;
      return [
        { under: under / 1_000, unit: "s", text: youngest },
        { unit: "minutes", ...formsOf(said, minute, hour) },
        { unit: "hours", ...formsOf(said, hour, day) },
        { unit: "days", ...formsOf(said, day, 3 * day) },
      ];
    },
  },
  "relay-disabled": {
    async see(scene) {
      const { page, house } = scene;
      await home(scene);
      const whileOffline = await isInert(page, "Cabin", "Boiler");
      const light = await relayControl(page, "Workshop", "Relay 2");
      await untilReady(light);
      const before = await isInert(page, "Workshop", "Relay 2");
      const match = { device: "P0SIM0002", operation: "function" };
      await house.sim("POST /faults", { match, effect: { kind: "delay", ms: 1_500 }, times: 1 });
      await light.locator("button[aria-pressed=false]").first().click();
      await light.locator("[aria-disabled=true]").first().waitFor();
      const whilePending = await isInert(page, "Workshop", "Relay 2");
      await untilReady(light);
      return whileOffline && !before && whilePending;
    },
  },
  "email-alert-states": {
    async see(scene) {
      const { id: deviceId } = await deviceNamed(scene, "Workshop");
      const data = { deviceId, alertType: "power_on", emailAddress: "demo@relaydeck.test" };
      const alert = JSON.parse((await ask(scene, "POST /api/email-alerts", data)).body) as { id: string };
      await home(scene);
      const card = await openAlerts(scene.page, "Workshop");
      const row = card.locator(`[data-thing="${alert.id}"]`);
      const read = async () => (await row.locator(".badge").first().innerText()).trim();
      await row.waitFor();
      const enabled = await read();
      await ask(scene, `PUT /api/email-alerts/${alert.id}`, { enabled: false });
      await expect.poll(read).not.toBe(enabled);
      const disabled = await read();
      await ask(scene, `DELETE /api/email-alerts/${alert.id}`);
      return { enabled, "not enabled": disabled };
    },
  },
  "component-rendering": {
    async see(scene) {
      const types = [
        "device-list",
        "shared-devices",
        "system-status",
        "activity-log",
        "device-registration",
        "analytics-overview",
        "quick-controls",
        "weather",
      ];
      const { id: deviceId } = await deviceNamed(scene, "Workshop");
      const settings = { relays: [{ deviceId, relayNumber: 2 }] };
      const tiles = types.map((type, n) => ({ id: type, type, at: [0, n * 2, 6, 2] as const, settings }));
      const id = await keepLayout(scene.page, { name: "All", tiles });
      await home(scene);
      const { page } = scene;
      const tile = (type: string) => page.locator(`.place[data-component=${type}]`);
      await tile("weather").getByText("Unknown").first().waitFor();
      const heading = async (type: string) =>
        (await tile(type).getByRole("heading").first().innerText()).replace(/ ?[·(]? ?\d+\)?$/, "");
      const sub = await tile("shared-devices").locator(".tile-subtitle").first().innerText();
      const seen = {
        "device-list": await heading("device-list"),
        "shared-devices": `${await heading("shared-devices")}, with the card ${sub}`,
        "system-status": await heading("system-status"),
        "activity-log": await heading("activity-log"),
        "device-registration": (await tile("device-registration").count()) === 0 ? null : "a tile",
        ...(await widgets(scene)),
        "*": (
          await tile("weather")
            .getByText(/^Unknown/)
            .last()
            .innerText()
        ).trim(),
      };
      await ask(scene, "DELETE /api/dashboard-layouts/default");
      await ask(scene, `DELETE /api/dashboard-layouts/${id}`);
      await button(page, "Connected").waitFor();
      return seen;
    },
  },
};

/** Built for real: each does what it is for, and without anything to show it says the documented words. [D7] */
async function widgets(scene: FactScene) {
  const [counts, empty] = [await countsCommands(scene), await overviewOfNobody(scene)];
  const words = /coming soon/i.exec(empty)?.[0].toLowerCase();
  return {
    "analytics-overview": counts ? `placeholder '${words}' (built for real, wording kept as empty state)` : "counts nothing",
    "quick-controls": (await switchesRelay(scene)) ? "placeholder (built for real)" : "switches nothing",
  };
}

/** The number of today's commands goes on when one is given, and is the server's. Earlier ones may come to their end meanwhile. */
async function countsCommands(scene: FactScene): Promise<boolean> {
  const number = scene.page.locator(".place[data-component=analytics-overview] .analytics-number").first();
  const { id: deviceId } = await deviceNamed(scene, "Workshop");
  const give = () => ask(scene, "POST /api/relay-command", { deviceId, command: "relay_on", relayNumber: 2 });
  const isToldAs = async (count: number) => Number(await number.innerText()) === count;
  // The first of the day, where there was none before.
  await give();
  const before = await commandsToday(scene);
  await give();
  await expect.poll(async () => isToldAs(await commandsToday(scene))).toBe(true);
  return Number(await number.innerText()) > before;
}

async function commandsToday(scene: FactScene): Promise<number> {
  const timeZone = await scene.page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { body } = await ask(scene, `GET /trpc/analytics.mine?input=${encodeURIComponent(JSON.stringify({ timeZone }))}`);
  return MyNumbers.parse(JSON.parse(body).result.data).commandsToday;
}

/** What somebody reads there who has never given a command. */
async function overviewOfNobody({ browser, house }: FactScene): Promise<string> {
  const visitor = await visit(browser, house);
  await enterDemo(visitor, "alex");
  const id = await keepLayout(visitor.page, { name: "One", tiles: [{ id: "a", type: "analytics-overview", at: [0, 0, 6, 2] }] });
  await visitor.page.reload();
  const text = await visitor.page.locator(".place").first().locator(".empty").innerText();
  await ask(visitor, "DELETE /api/dashboard-layouts/default");
  await ask(visitor, `DELETE /api/dashboard-layouts/${id}`);
  await visitor.context.close();
  return text;
}

/** A press in the tile reaches the device. */
async function switchesRelay({ page }: FactScene): Promise<boolean> {
  const control = page.locator(".place[data-component=quick-controls]").getByRole("group", { name: "Relay 2" });
  await untilReady(control);
  const target = (await pressedIn(control)) === "on" ? "Off" : "On";
  await control.getByRole("button", { name: target, exact: true }).click();
  await expect.poll(() => pressedIn(control), { timeout: 20_000 }).toBe(target.toLowerCase());
  return true;
}
