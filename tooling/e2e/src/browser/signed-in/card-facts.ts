/** Cards and the log: words by thresholds, badges, relative times, when a control is inert. Devices are made to say it. */
import type { Page } from "playwright";
import { expect } from "vitest";
import { relayControl, untilReady } from "../controls.ts";
import { keepLayout } from "../layouts-page.ts";
import { ask } from "./callers.ts";
import { deviceNamed } from "./entity-facts.ts";
import type { FactScene, Proofs } from "./facts.ts";
import { home } from "./header-facts.ts";
import { button, onDatabase, openAlerts } from "./scene.ts";

const serial = "P0SIM0001";

interface Report {
  readonly ps?: number;
  readonly bat?: number;
  readonly cell?: number;
}

let reports = 0;

/** Pump house reports just this once, and the page has heard it: of every report the current of one relay is its number. */
async function report({ page, house }: FactScene, { ps = 1, bat = 88, cell = 64 }: Report): Promise<string[]> {
  reports += 1;
  const milliamps = 700 + reports;
  await house.sim("POST /emit", {
    device: serial,
    name: "powerone/data",
    data: JSON.stringify({ i: [milliamps, 600, 600, 600], ps, bat, cell, seq: 100_000 + reports, up: 200_000 + reports }),
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

/** Entries of these ages, as the log says how old they are, youngest first. */
async function agesSaid(scene: FactScene, agesMs: readonly number[]): Promise<{ text: string; ageMs: number }[]> {
  onDatabase(scene, "delete from activity_logs where message = 'Of old'");
  for (const [n, ageMs] of agesMs.entries())
    onDatabase(
      scene,
      `insert into activity_logs (id, user_id, message, type, timestamp)
        select 'act_facts${String(n).padStart(17, "0")}', id, 'Of old', 'info', unixepoch() * 1000 - ${ageMs}
        from users where email = 'demo@relaydeck.test'`,
    );
  await home(scene);
  const rows = scene.page.locator(".log-row", { hasText: "Of old" });
  await expect.poll(() => rows.count()).toBe(agesMs.length);
  const said = await rows.locator("time").evaluateAll((all) =>
    all.map((one) => ({
      text: one.textContent,
      ageMs: performance.timeOrigin + performance.now() - Date.parse((one as HTMLTimeElement).dateTime),
    })),
  );
  onDatabase(scene, "delete from activity_logs where message = 'Of old'");
  return said;
}

/** From which age on in seconds it is no longer the word of the youngest; each tried age lies two seconds after another. */
function firstOther(said: readonly { text: string; ageMs: number }[]): number {
  const youngest = said[0]?.text;
  const other = said.find(({ text }) => text !== youngest);
  const last = said.findLast(({ text }) => text === youngest);
  if (other === undefined || last === undefined || other.ageMs - last.ageMs > 3_000) return Number.NaN;
  // To a quarter of a minute: what was drawn is read a little later.
  return Math.round((other.ageMs + last.ageMs) / 2 / 15_000) * 15;
}

const formOf = (text = "") => text.replace(/\d+/, "{n}");

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
      const around = Array.from({ length: 16 }, (_, n) => (46 + 2 * n) * 1_000);
      const young = await agesSaid(scene, around);
      const ages = [75_000, 5.5 * minute, 90 * minute, 3.5 * hour, 30 * hour, 60 * hour];
      const [one, minutes, anHour, hours, aDay, days] = (await agesSaid(scene, ages)).map(({ text }) => text);
      return [
        { under: firstOther(young), unit: "s", text: young[0]?.text },
        { unit: "minutes", one, other: formOf(minutes) },
        { unit: "hours", one: anHour, other: formOf(hours) },
        { unit: "days", one: aDay, other: formOf(days) },
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
      const tiles = types.map((type, n) => ({ id: type, type, at: [0, n * 2, 6, 2] as const }));
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

/** Built for real: each draws what it has, or says in the fixed words that it has nothing yet. [D7] */
async function widgets({ page }: FactScene) {
  const tile = (type: string) => page.locator(`.place[data-component=${type}]`);
  const overview = await tile("analytics-overview").innerText();
  const controls = await tile("quick-controls").innerText();
  const isReal = (text: string) => text.trim().split("\n").length > 1;
  return {
    "analytics-overview": isReal(overview) ? "placeholder 'coming soon' (built for real, wording kept as empty state)" : overview,
    "quick-controls": isReal(controls) ? "placeholder (built for real)" : controls,
  };
}
