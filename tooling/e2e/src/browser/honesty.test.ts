/** The card under the simulator's faults: what it shows, and that the pressed button is never ahead of the evidence. [A9] */
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { switchesIn } from "./cloud-calls.ts";
import { keepWordings, pressedIn, relayControl, truthLine, untilReady } from "./controls.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { reportsOf, watchPressed } from "./reported.ts";

const serial = "P0SIM0001";
const onFunction = { device: serial, operation: "function" } as const;
const ofReports = { device: serial, operation: "event", name: "powerone/data" } as const;

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
    const isAsReported = await watchPressed(control, reports);
    await control.getByRole("button", { name: wanted, exact: true }).click();
    await rowText(maria.page, /^Unconfirmed · sent .*, no answer/);
    await house.sim(`PATCH /devices/${serial}`, { telemetry: true });
    await rowText(maria.page, confirmed(wanted));
    await isAsReported();
    expect(await maria.page.getByText(/^Failed ·/).count()).toBe(0);
  });

  test("yes but nothing happens: never confirmed, and in the end the two disagree", async () => {
    const { control, wanted, before } = await settled(maria.page);
    await house.sim("POST /faults", { match: onFunction, effect: { kind: "no-execute" } });
    const isAsReported = await watchPressed(control, reports);
    await control.getByRole("button", { name: wanted, exact: true }).click();
    await rowText(maria.page, /^Device answered, but/);
    await isAsReported();
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
  const calls = await switchesIn(house);
  await control.getByRole("button", { name: wanted, exact: true }).click();
  await rowText(maria.page, /· sent/);
  await house.sim(`POST /devices/${serial}/button`, { relay: 1, state: wanted.toLowerCase() });
  await truthLine(control).getByText(confirmed(wanted)).waitFor();
  const wordings = await keepWordings(control);
  // Twice: the second of a double click finds the first under way.
  await control.getByRole("button", { name: back, exact: true }).dblclick();
  await truthLine(control).getByText(`Turning ${back.toLowerCase()} · requested`).waitFor();
  expect(await switchesIn(house), "the first call has no answer yet").toBe(calls + 1);
  await truthLine(control).getByText(confirmed(back)).waitFor({ timeout: 30_000 });
  const said = await wordings();
  const since = said.slice(said.findIndex((wording) => wording.startsWith(`Turning ${back.toLowerCase()}`)));
  const ofTheFirst = new RegExp(`^(Turning ${wanted.toLowerCase()}|${wanted} ·|Failed|Unconfirmed|Expired|Cancelled)`);
  expect(since.filter((wording) => ofTheFirst.test(wording))).toEqual([]);
  expect([await switchesIn(house), await pressedIn(control)]).toEqual([calls + 2, before]);
});

describe("no link, no command", () => {
  test("[HD-5, A9] while the browser has no network the control is inert, and nothing that was pressed is ever sent", async () => {
    const { control, before } = await settled(maria.page);
    const calls = await switchesIn(house);
    const isAsReported = await watchPressed(control, reports);
    await maria.context.setOffline(true);
    await expect
      .poll(() => control.getByRole("button", { name: "On", exact: true }).getAttribute("aria-disabled"), { timeout: 30_000 })
      .toBe("true");
    await control.getByRole("button", { name: before === "on" ? "Off" : "On", exact: true }).click({ force: true });
    await maria.context.setOffline(false);
    await untilReady(control);
    const heard = (await reports()).length;
    await expect.poll(async () => (await reports()).length, { timeout: 20_000 }).toBeGreaterThan(heard);
    await isAsReported();
    expect(await switchesIn(house)).toBe(calls);
    expect(await pressedIn(control)).toBe(before);
  });
});

describe("[A9] a report `off` that was measured before the press, and comes after it", () => {
  test("ends no Off that waits for its answer: it shows what was, and proves nothing", async () => {
    const control = await reportedAs("On");
    await withholdReports();
    await switchByHand(1, "off");
    const withheld = await withheldReports();
    await expect.poll(withheldReports, { timeout: 20_000 }).toBeGreaterThan(withheld);
    await stopReporting();
    await house.sim("POST /faults", { match: onFunction, effect: { kind: "delay", ms: 9_000 } });
    const { isAsReported, wordings } = await watchPress(control, "Off");
    await truthLine(control).getByText("Turning off · sent").waitFor();
    expect(await pressedIn(control), "the report is still withheld").toBe("on");
    await control.getByRole("button", { name: "Off", exact: true, pressed: true }).waitFor();
    await truthLine(control).getByText("Turning off · device answered").waitFor();
    await reportAgain();
    await truthLine(control).getByText(confirmed("Off")).waitFor();
    await isAsReported();
    isUnderWayUntilProved(await wordings(), "Off");
  });

  test("ends no On that the device has answered: two of them are no contradiction", async () => {
    const control = await reportedAs("Off");
    const heater = await relayControl(maria.page, "Pump house", "Heater");
    const other = (await pressedIn(heater)) === "on" ? "Off" : "On";
    await withholdReports();
    await expect.poll(withheldReports, { timeout: 20_000 }).toBeGreaterThan(0);
    const withheld = await withheldReports();
    // In the last of them the Heater shows that they have come.
    await switchByHand(2, other);
    await expect.poll(withheldReports, { timeout: 20_000 }).toBeGreaterThan(withheld);
    await stopReporting();
    const { isAsReported, wordings } = await watchPress(control, "On");
    await truthLine(control).getByText("Turning on · device answered").waitFor();
    expect(await pressedIn(heater), "the last report is still withheld").not.toBe(other.toLowerCase());
    await heater.getByRole("button", { name: other, exact: true, pressed: true }).waitFor();
    expect(await truthLine(control).textContent()).toContain("Turning on · device answered");
    await reportAgain();
    await truthLine(control).getByText(confirmed("On")).waitFor();
    await isAsReported();
    isUnderWayUntilProved(await wordings(), "On");
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

/** The Well pump's control, which the device has reported so. */
async function reportedAs(word: "On" | "Off"): Promise<Locator> {
  const { control } = await settled(maria.page);
  await switchByHand(1, word);
  await control.getByRole("button", { name: word, exact: true, pressed: true }).waitFor();
  return control;
}

async function switchByHand(relay: number, word: string): Promise<void> {
  await house.sim(`POST /devices/${serial}/button`, { relay, state: word.toLowerCase() });
}

/** From now on every report is that long on its way, with the time at which it was measured. */
async function withholdReports(): Promise<void> {
  await house.sim("POST /faults", { match: ofReports, effect: { kind: "delay", ms: 7_000 }, times: 0 });
}

async function withheldReports(): Promise<number> {
  const faults = (await house.sim("GET /faults")) as { match: { operation: string }; struck: number }[];
  return faults.find(({ match }) => match.operation === "event")?.struck ?? 0;
}

/** What was measured is on its way; nothing newer is told, nor can it be read. */
async function stopReporting(): Promise<void> {
  const match = { device: serial, operation: "variable" };
  await house.sim("POST /faults", { match, effect: { kind: "status", status: 503 }, times: 0 });
  await house.sim(`PATCH /devices/${serial}`, { telemetry: false });
}

async function reportAgain(): Promise<void> {
  await house.sim("DELETE /faults");
  await house.sim(`PATCH /devices/${serial}`, { telemetry: true });
}

/** Presses, and keeps from just before on what is pressed and what is said. */
async function watchPress(control: Locator, word: "On" | "Off") {
  const isAsReported = await watchPressed(control, reports);
  const wordings = await keepWordings(control);
  await control.getByRole("button", { name: word, exact: true }).click();
  return { isAsReported, wordings };
}

/** It was said to be under way, its answer included, up to the proof. */
function isUnderWayUntilProved(said: readonly string[], word: "On" | "Off"): void {
  const isPressed = (wording: string) => wording.startsWith(`Turning ${word.toLowerCase()} ·`);
  // What was true before grows older until the press.
  const since = said.slice(said.findIndex(isPressed));
  const unproved = since.slice(
    0,
    since.findIndex((wording) => confirmed(word).test(wording)),
  );
  expect(unproved.at(-1)).toMatch(/device answered/);
  expect(unproved.filter((wording) => !isPressed(wording))).toEqual([]);
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

const reports = () => reportsOf(house, serial, 1);

const confirmed = (word: string) => new RegExp(`^${word} · .*confirmed`);
