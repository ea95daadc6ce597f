/**
 * Every text that the product document fixes for the pages without a session stands on its screen in its state, and a toast
 * says it and nothing else. Where nothing is said by the server, the document's own words are. [A18, D0.3, D12]
 */
import { productDocument } from "@relaydeck/contract/testing/product-documents";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { googleOffered } from "./google-screens.ts";
import { openGateway, type Gateway } from "./gateway.ts";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { publicStates, type StateName } from "./public-states.ts";
import { describedTexts, fixedTexts, serverTexts, type PublicText, type Shape } from "./public-texts.ts";
import { toastsOf } from "./toasts.ts";

let gateway: Gateway;
let house: House;
let browser: Browser;
let visitor: Visit;
let people = 0;
beforeAll(async () => {
  gateway = await openGateway();
  const environment = { ...googleOffered, PUBLIC_URL: gateway.url };
  [house, browser] = await Promise.all([openHouse({ environment }), openBrowser()]);
  gateway.leadTo(house.serverUrl);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});
beforeEach(async () => {
  people += 1;
  visitor = await visit(browser, house);
});
afterEach(async () => {
  gateway.setWayToApi("open");
  await visitor.context.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
});

const names = Object.keys(publicStates) as StateName[];
const texts = [...fixedTexts, ...describedTexts, ...serverTexts];
const found = new Set<PublicText>();

describe(`[A18] ${fixedTexts.length} of ${fixedTexts.length} fixed texts of the pages without a session`, () => {
  test.each(names.map((name) => ({ name, quoted: quotedIn(name) })))("$name: $quoted", async ({ name }) => {
    const { page } = visitor;
    const email = `vera-${people}@example.com`;
    const state = publicStates[name];
    await state.reach({ page, gateway, email });
    await expect.poll(() => page.url().replace(house.url, "")).toBe(state.at);
    const here = textsIn(name);
    for (const text of here) {
      if (text.as === "toast") continue;
      await placeOf(page, text.as, text.text.replace("{email}", email)).first().waitFor({ timeout: 5_000 });
      found.add(text);
    }
    const inToast = here.filter(({ as }) => as === "toast");
    await expect.poll(() => toastWords(page), { timeout: 5_000 }).toEqual(inToast.map(({ text }) => text));
    for (const text of inToast) found.add(text);
  });

  test("each was found", () => expect(texts.filter((text) => !found.has(text))).toEqual([]));

  const now = documentedTexts();
  test.each(now === null ? [] : [{ now }])("they are the document's", (document) => {
    expect(fixedTexts.map(({ id, text }) => ({ id, text }))).toEqual(document.now);
  });
});

function textsIn(state: StateName): PublicText[] {
  return texts.filter((text) => text.in.includes(state));
}

function quotedIn(state: StateName): string {
  return textsIn(state)
    .map(({ text }) => `“${text}”`)
    .join(" · ");
}

function placeOf(page: Page, as: Exclude<Shape, "toast">, text: string): Locator {
  const main = page.getByRole("main");
  switch (as) {
    case "button":
      return main.getByRole("button", { name: text, exact: true }).or(main.getByRole("link", { name: text, exact: true }));
    case "heading":
      return main.getByRole("heading", { name: text, exact: true });
    case "label":
      return main.getByRole("textbox", { name: text }).or(main.getByLabel(text, { exact: true }));
    case "placeholder":
      return main.getByPlaceholder(text, { exact: true });
    case "field":
      // Linked to a field that is marked, so that it is read out with it.
      return main.locator(".field:has([aria-invalid=true][aria-describedby])").getByText(text, { exact: true });
    case "part":
      return main.getByText(text);
    case "page":
      return main.getByText(text, { exact: true });
  }
}

/** Title, then text; empty where there is no toast. */
function toastWords(page: Page): Promise<string[]> {
  return toastsOf(page).locator(".toast-title, .toast-text").allInnerTexts();
}

/** Those of the document's own list; null where it is not at hand. */
function documentedTexts(): { id: string; text: string }[] | null {
  const screens = ["/", "/login", "/register", "/verify-email", "/forgot-password", "/reset-password", "any other path"];
  const list = productDocument("texts.json") as { texts: { id: string; text: string; screen: string }[] } | null;
  if (list === null) return null;
  return list.texts.filter(({ screen }) => screens.includes(screen)).map(({ id, text }) => ({ id, text }));
}
