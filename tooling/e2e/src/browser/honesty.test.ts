/** The card under the simulator's faults: what it shows, and that the pressed button is never ahead of the evidence. [A9] */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keepWordings, pressedIn, relayControl, samplePressed, truthLine, untilReady, type Pressed } from "./controls.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";

const serial = "P0SIM0001";
const onFunction = { device: serial, operation: "function" } as const;

let house: House;
let browser: Browser;
let maria: Visit;

beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
  maria = await visit(browser, house);
  await enterDemo(maria);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
beforeEach(async () => {
  await house.sim("DELETE /faults");
  await house.sim(`PATCH /devices/${serial}`, { telemetry: true });
});

describe("[A9] at 50 ms samples the pressed button is what was reported", () => {
  test("lost answer: unconfirmed, then confirmed by the device's own report, never failed", async () => {
    const { control, wanted } = await settled(maria.page);
    await house.sim("POST /faults", { match: onFunction, effect: { kind: "drop-reply" } });
    // Nothing that the device says may end the doubt before it was seen.
    const unreadable = { kind: "status", status: 503 };
    await house.sim("POST /faults", { match: { device: serial, operation: "variable" }, effect: unreadable, times: 0 });
    await house.sim(`PATCH /devices/${serial}`, { telemetry: false });
    const stop = await samplePressed(control);
    await control.getByRole("button", { name: wanted, exact: true }).click();
    await rowText(maria.page, /^Unconfirmed · sent .*, no answer/);
    await house.sim(`PATCH /devices/${serial}`, { telemetry: true });
    await rowText(maria.page, confirmed(wanted));
    await agreesWithReports(await stop());
    expect(await maria.page.getByText(/^Failed ·/).count()).toBe(0);
  });

  test("yes but nothing happens: never confirmed, and in the end the two disagree", async () => {
    const { control, wanted, before } = await settled(maria.page);
    await house.sim("POST /faults", { match: onFunction, effect: { kind: "no-execute" } });
    const stop = await samplePressed(control);
    await control.getByRole("button", { name: wanted, exact: true }).click();
    await rowText(maria.page, /^Device answered, but/);
    const samples = await stop();
    await agreesWithReports(samples);
    expect(await pressedIn(control)).toBe(before);
    expect(await maria.page.getByText(confirmed(wanted)).count()).toBe(0);
    await undo(control, before);
  });

  test("a refusal of the device is failed, with its reason and a way to try again", async () => {
    const { control, wanted, before } = await settled(maria.page);
    await house.sim("POST /faults", {
      match: onFunction,
      effect: { kind: "status", status: 404, body: { ok: false, error: "Function not found" } },
    });
    await control.getByRole("button", { name: wanted, exact: true }).click();
    await rowText(maria.page, /Failed ·/);
    await maria.page
      .getByRole("button", { name: /^Try again/ })
      .first()
      .waitFor();
    expect(await pressedIn(control)).toBe(before);
  });

  test("[A10] the control keeps its elements and its size from requested to confirmed", async () => {
    const { control, wanted } = await settled(maria.page);
    const marked = await control.evaluateHandle((group) => ({ group, buttons: [...group.querySelectorAll("button")] }));
    const sizes = new Set<string>();
    const measure = async () => {
      const box = await control.boundingBox();
      sizes.add(`${box?.width}x${box?.height}`);
    };
    await measure();
    // Long enough under way to be looked at, however slow the machine is.
    await house.sim("POST /faults", { match: { operation: "function" }, effect: { kind: "delay", ms: 2_000 }, times: 1 });
    await control.getByRole("button", { name: wanted, exact: true }).click();
    await measure();
    await rowText(maria.page, /sent/);
    await measure();
    await rowText(maria.page, confirmed(wanted));
    await measure();
    const isSame = await control.evaluate(
      (group, first) =>
        group === first.group && [...group.querySelectorAll("button")].every((button, i) => button === first.buttons[i]),
      marked,
    );
    expect([isSame, sizes.size]).toEqual([true, 1]);
  });
});

test("[HD-5, CM-7] proved before its answer: a press is taken, waits behind the call, and the first one's end leaves it alone", async () => {
  const { control, before, wanted } = await settled(maria.page);
  const back = before === "on" ? "On" : "Off";
  await house.sim("POST /faults", { match: onFunction, effect: { kind: "delay", ms: 8_000 }, times: 1 });
  const calls = await callCount();
  await control.getByRole("button", { name: wanted, exact: true }).click();
  await rowText(maria.page, /· sent/);
  await house.sim(`POST /devices/${serial}/button`, { relay: 1, state: wanted.toLowerCase() });
  await truthLine(control).getByText(confirmed(wanted)).waitFor();
  const wordings = await keepWordings(control);
  // Twice: the second of a double click finds the first under way.
  await control.getByRole("button", { name: back, exact: true }).dblclick();
  await truthLine(control).getByText(`Turning ${back.toLowerCase()} · requested`).waitFor();
  expect(await callCount(), "the first call has no answer yet").toBe(calls + 1);
  await truthLine(control).getByText(confirmed(back)).waitFor({ timeout: 30_000 });
  const said = await wordings();
  const since = said.slice(said.findIndex((wording) => wording.startsWith(`Turning ${back.toLowerCase()}`)));
  const ofTheFirst = new RegExp(`^(Turning ${wanted.toLowerCase()}|${wanted} ·|Failed|Unconfirmed|Expired|Cancelled)`);
  expect(since.filter((wording) => ofTheFirst.test(wording))).toEqual([]);
  expect([await callCount(), await pressedIn(control)]).toEqual([calls + 2, before]);
});

describe("no link, no command", () => {
  test("[HD-5] while the browser has no network the control is inert, and nothing that was pressed is ever sent", async () => {
    const { control, before } = await settled(maria.page);
    const calls = await callCount();
    await maria.context.setOffline(true);
    await expect
      .poll(() => control.getByRole("button", { name: "On", exact: true }).getAttribute("aria-disabled"), { timeout: 30_000 })
      .toBe("true");
    await control.getByRole("button", { name: before === "on" ? "Off" : "On", exact: true }).click({ force: true });
    await maria.context.setOffline(false);
    await untilReady(control);
    expect(await callCount()).toBe(calls);
    expect(await pressedIn(control)).toBe(before);
  });
});

test("[HD-1] in all this nothing failed in the page and nothing was against its content policy", () => {
  expect(maria.complaints).toEqual([]);
});

/** The Well pump's control at rest, with what it reports and the word of the other state. */
async function settled(page: Page) {
  const control = await relayControl(page, "Pump house", "Well pump");
  await untilReady(control);
  await expect.poll(reports, { timeout: 30_000 }).not.toEqual([]);
  const before = await pressedIn(control);
  return { control, before, wanted: before === "on" ? "Off" : "On" };
}

async function undo(control: Awaited<ReturnType<typeof relayControl>>, before: "on" | "off" | "unknown"): Promise<void> {
  await control.getByRole("button", { name: before === "on" ? "On" : "Off", exact: true }).click();
}

async function rowText(page: Page, text: RegExp): Promise<void> {
  await page
    .getByRole("article", { name: "Pump house" })
    .getByText(text)
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 30_000 });
}

async function callCount(): Promise<number> {
  const requests = (await house.sim("GET /requests?since=0")) as { operation: string }[];
  return requests.filter((request) => request.operation === "function").length;
}

/** Reports reach the page within this time, in milliseconds. */
const pathMs = 2_000;

/** In every sample the pressed button is what the device last reported by then, or what it reported while that was on its way. */
async function agreesWithReports(samples: readonly Pressed[]): Promise<void> {
  const heard = await reports();
  expect(samples.length).toBeGreaterThan(10);
  for (const sample of samples) {
    const untilNow = heard.filter((report) => report.at <= sample.at);
    const current = untilNow.filter((_, n) => (untilNow[n + 1]?.at ?? Infinity) > sample.at - pathMs);
    expect(
      current.map((report) => report.isOn),
      `what the device had reported at ${sample.at}`,
    ).toContain(sample.on === "true");
    expect(sample.off === "true").toBe(sample.on !== "true");
  }
}

/** What the device has reported of its first relay, oldest first. */
async function reports(): Promise<{ at: number; isOn: boolean }[]> {
  const devices = (await house.sim("GET /devices")) as { id: string; serial: string }[];
  const deviceId = devices.find((device) => device.serial === serial)?.id;
  const events = (await house.sim("GET /events?since=0")) as { at: string; deviceId: string; name: string; data: string }[];
  return events
    .filter((event) => event.deviceId === deviceId && event.name === "powerone/data" && event.data.includes('"i"'))
    .map((event) => ({ at: Date.parse(event.at), isOn: ((JSON.parse(event.data) as { i: number[] }).i[0] ?? 0) >= 50 }));
}

const confirmed = (word: string) => new RegExp(`^${word} · .*confirmed`);
