/** Times, ranges and states of the screens, measured in the browser, or held by a test that looks at just that. */
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { relayControl } from "../controls.ts";
import { enterDemo } from "../house.ts";
import { clearLayouts, openEditor } from "../layouts-page.ts";
import { toastsOf } from "../toasts.ts";
import { expectSame, type FactScene, type Proof, type Proofs } from "./facts.ts";
import { button, onDatabase } from "./scene.ts";

const browserTest = (name: string) => `tooling/e2e/src/browser/${name}`;
const layoutsTest = (decided?: string): Proof => ({
  heldBy: [browserTest("layouts.test.ts"), "from nothing to a default of one's own, in the fixed words"],
  ...(decided === undefined ? {} : { decided }),
});
const polled: Proof = {
  heldBy: ["packages/client/src/live/polling.test.ts", "devices are read every 30 s and the log every 10 s"],
  decided: "D0.4",
};
const detected: Proof = {
  heldBy: ["packages/core/src/telemetry/fold.test.ts", "detection: ids, then serial prefix, then name, else one relay"],
};

/** A toast that stays until its time is over: nobody hovers it. */
async function bringUpToast(page: Page): Promise<Locator> {
  const boiler = await relayControl(page, "Cabin", "Boiler");
  await boiler.getByRole("button", { name: "On", exact: true }).click({ force: true });
  const toast = toastsOf(page).filter({ hasText: "Device must be online" });
  await toast.waitFor();
  return toast;
}

async function drag(page: Page, toast: Locator, byPx: number): Promise<void> {
  const box = await toast.boundingBox();
  if (box === null) throw new Error("A toast is on the page");
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byPx, y, { steps: 4 });
  await page.mouse.up();
}

interface Bounds {
  readonly min: number;
  readonly max: number | null;
  readonly nonNumeric: number;
}

/** Types beyond each end of the range, and nothing at all; what does not fit is made to fit when the field is left. */
function placeInput(label: string): Proof {
  return {
    async prove({ page }, { value }) {
      const { min, max, nonNumeric } = value as Bounds;
      const dialog = await openEditor(page);
      await dialog.getByRole("button", { name: "Create New" }).click();
      const field = dialog.getByRole("group", { name: "System Status" }).getByLabel(label, { exact: true });
      const typed = async (text: string) => {
        await field.fill(text);
        await field.blur();
        return Number(await field.inputValue());
      };
      expect([await typed(String(min)), await typed(String(min - 1)), await typed("")]).toEqual([min, min, nonNumeric]);
      // Where the document names no end, the product has one of its own. [IN-6]
      if (max === null) expect(await typed("40")).toBe(40);
      else expect([await typed(String(max)), await typed(String(max + 1))]).toEqual([max, max]);
      await page.reload();
      await page.evaluate(() => localStorage.clear());
    },
  };
}

async function menuOfThemes(page: Page): Promise<string[]> {
  await button(page, /^Theme/).click();
  await page.getByRole("menuitemradio").first().waitFor();
  const items = await page.getByRole("menuitemradio").allTextContents();
  return items.map((item) => item.trim().toLowerCase());
}

/** Between two reads of this call, in milliseconds. */
async function betweenReads(page: Page, name: string): Promise<number> {
  const next = () => page.waitForRequest((request) => request.url().includes(name), { timeout: 60_000 });
  await next();
  const from = performance.now();
  await next();
  return performance.now() - from;
}

function readsOf({ visitor }: FactScene, name: string): number {
  return visitor.requests.filter((request) => request.startsWith("GET") && request.includes(name)).length;
}

async function tooltipAfter(page: Page, place: Locator): Promise<number> {
  const from = performance.now();
  await place.hover();
  await page.locator(".tooltip").waitFor();
  return performance.now() - from;
}

export const screenFacts: Proofs = {
  "theme-key": {
    async prove({ page }, { value }) {
      await button(page, /^Theme/).click();
      await page.getByRole("menuitemradio", { name: "Dark" }).click();
      expect(await page.evaluate((key) => localStorage.getItem(key), String(value))).toBe("dark");
    },
  },
  theme: {
    async prove({ page }, { value, default: initial }) {
      expectSame(await menuOfThemes(page), value);
      await page.addInitScript(() => localStorage.removeItem("relaydeck-theme"));
      await page.reload();
      await button(page, "Theme: System").waitFor();
      expect(initial).toMatchObject({ "signed-in area": "system" });
    },
  },
  "theme-system": { heldBy: ["apps/web/src/app/theme.test.ts", "the signed-in area follows the machine"] },
  "routes-signed-in": {
    async prove({ page }, { value }) {
      for (const path of value as string[]) {
        await page.goto(path);
        await page.getByRole("heading", { name: "Dashboard", exact: true }).waitFor();
      }
    },
  },
  "route-transitions": { heldBy: [browserTest("layout-drafts.test.ts"), 'expect(asked).toContain("/api/login")'] },
  "component-rendering": { heldBy: [browserTest("signed-in/dashboard-states.ts"), "component-shared-devices"] },
  "layout-template": {
    async prove({ page }, { value }) {
      const { components } = value as {
        components: { title: string; visible: boolean; position: Record<"x" | "y" | "w" | "h", number> }[];
      };
      const dialog = await openEditor(page);
      await dialog.getByRole("button", { name: "Create New" }).click();
      const labels = { x: "X", y: "Y", w: "Width", h: "Height" } as const;
      for (const { title, visible, position } of components) {
        const row = dialog.getByRole("group", { name: title, exact: true });
        for (const field of ["x", "y", "w", "h"] as const)
          expect([title, field, await row.getByLabel(labels[field], { exact: true }).inputValue()]).toEqual([
            title,
            field,
            String(position[field]),
          ]);
        expect(await dialog.getByRole("switch", { name: `Show ${title}`, exact: true, checked: visible }).count()).toBe(1);
      }
      expect(await dialog.getByRole("switch").count()).toBe(components.length);
      await page.reload();
      await page.evaluate(() => localStorage.clear());
    },
  },
  "layout-page-default": { heldBy: ["apps/web/src/dashboard/layouts/built-in.test.ts", "the page shows four"] },
  "layout-precedence": layoutsTest(),
  "layout-input-x": placeInput("X"),
  "layout-input-y": placeInput("Y"),
  "layout-input-w": placeInput("Width"),
  "layout-input-h": placeInput("Height"),
  "layout-row-buttons": layoutsTest(),
  "layout-editor-flow": layoutsTest(),
  "layout-dialog-states": layoutsTest(),
  "layout-list-row": layoutsTest(),
  "layout-component-row": { heldBy: [browserTest("signed-in/layout-states.ts"), "Column 1, row 4 · 8 wide, 6 high"] },
  "signal-quality": {
    heldBy: ["apps/web/src/dashboard/device-view.test.ts", "the word of the signal changes at 80, 60, 40 and 20"],
  },
  "power-source": { heldBy: ["apps/web/src/dashboard/device-view.test.ts", "1 and 2 are power on, any other number is off"] },
  "raw-negative": { heldBy: ["apps/web/src/dashboard/device-view.test.ts", "negative is not available, and never 0"] },
  "connection-display": {
    heldBy: ["apps/web/src/dashboard/link-view.test.ts", "the header shows the worse of both hops, in words, shape and colour"],
  },
  "relative-time": { heldBy: ["apps/web/src/texts/catalogue.test.ts", "[D0.9] relative times"] },
  "poll-devices": polled,
  "poll-system-stats": polled,
  "poll-activity": polled,
  "poll-powerone": {
    async prove({ page, gateway }, { value }) {
      await relayControl(page, "Pump house", "Light");
      gateway.setWayToStream("closed");
      const seconds = (await betweenReads(page, "devices.powerone")) / 1_000;
      expect(Math.abs(seconds - Number(value))).toBeLessThan(1.5);
    },
  },
  // The stream brings device, command and log with the answer; a page that hears it reads nothing again. [C3]
  "refetch-after-command": {
    heldBy: [browserTest("two-browsers.test.ts"), '"requested", "sent", "acknowledged", "confirmed"'],
    decided: "D37",
  },
  "redirect-after-401": { heldBy: [browserTest("layout-drafts.test.ts"), "leads to sign-in after 500 ms"] },
  "query-defaults": { heldBy: ["apps/web/src/dashboard/documented-defaults.test.ts", "what was read stays fresh for ever"] },
  "query-retries": {
    async prove(scene, { value }) {
      const { page, visitor, gateway, house } = scene;
      const retries = value as Readonly<Record<string, number>>;
      // A report that comes meanwhile is a reason of its own to read the card.
      for (const serial of ["P0SIM0001", "P0SIM0002"]) await house.sim(`PATCH /devices/${serial}`, { telemetry: false });
      gateway.setWayToApi("wordless");
      visitor.requests.length = 0;
      await page.reload();
      await expect.poll(() => page.getByText("Could not read this device").count(), { timeout: 30_000 }).toBe(2);
      expect(readsOf(scene, "layouts.list")).toBe(1 + (retries["GET /api/dashboard-layouts"] ?? 0));
      // Two PowerOne devices are open, and calls of one moment may share a request.
      const read = visitor.requests.join().match(/devices\.powerone/g)?.length;
      expect(read).toBe(2 * (1 + (retries["GET /api/devices/{id}/powerone-data"] ?? 0)));
      for (const serial of ["P0SIM0001", "P0SIM0002"]) await house.sim(`PATCH /devices/${serial}`, { telemetry: true });
    },
  },
  "query-keys": { heldBy: ["packages/client/src/calls.test.ts", "an answer is its parsed body"], decided: "D0.2" },
  "request-helper": { heldBy: ["packages/client/src/calls.test.ts", "a session's cookie travels with calls"], decided: "D0.2" },
  "request-error": { heldBy: ["packages/client/src/calls.test.ts", "the message of an error is status, colon, space, body"] },
  "unauthorized-detect": { heldBy: [browserTest("layout-drafts.test.ts"), "a session that ends says so"], decided: "D9" },
  "unauthorized-query-modes": {
    heldBy: ["packages/client/src/live/link.test.ts", "the answer stops the tries"],
    decided: "D0.2",
  },
  "toast-visible": {
    async prove({ page }, { value }) {
      await bringUpToast(page);
      await button(page, "More for Pump house").click();
      await page.getByRole("menuitem", { name: "Copy serial number" }).click();
      await page.locator(".toast").getByText("Copied", { exact: true }).waitFor();
      expect(await page.locator(".toast[data-state=open]").count()).toBe(value);
    },
  },
  "toast-removal": { heldBy: ["apps/web/src/ui/toast-state.test.ts", "1,000,000 ms later"] },
  "toast-actions": { heldBy: ["apps/web/src/ui/toast-state.test.ts", "updating changes the words of that toast only"] },
  "toast-display": {
    async prove({ page }, { value }) {
      const toast = await bringUpToast(page);
      const from = performance.now();
      await page.mouse.move(5, 5);
      await toast.waitFor({ state: "detached" });
      expect(Math.abs(performance.now() - from - Number(value))).toBeLessThan(1_500);
    },
  },
  "toast-swipe": {
    async prove({ page }, { value }) {
      const toast = await bringUpToast(page);
      await page.keyboard.press("F8");
      await drag(page, toast, Number(value) - 10);
      expect(await toast.getAttribute("data-state")).toBe("open");
      await drag(page, toast, Number(value) + 30);
      await toast.waitFor({ state: "detached", timeout: 3_000 });
    },
  },
  "toast-hotkey": {
    async prove({ page }, { value }) {
      await bringUpToast(page);
      await page.keyboard.press(String(value));
      expect(await page.evaluate(() => document.activeElement?.closest(".toast-region") !== null)).toBe(true);
    },
  },
  "tooltip-delay": {
    async prove({ page }, { value }) {
      const after = await tooltipAfter(page, page.locator(".log-time > *").first());
      expect(after).toBeGreaterThanOrEqual(Number(value) - 20);
      expect(after).toBeLessThan(Number(value) + 1_500);
    },
  },
  "tooltip-skip": {
    async prove({ page }, { value }) {
      await tooltipAfter(page, page.locator(".log-time > *").first());
      // From one straight to the next, within the documented time: shown without the delay.
      expect(await tooltipAfter(page, page.locator(".log-time > *").nth(1))).toBeLessThan(700);
      expect(value).toBe(300);
    },
  },
  "skeleton-rows": {
    async prove({ page, gateway }, { value }) {
      gateway.setWayToApi("slow");
      await page.goto("/dashboard", { waitUntil: "commit" });
      for (const [tile, rows] of Object.entries(value as Record<string, number>))
        await expect.poll(() => page.locator(`[data-skeleton=${tile}] .skeleton-row`).count()).toBe(rows);
    },
  },
  avatar: { heldBy: ["apps/web/src/app/header/display-name.test.ts", "the avatar shows the initial of the first name, or none"] },
  "display-name": {
    heldBy: ["apps/web/src/app/header/display-name.test.ts", "the full name, else the email, else the word for a user"],
  },
  "powerone-detection": detected,
  "powerone-name": detected,
  "powerone-serial": detected,
  "relay-disabled": { heldBy: ["apps/web/src/dashboard/relay-view.test.ts", "a command under way and a view share are inert"] },
  "registration-box-states": {
    async prove({ page }) {
      const toggle = button(page, "Add a device");
      expect(await toggle.getAttribute("aria-expanded")).toBe("false");
      await toggle.click();
      await page.getByLabel("Serial number").waitFor();
      expect(await toggle.getAttribute("aria-expanded")).toBe("true");
      await toggle.click();
      await page.getByLabel("Serial number").waitFor({ state: "hidden" });
    },
  },
  "registration-fields": {
    async prove({ page }, { value }) {
      await button(page, "Add a device").click();
      await page.getByLabel("Device name (optional)").waitFor();
      const names = await page.locator(".register-form input").evaluateAll((all) => all.map((one) => one.getAttribute("name")));
      expect(names).toEqual((value as { name: string }[]).map(({ name }) => name));
    },
  },
  permissions: { heldBy: ["apps/server/src/authorisation/matrix.test.ts", "to those alone who may see it"] },
  "share-life": { heldBy: ["packages/db/src/shares/store.test.ts", "access is asked with the clock"] },
  "password-length": { heldBy: ["packages/api/src/accounts/register-user.test.ts", "8 to 128 code points are accepted"] },
  "device-update": { issue: 5, why: "Only administrators change what a device is; its owner gives it names (D16, D24)." },
  "email-alert-states": { heldBy: [browserTest("signed-in/sharing-states.ts"), "alert-disabled"] },
  "activity-log-box": {
    async prove({ page }) {
      const box = page.locator(".log-box");
      const look = await box.evaluate((one) => {
        const { overflowY } = getComputedStyle(one);
        return { overflowY, fits: one.clientHeight <= 24 * 16 };
      });
      expect(look).toEqual({ overflowY: "auto", fits: true });
    },
  },
  "deletion-cascade": {
    heldBy: ["packages/api/src/accounts/delete-account.test.ts", "shares and alerts end, in one transaction"],
  },
};

/** Two entries of the log at least, so that there are times to point at. */
export async function prepare(scene: FactScene): Promise<void> {
  await enterDemo(scene.visitor);
  await clearLayouts(scene.page);
  onDatabase(
    scene,
    `insert or ignore into activity_logs (id, user_id, message, type, timestamp)
      select 'act_facts000000000000000' || n.value, id, 'Of old', 'info', unixepoch() * 1000 - 3600000 * (1 + n.value)
      from users, (select 0 as value union select 1 union select 2) as n where email = 'demo@relaydeck.test'`,
  );
  await scene.page.reload();
  await scene.page.locator(".log-time").nth(1).waitFor();
}
