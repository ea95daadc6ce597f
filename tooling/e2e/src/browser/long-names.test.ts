/** Names as long as they may be and without a blank, of everything that a person names: nothing is pushed out of its place. [A6] */
import type { Device } from "@relaydeck/contract/devices";
import { present } from "@relaydeck/kit/assert";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { relayControl } from "./controls.ts";
import { clippedTexts } from "./fitting.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { sidewaysScroll } from "./inspection.ts";
import { keepLayout, layoutLine } from "./layouts-page.ts";
import { enterAs } from "./walks.ts";

const long = {
  first: "F".repeat(100),
  last: "L".repeat(100),
  device: "D".repeat(64),
  relay: "R".repeat(64),
  layout: "N".repeat(100),
  tile: "T".repeat(100),
  token: "P".repeat(100),
  email: `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.example.com`,
} as const;

let house: House;
let browser: Browser;
let maria: Visit;
let page: Page;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
  maria = await visit(browser, house);
  ({ page } = maria);
  await enterDemo(maria);
  await ask("PATCH /api/auth/user", { firstName: long.first, lastName: long.last });
  const devices = (await (await page.request.get("/api/devices")).json()) as Device[];
  const { id } = present(
    devices.find(({ name }) => name === "Pump house"),
    "It is Maria's",
  );
  const relays = [{ number: 1, name: long.relay }];
  await ask(`PATCH /api/devices/${id}`, { name: long.device, relays });
  for (const sharedWithEmail of [long.email, "alex@relaydeck.test"])
    await ask("POST /api/device-shares", { deviceId: id, sharedWithEmail, permission: "view" });
  await ask("POST /trpc/auth.createToken", { name: long.token, scope: "read", deviceIds: null, expiresAt: null });
  const quick = { relays: [{ deviceId: id, relayNumber: 1 }] };
  const types = ["device-list", "shared-devices", "system-status", "activity-log", "quick-controls", "analytics-overview"];
  await keepLayout(page, {
    name: long.layout,
    tiles: [...types, "weather"].map((type, n) => ({
      id: type,
      type,
      title: long.tile,
      at: [(n % 2) * 6, Math.floor(n / 2) * 3, 6, 3],
      settings: type === "quick-controls" ? quick : {},
    })),
  });
  await house.sim("POST /devices/P0SIM0001/button", { relay: 1, state: "off" });
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

async function ask(call: `${string} /${string}`, data: object): Promise<void> {
  const [method = "", path = ""] = call.split(" ");
  const answer = await page.request.fetch(path, { method, data, headers: { origin: house.url } });
  expect([call, answer.ok(), await answer.text()]).toEqual([call, true, expect.any(String)]);
}

/** Words that stand outside the window or the frame that holds them, or are cut off in it; and whether the page can be pushed. */
async function pushedOut(on: Page = page): Promise<string[]> {
  const outside = await on.evaluate(() => {
    const found: string[] = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = words.nextNode(); text !== null; text = words.nextNode()) {
      const element = text.parentElement;
      if (
        element === null ||
        !element.checkVisibility() ||
        element.closest(".visually-hidden, .counts, .tabs, .skip-link, svg") !== null
      )
        continue;
      // What is shortened on purpose has its own way to be read whole.
      if (getComputedStyle(element).textOverflow === "ellipsis") continue;
      const frame = element.closest("button, .tile, [role=dialog], [role=menu]")?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(text);
      const { right } = range.getBoundingClientRect();
      if (element.offsetWidth > 1 && right > Math.min(innerWidth, frame?.right ?? innerWidth) + 1)
        found.push(
          `${element.tagName}.${element.className} in ${element.parentElement?.className}: ${text.nodeValue?.slice(0, 20)}`,
        );
    }
    return found;
  });
  const pushed = await sidewaysScroll(on);
  return [...(pushed > 0 ? [`the page, by ${pushed} px`] : []), ...outside, ...(await clippedTexts(on, undefined))];
}

const button = (name: string | RegExp) => page.getByRole("button", { name });

async function openDashboard(width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto("/dashboard");
  await layoutLine(page, `${long.layout} · 7 visible components`).waitFor();
  await relayControl(page, long.device, long.relay);
  // On a phone it is fetched when it comes near.
  await page.locator("[data-tile=activity]").scrollIntoViewIfNeeded();
  await page.locator(".log-row").first().waitFor();
}

test.each([320, 360, 768, 1280])("[A6] at %i px in the tiles' titles, the list, the open card and the log", async (width) => {
  await openDashboard(width);
  expect(await page.getByRole("heading", { name: long.tile }).count()).toBe(7);
  expect(await pushedOut()).toEqual([]);
});

test("[A6] at 320 px for whom the device is shared with, and for an administrator", async () => {
  const [alex, admin] = [await visit(browser, house, { width: 320 }), await visit(browser, house, { width: 320 })];
  await enterDemo(alex, "alex");
  await alex.page.getByRole("article", { name: long.device }).waitFor();
  expect(await pushedOut(alex.page)).toEqual([]);
  await enterAs(admin, "admin");
  for (const [path, name] of [
    ["/admin/dashboard?tab=users", long.first],
    ["/admin/dashboard?tab=devices", long.device],
    ["/admin/dashboard?tab=activity", long.relay],
  ] as const) {
    await admin.page.goto(path);
    await admin.page.getByText(name).first().waitFor();
    expect([path, await pushedOut(admin.page)]).toEqual([path, []]);
  }
  expect([...alex.complaints, ...admin.complaints, ...maria.complaints]).toEqual([]);
  await Promise.all([alex.context.close(), admin.context.close()]);
});

const opening: Readonly<Record<string, () => Promise<void>>> = {
  "the user menu": async () => {
    await button(/user menu/).click();
    await page.getByRole("menu").waitFor();
  },
  "the menu of layouts": async () => {
    await button(/choose another layout/).click();
    await page.getByRole("menu").waitFor();
  },
  "the layout editor": async () => {
    await button("Customize Layout").click();
    await button(`Edit ${long.layout}`).click();
  },
  "the share dialog": async () => {
    await button(`Share ${long.device}`).click();
    await page.getByText(long.email).first().waitFor();
  },
  "the fields of new names": async () => {
    await button(`More for ${long.device}`).click();
    await page.getByRole("menuitem", { name: /Rename/ }).click();
    await page.getByRole("textbox", { name: /name/i }).first().waitFor();
  },
  "the palette": async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("option").first().waitFor();
  },
  "the choice of relays": async () => {
    await button("Change relays").click();
    await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
  },
  "the history": async () => {
    await page.getByRole("group", { name: long.relay }).first().scrollIntoViewIfNeeded();
    await button(`History of ${long.relay}`).first().click();
    await page.getByRole("dialog").getByRole("slider").first().waitFor();
  },
  "the evidence": async () => {
    await button(`Evidence for ${long.relay}`).first().click();
    await page.getByRole("dialog").waitFor();
  },
  "the strip of a removed device": async () => {
    await button(`More for ${long.device}`).click();
    await page.getByRole("menuitem", { name: /Remove/ }).click();
    await page.locator(".removed-devices").getByRole("button").waitFor();
  },
};

test.each(Object.entries(opening))("[A6] at 320 px in %s", async (_name, open) => {
  await openDashboard(320);
  await open();
  await expect.poll(() => pushedOut(), { timeout: 15_000 }).toEqual([]);
});

test("[A6] at 320 px on the profile, and in the question before a token is revoked", async () => {
  await page.goto("/profile");
  await page.getByText(long.token).first().waitFor();
  expect(await pushedOut()).toEqual([]);
  await button(`Revoke ${long.token}`).click();
  await button("Revoke token").waitFor();
  await expect.poll(() => pushedOut(), { timeout: 3_000 }).toEqual([]);
});
