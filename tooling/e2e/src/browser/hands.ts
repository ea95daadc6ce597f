/**
 * What a person does on a page, so that one walk can be taken twice: with a pointer, and with the keyboard alone, where focus
 * must be seen at every stop. [A2]
 */
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { focusOf, tabTo } from "./focus.ts";

export interface Hands {
  /** A button or a link by its whole name. `before`: it stands before what was used last. */
  press(name: string | RegExp, where?: { readonly before: true }): Promise<void>;
  /** Replaces what stands in the field. `within`: where several have this label. */
  type(label: string, text: string, within?: Locator): Promise<void>;
  /** An item of the menu that is open. */
  choose(item: string): Promise<void>;
}

export function pointer(page: Page): Hands {
  return {
    press: (name) =>
      page
        .getByRole("button", { name, exact: true })
        .or(page.getByRole("link", { name, exact: true }))
        .first()
        .click(),
    type: (label, text, within) => fieldOf(page, label, within).fill(text),
    choose: (item) => page.getByRole("menuitem", { name: item, exact: true }).click(),
  };
}

export function keyboard(page: Page): Hands {
  const key = (name: string) => page.keyboard.press(name);
  return {
    async press(name, where) {
      await page
        .getByRole("button", { name, exact: true })
        .or(page.getByRole("link", { name, exact: true }))
        .first()
        .waitFor();
      await tabTo(page, name, where === undefined ? "Tab" : "Shift+Tab");
      await key("Enter");
    },
    async type(label, text, within) {
      await fieldOf(page, label, within).waitFor();
      if ((await focusOf(page)).name !== label) await tabTo(page, label);
      await key("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    async choose(item) {
      const wanted = page.getByRole("menuitem", { name: item, exact: true });
      await wanted.waitFor();
      await page.locator("[role=menu] :focus").waitFor();
      const nameOf = async () => (await focusOf(page)).name;
      for (let name = await nameOf(); name !== item; name = await nameOf()) {
        await key("ArrowDown");
        await expect.poll(nameOf).not.toBe(name);
      }
      await wanted.and(page.locator(":focus")).waitFor();
      await key("Enter");
    },
  };
}

function fieldOf(page: Page, label: string, within: Locator | undefined): Locator {
  return (within ?? page.getByRole("main")).getByLabel(label, { exact: true });
}
