/** What the page asks again by itself and what it does not: counted on a page whose clock is moved by hand. */
import { expect } from "vitest";
import { listenTo } from "../heard.ts";
import { enterDemo, visit } from "../house.ts";
import type { FactScene, Proofs } from "./facts.ts";
import { button } from "./scene.ts";
import { timed, type Timed } from "./time-facts.ts";

const dayMs = 86_400_000;

/** How often it was asked since the list was last emptied. */
function asked({ visitor }: Pick<Timed, "visitor">, name: string, method = "GET"): number {
  return visitor.requests.filter((request) => request.startsWith(`${method} `) && request.includes(name)).length;
}

/** So long passes in seconds, each with a turn in which what is answered is heard. */
async function passSeconds({ page, pass }: Timed, seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n += 1) {
    await pass(1_000);
    await page.evaluate(async () => void (await fetch("/theme.js")));
  }
}

/** Waits until it was asked, while the page's clock goes on in turns. */
function untilAsked(own: Timed, name: string, method = "GET"): Promise<void> {
  return expect.poll(async () => (await own.pass(20), asked(own, name, method)), { timeout: 15_000 }).toBeGreaterThan(0);
}

async function toProfile({ page, pass }: Timed): Promise<void> {
  await button(page, /user menu$/).click();
  const item = page.getByRole("menuitem", { name: "Your profile" });
  await expect.poll(async () => (await pass(20), item.count())).toBe(1);
  await item.click();
  await expect.poll(async () => (await pass(20), page.getByRole("heading", { name: "Your profile" }).count())).toBe(1);
}

/** Within the application, so that what was read is still known. */
async function toDashboard({ page, pass }: Timed): Promise<void> {
  await page.goBack();
  await expect.poll(async () => (await pass(20), page.locator(".place").count())).toBeGreaterThan(1);
}

/** A question that cannot be read: how often it is asked again by itself, and whether once more when the page is looked at. */
async function failedRead(own: Timed): Promise<{ retries: number; isOnFocus: boolean }> {
  const { page } = own;
  own.visitor.requests.length = 0;
  await toProfile(own);
  await untilAsked(own, "auth.sessions");
  await passSeconds(own, 10);
  const times = asked(own, "auth.sessions");
  await page.evaluate(() => {
    window.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("focus"));
  });
  await passSeconds(own, 1);
  return { retries: times - 1, isOnFocus: asked(own, "auth.sessions") > times };
}

/** A change that gets no word: how often it is sent again. */
async function failedChange(own: Timed): Promise<number> {
  const { page } = own;
  await page.getByLabel("First name").fill("Mary");
  await page.getByLabel("First name").press("Enter");
  await untilAsked(own, "auth.updateProfile", "POST");
  await passSeconds(own, 10);
  return asked(own, "auth.updateProfile", "POST") - 1;
}

async function defaultsSeen(scene: FactScene) {
  const { gateway } = scene;
  return timed(scene, async (own) => {
    gateway.setWayToApi("wordless");
    const { retries, isOnFocus } = await failedRead(own);
    const retryMutations = await failedChange(own);
    gateway.setWayToApi("open");
    own.visitor.requests.length = 0;
    await own.page.getByRole("region", { name: "Where you are signed in" }).getByRole("button", { name: "Try again" }).click();
    await untilAsked(own, "auth.sessions");
    // Read and left; as old as a year when the page comes back to it.
    await passSeconds(own, 2);
    await toDashboard(own);
    await own.page.clock.setSystemTime(performance.timeOrigin + performance.now() + 365 * dayMs);
    own.visitor.requests.length = 0;
    await toProfile(own);
    await passSeconds(own, 1);
    const isOld = asked(own, "auth.sessions") > 0;
    own.visitor.requests.length = 0;
    await own.page.clock.fastForward(dayMs);
    await passSeconds(own, 1);
    return {
      staleTime: isOld ? "less" : "Infinity",
      refetchOnWindowFocus: isOnFocus,
      refetchInterval: asked(own, "auth.sessions") > 0,
      retryQueries: retries,
      retryMutations,
    };
  });
}

/** Whom a page may be for is asked once, and not again for want of an answer. */
async function retriesOfSession({ page, visitor }: FactScene, path: string, name: string): Promise<number> {
  let sockets = 0;
  const count = () => (sockets += 1);
  page.on("websocket", count);
  visitor.requests.length = 0;
  await page.goto(path);
  await expect.poll(() => asked({ visitor }, name)).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  page.off("websocket", count);
  // Each socket that is refused is a reason of its own to ask.
  return Math.max(0, asked({ visitor }, name) - Math.max(1, sockets));
}

/** The two PowerOne devices; both cards are open. */
const cards = ["P0SIM0001", "P0SIM0002"];

/**
 * How often the page asks once more for its layouts and for each card, while it can read neither. A report is a reason of
 * its own to read its card, so what one came into is looked at anew.
 */
async function retriesOfDashboard(scene: FactScene): Promise<{ layouts: number; cards: number }> {
  const { page, visitor } = scene;
  const heard = listenTo(page);
  const reports = () => heard.filter(({ item }) => item.kind === "device" && cards.includes(item.device.serialNumber)).length;
  for (;;) {
    const before = reports();
    visitor.requests.length = 0;
    await page.reload();
    const unread = page.getByText("Could not read this device");
    await expect.poll(() => unread.count(), { timeout: 30_000 }).toBe(cards.length);
    if (reports() > before) continue;
    // Calls of one moment may share a request.
    const asks = visitor.requests.join().match(/devices\.powerone/g)?.length ?? 0;
    return { layouts: asked(scene, "layouts.list") - 1, cards: asks / cards.length - 1 };
  }
}

/** How often the page asks once more for what it cannot read. */
async function retriesSeen({ browser, house, gateway, ...rest }: FactScene): Promise<Record<string, number>> {
  const visitor = await visit(browser, house);
  const scene = { ...rest, browser, house, gateway, visitor, page: visitor.page };
  for (const serial of cards) await house.sim(`PATCH /devices/${serial}`, { telemetry: false });
  await enterDemo(visitor);
  gateway.setWayToApi("wordless");
  const seen = await retriesOfDashboard(scene);
  // Without the stream, which tells who one is; the page that asks for itself meanwhile is left.
  await visitor.page.goto("/theme.js");
  gateway.setWayToStream("closed");
  const user = await retriesOfSession(scene, "/profile", "auth.me");
  const admin = await retriesOfSession(scene, "/admin/dashboard", "admin.auth");
  gateway.setWayToApi("open");
  gateway.setWayToStream("open");
  for (const serial of cards) await house.sim(`PATCH /devices/${serial}`, { telemetry: true });
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();
  return {
    "GET /api/dashboard-layouts": seen.layouts,
    "GET /api/devices/{id}/powerone-data": seen.cards,
    "GET /api/auth/user": user,
    "GET /api/admin/auth": admin,
  };
}

export const queryFacts: Proofs = {
  "query-defaults": { see: defaultsSeen },
  "query-retries": { see: retriesSeen },
};
