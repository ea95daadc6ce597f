/**
 * Names that hold markup, of people, devices, programs, browsers and the cloud: shown as the text that they are, on every
 * screen that shows names, an administrator's included, and making nothing of it. [HD-3]
 */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { relayControl, untilReady } from "./controls.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { enterAs } from "./walks.ts";

const evil = {
  first: `<img src=x onerror="window.evil=1" data-evil>`,
  last: `</title></script><script data-evil>window.evil=1</script>`,
  device: `<b data-evil onclick=window.evil=1>Pump</b>&amp;{{7*7}}`,
  token: `"><svg data-evil onload=window.evil=1>`,
  cloud: `<iframe data-evil src="javascript:parent.evil=1"></iframe>`,
} as const;

let house: House;
let browser: Browser;
let maria: Visit;
let alex: Visit;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
  [maria, alex] = [await visit(browser, house), await visit(browser, house)];
  await Promise.all([enterDemo(maria), enterDemo(alex, "alex")]);
  for (const { page } of [maria, alex]) await ask(page, "PATCH /api/auth/user", { firstName: evil.first, lastName: evil.last });
  await ask(maria.page, "POST /api/register-device", { serialNumber: "P0SIM0007", deviceName: evil.device });
  await ask(maria.page, "POST /trpc/auth.createToken", { name: evil.token, scope: "read", deviceIds: null, expiresAt: null });
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

/** A call of this page's person, as the page itself would make it. */
async function ask(page: Page, call: `${string} /${string}`, data: object): Promise<void> {
  const [method = "", path = ""] = call.split(" ");
  const answer = await page.request.fetch(path, { method, data, headers: { origin: house.url } });
  expect([call, answer.ok()]).toEqual([call, true]);
}

/** What became markup or ran; nothing at all, on the page as it stands. */
async function becameMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const made = [...document.querySelectorAll("[data-evil], iframe, img[src='x']")].map(({ outerHTML }) => outerHTML);
    return "evil" in window ? [...made, "a script ran"] : made;
  });
}

async function expectText(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
  expect(await becameMarkup(page)).toEqual([]);
}

describe("[HD-3] a name with markup is shown as text", () => {
  test("of a device: in list, card, evidence, menu, log, toast and title", async () => {
    const { page } = maria;
    await page.goto("/dashboard");
    await expectText(page, evil.device);
    const control = await relayControl(page, evil.device, "Relay 1");
    await untilReady(control);
    await control.getByRole("button", { name: "On", exact: true }).click();
    const toast = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
    await toast.first().waitFor();
    expect(await toast.first().innerText()).not.toBe("");
    await page.getByRole("button", { name: `More for ${evil.device}` }).click();
    await page.getByRole("menu").waitFor();
    expect(await becameMarkup(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: /Evidence for Relay 1/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    expect(await becameMarkup(page)).toEqual([]);
    await page.keyboard.press("Escape");
    const log = page.getByRole("region", { name: "Activity Log" });
    await log.getByText(evil.device).first().waitFor();
    expect(await becameMarkup(page)).toEqual([]);
    expect(await page.title()).not.toContain("<");
  });

  test("of a person: in the user menu, on the profile, and to those they share with", async () => {
    const { page } = maria;
    await page.goto("/dashboard");
    // Alex, whose names are no better, shares the Greenhouse with Maria for looking.
    await expectText(page, evil.first);
    await page.getByRole("button", { name: /user menu/ }).click();
    await expectText(page, `${evil.first} ${evil.last}`);
    await page.keyboard.press("Escape");
    await page.goto("/profile");
    const first = page.getByLabel("First name");
    await first.waitFor();
    expect([await first.inputValue(), await page.getByLabel("Last name").inputValue()]).toEqual([evil.first, evil.last]);
    expect(await becameMarkup(page)).toEqual([]);
    expect(await page.title()).not.toContain("<");
  });

  test("of a program: in the list of tokens and in the question before it is revoked", async () => {
    const { page } = maria;
    await page.goto("/profile");
    await expectText(page, evil.token);
    await page.getByRole("button", { name: `Revoke ${evil.token}` }).click();
    await page.getByRole("dialog", { name: `Revoke “${evil.token}”?` }).waitFor();
    expect(await becameMarkup(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  test("of a browser that is made up: in the list of sessions", async () => {
    const odd = await browser.newContext({
      userAgent: `Mozilla/5.0 ${evil.cloud} Firefox/<b data-evil>1</b>`,
      baseURL: house.url,
    });
    const other = await odd.newPage();
    await other.request.post("/demo/session", { data: {}, headers: { origin: house.url } });
    const { page } = maria;
    await page.goto("/profile");
    await page.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem").nth(1).waitFor();
    expect(await becameMarkup(page)).toEqual([]);
    await odd.close();
  });

  test("of the cloud and of its device, in what it answers and reports", async () => {
    const { page } = maria;
    await page.goto("/dashboard");
    const control = await relayControl(page, evil.device, "Relay 2");
    await untilReady(control);
    const body = JSON.stringify({ ok: false, error: evil.cloud, error_description: evil.cloud, info: evil.cloud });
    await house.sim("POST /faults", {
      match: { device: "P0SIM0007", operation: "function" },
      effect: { kind: "status", status: 400, body },
    });
    await house.sim("POST /emit", { device: "P0SIM0007", name: `spark/status`, data: evil.cloud });
    await control.getByRole("button", { name: "On", exact: true }).click();
    await page
      .getByRole("region", { name: /Notifications/ })
      .getByRole("listitem")
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Dismiss the message of Relay 2" }).waitFor();
    expect(await becameMarkup(page)).toEqual([]);
    expect(await page.content()).not.toContain("parent.evil");
  });

  test("in a mail: on the mailbox page, and in the mail's own markup", async () => {
    const visitor = await visit(browser, house);
    const { page } = visitor;
    const email = "markup@relaydeck.test";
    const data = { email, password: "eight blue bicycles", firstName: evil.first, lastName: evil.last };
    await page.goto("/login");
    await ask(page, "POST /api/auth/register", data);
    await page.goto("/demo/mailbox");
    await page.getByText(email).waitFor();
    expect(await becameMarkup(page)).toEqual([]);
    const mails = (await (await page.request.get("/demo/mailbox")).json()) as { to: string; subject: string; html: string }[];
    const { subject, html } = mails.find(({ to }) => to === email) ?? { subject: "", html: "" };
    expect(subject).not.toContain("<");
    // A page without a policy: nothing but the mail itself keeps its text from being markup.
    await page.goto("about:blank");
    const made = await page.evaluate((text) => {
      const mail = new DOMParser().parseFromString(text, "text/html");
      return [mail.querySelectorAll("[data-evil], script, img, iframe").length, mail.body.textContent.length > 0] as const;
    }, html);
    expect(made).toEqual([0, true]);
    await visitor.context.close();
  });

  describe("to an administrator", () => {
    let admin: Visit;
    beforeAll(async () => {
      admin = await visit(browser, house);
      await enterAs(admin, "admin");
    });
    afterAll(() => admin.context.close());
    const person = `${evil.first} ${evil.last}`;

    test("in the console's tables, dialogs, strips and toasts", async () => {
      const { page } = admin;
      await page.goto("/admin/dashboard?tab=users");
      await expectText(page, person);
      await page
        .getByRole("button", { name: `Edit ${person}` })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
      expect(await becameMarkup(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.goto("/admin/dashboard?tab=devices");
      await expectText(page, evil.device);
      await page.getByRole("button", { name: `Delete ${evil.device}` }).click();
      await page.getByRole("button", { name: /^Undo/ }).first().waitFor();
      await expectText(page, evil.device);
      await page.getByRole("button", { name: /^Undo/ }).first().click();
      await page.getByRole("button", { name: `Edit ${evil.device}` }).waitFor();
      await page.goto("/admin/dashboard?tab=activity");
      await expectText(page, evil.device);
      await page.goto("/admin/dashboard?tab=audit");
      await expectText(page, evil.device);
      expect(await page.title()).not.toContain("<");
    });

    test("in the analytics: fleet, one device's charts, their tables and the title", async () => {
      const { page } = admin;
      await page.goto("/admin/analytics?tab=device");
      const link = page.getByRole("link", { name: evil.device });
      await link.waitFor();
      expect(await becameMarkup(page)).toEqual([]);
      await link.click();
      const chart = page.getByRole("slider", { name: "Connection" });
      await chart.waitFor();
      await chart.press("ArrowLeft");
      await expectText(page, evil.device);
      await page
        .getByRole("button", { name: /^Show as table/ })
        .first()
        .click();
      await page.getByRole("table").first().waitFor();
      expect(await becameMarkup(page)).toEqual([]);
      expect(await page.title()).not.toContain("<");
      expect(admin.complaints).toEqual([]);
    });
  });

  test("and no page has complained about its policy meanwhile", () => {
    expect([...maria.complaints, ...alex.complaints]).toEqual([]);
  });
});
