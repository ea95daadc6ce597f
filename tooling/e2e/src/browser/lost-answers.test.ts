/** What was ended though the answer to it was lost: the list says that it is done, and there is its way back. [D30, D39, D48, D5] */
import { present } from "@relaydeck/kit/assert";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openGateway, type Gateway } from "./gateway.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { keepLayout, openEditor } from "./layouts-page.ts";

let gateway: Gateway;
let house: House;
let browser: Browser;
let maria: Visit;
let page: Page;
beforeAll(async () => {
  gateway = await openGateway();
  const environment = { PUBLIC_URL: gateway.url };
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0], environment }), openBrowser()]);
  gateway.leadTo(house.serverUrl);
});
beforeEach(async () => {
  maria = await visit(browser, house);
  ({ page } = maria);
  await enterDemo(maria);
});
afterEach(async () => {
  gateway.setWayToStream("open");
  await maria.context.close();
  if (maria.complaints.length > 0) throw new Error(maria.complaints.join("\n"));
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const card = () => page.getByRole("article", { name: "Workshop", exact: true });
const toast = (title: string) => page.locator(".toast").getByText(title, { exact: true });

async function pressAndLose(name: string, procedure: string): Promise<void> {
  const answer = gateway.holdNext(procedure);
  await button(name).click();
  await answer.isHeld;
  answer.lose();
}

async function openRow(): Promise<void> {
  await card().getByRole("button", { name: "Workshop", exact: true, expanded: false }).click();
}

test("[D48] a deleted alert", async () => {
  await openRow();
  await card()
    .getByRole("button", { name: /^Email Alerts/ })
    .click();
  await card().getByLabel("Send me a mail when").selectOption({ label: "Battery low" });
  await button("Add alert").click();
  await pressAndLose("Delete Battery low", "alerts.remove");
  await button("Undo: bring Battery low back").waitFor();
  expect([await toast("Email Alert Deleted").count(), await toast("Failed to Delete Alert").count()]).toEqual([1, 0]);
  await pressAndLose("Undo: bring Battery low back", "alerts.restore");
  await toast("Battery low is back").waitFor();
  expect(await toast("Undo Failed").count()).toBe(0);
});

test("[D39] a revoked share", async () => {
  await openRow();
  await button("Share Workshop").click();
  await page.getByRole("dialog").getByLabel("Email").fill("kim@example.com");
  await button("Share device").click();
  await pressAndLose("Revoke kim@example.com", "shares.revoke");
  await button("Undo: give kim@example.com access again").waitFor();
  expect([await toast("Access Revoked").count(), await toast("Revoke Failed").count()]).toEqual([1, 0]);
  await pressAndLose("Undo: give kim@example.com access again", "shares.restore");
  await toast("kim@example.com has the share again.").waitFor();
  expect(await toast("Undo Failed").count()).toBe(0);
});

test("[D5] a deleted layout", async () => {
  await keepLayout(page, { name: "Night", tiles: [{ id: "log", type: "activity-log", at: [0, 0, 6, 2] }], isDefault: false });
  await openEditor(page);
  await pressAndLose("Delete Night", "layouts.remove");
  await button("Undo deleting Night").waitFor();
  expect([await toast("Layout Deleted").count(), await toast("Delete Failed").count()]).toEqual([1, 0]);
  await pressAndLose("Undo deleting Night", "layouts.restore");
  await toast("Layout Restored").waitFor();
  expect(await toast("Restore Failed").count()).toBe(0);
});

/** The newest link to this page in the demo's mailbox. */
async function mailedLink(to: string, path: string): Promise<string> {
  const answer = await page.request.get("/demo/mailbox", { headers: { accept: "application/json" } });
  const mails = (await answer.json()) as readonly { readonly to: string; readonly text: string }[];
  const links = mails.flatMap((mail) => (mail.to === to ? (new RegExp(`/${path}\\?token=[\\w-]+`).exec(mail.text) ?? []) : []));
  return present(links[0], `A mail to ${to} leads to ${path}`);
}

/** Somebody of this address joins and opens the link of the invitation, while the page hears nothing of it. */
async function acceptUnheard(email: string): Promise<void> {
  gateway.setWayToStream("closed");
  const { context, page: theirs } = await visit(browser, house);
  const password = "eight blue bicycles";
  const call = async (path: string, data: object) => {
    const answer = await theirs.request.post(house.url + path, { data, headers: { origin: house.url } });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  };
  await call("/api/auth/register", { email, password, firstName: "Iris", lastName: "New" });
  await theirs.request.get(house.url + (await mailedLink(email, "verify-email")).replace("/verify", "/api/verify"));
  await call("/api/auth/login", { email, password });
  const link = new URL(await mailedLink(email, "accept-invite"), house.url);
  await call("/trpc/shares.accept", { token: link.searchParams.get("token") });
  await context.close();
}

test("[D39, D43] an invitation that became a share meanwhile, which ends with it", async () => {
  const email = "ivy@example.com";
  await openRow();
  await button("Share Workshop").click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await button("Share device").click();
  await button(`Revoke ${email}`).waitFor();
  await acceptUnheard(email);
  await pressAndLose(`Revoke ${email}`, "shares.revoke");
  await toast("Access Revoked").waitFor();
  expect(await toast("Revoke Failed").count()).toBe(0);
  await button(`Revoke ${email}`).waitFor({ state: "detached" });
});
