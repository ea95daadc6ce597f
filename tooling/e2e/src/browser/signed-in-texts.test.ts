/**
 * Every text that the product document fixes for the signed-in area stands on the real product, in the state it speaks of;
 * a toast says it and nothing before it. An entry of the document's list that no state here says fails. [A18, D0.3, D0.8]
 */
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openGatedHouse } from "./gated-house.ts";
import type { Gateway } from "./gateway.ts";
import { openBrowser, visit, type House, type Visit } from "./house.ts";
import { commandStates } from "./signed-in/command-states.ts";
import { dashboardStates } from "./signed-in/dashboard-states.ts";
import { documentedTexts } from "./signed-in/documented-texts.ts";
import { headerStates } from "./signed-in/header-states.ts";
import { layoutStates } from "./signed-in/layout-states.ts";
import type { Said, Scene, SignedInState } from "./signed-in/scene.ts";
import { alertStates, sharingStates } from "./signed-in/sharing-states.ts";
import { toastsOf } from "./toasts.ts";

const states: readonly SignedInState[] = [
  ...headerStates,
  ...dashboardStates,
  ...commandStates,
  ...sharingStates,
  ...alertStates,
  ...layoutStates,
];

let gateway: Gateway;
let house: House;
let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  [{ gateway, house }, browser] = await Promise.all([openGatedHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});
beforeEach(async () => {
  visitor = await visit(browser, house);
});
afterEach(() => visitor.context.close());

const saidSomewhere = new Set(states.flatMap(({ says }) => says).map(({ id }) => id));
const documented = documentedTexts();
const count = (list: readonly { id: string }[]) => `${list.filter(({ id }) => saidSomewhere.has(id)).length} of ${list.length}`;
const counted =
  documented === null
    ? `${saidSomewhere.size} texts and described things`
    : `${count(documented.fixed)} fixed texts and ${count(documented.described)} described things`;
const found = new Set<Said>();

describe(`[A18] ${counted} of the signed-in area`, () => {
  test.each(states.map((state) => ({ ...state, quoted: state.says.map(({ text }) => `“${text}”`).join(" · ") })))(
    "$name: $quoted",
    async (state) => {
      const scene: Scene = { visitor, page: visitor.page, house, gateway };
      try {
        const answer = await state.reach(scene);
        await readsAll(scene.page, state.says, String(answer));
        for (const said of state.says) found.add(said);
      } finally {
        gateway.setWayToApi("open");
        gateway.setWayToStream("open");
        await state.leave?.(scene);
      }
      expect(visitor.complaints).toEqual([]);
    },
  );

  const all = states.flatMap(({ says }) => says);
  test("each was found", () => expect(all.filter((said) => !found.has(said))).toEqual([]));

  test.each(documented === null ? [] : [documented])("none of the document's is missing or worded otherwise", (document) => {
    const { fixed, described } = document;
    const said = new Set(all.map(({ id, text }) => `${id}: ${text}`));
    expect(fixed.map(({ id, text }) => `${id}: ${text}`).filter((one) => !said.has(one))).toEqual([]);
    expect(described.map(({ id }) => id).filter((id) => !saidSomewhere.has(id))).toEqual([]);
    const known = new Set([...fixed, ...described].map(({ id }) => id));
    expect([...saidSomewhere].filter((id) => !known.has(id))).toEqual([]);
  });
});

/** Toasts first: they go. */
async function readsAll(page: Page, says: readonly Said[], answer: string): Promise<void> {
  const inToast = says.filter(({ as }) => as === "title" || as === "body").map(({ text }) => text);
  await expect.poll(async () => (await toastWords(page)).slice(0, inToast.length), { timeout: 15_000 }).toEqual(inToast);
  const answered = says.filter(({ as }) => as === "answer").map(({ text }) => text);
  expect(answered.filter((text) => !answer.includes(text))).toEqual([]);
  for (const { as, text, shown = text } of says) {
    if (as === "title" || as === "body" || as === "answer") continue;
    await placeOf(page, as, shown)
      .first()
      .waitFor({ timeout: 20_000, state: isSeen(as) ? "visible" : "attached" });
  }
}

/** A choice is seen when its list opens, and some names are only heard. */
function isSeen(as: Said["as"]): boolean {
  return as !== "item" && as !== "label";
}

function placeOf(page: Page, as: Exclude<Said["as"], "title" | "body" | "answer">, name: string | RegExp): Locator {
  const part = typeof name === "string" ? new RegExp(name.replaceAll(/[$()*+.?[\]^{|}]/g, String.raw`\$&`)) : name;
  switch (as) {
    case "button":
      return page.getByRole("button", { name, exact: true }).filter({ visible: true });
    case "heading":
      return page.getByRole("heading", { name, exact: true }).filter({ visible: true });
    case "label":
      return page.getByLabel(name, { exact: true });
    case "placeholder":
      return page.getByPlaceholder(name, { exact: true });
    case "item":
      return page
        .getByRole("menuitem", { name, exact: true })
        .or(page.getByRole("menuitemradio", { name, exact: true }))
        .or(page.getByRole("option", { name, exact: true }));
    case "field":
      // Linked to a field that is marked, so that it is read out with it.
      return page.locator(".field:has([aria-invalid=true][aria-describedby])").getByText(name, { exact: true });
    case "part":
      return page.getByText(part).filter({ visible: true });
    case "text":
      return page.getByText(name, { exact: true }).filter({ visible: true });
  }
}

/** Title, then text; empty where there is no toast. */
function toastWords(page: Page): Promise<string[]> {
  return toastsOf(page).locator(".toast-title, .toast-text").allInnerTexts();
}
