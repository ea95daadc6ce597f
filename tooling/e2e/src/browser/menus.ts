/** Menus of buttons. What is in one is fetched with the first that opens. */
import type { Locator } from "playwright";
import { expect } from "vitest";

/** Opens and closes the button's menu, so that what menus need has come. */
export async function fetchMenus(button: Locator): Promise<void> {
  const menu = button.page().getByRole("menu");
  await button.click();
  await menu.getByRole("menuitem").first().waitFor();
  // On a busy machine a menu may be seen a moment before it listens.
  const leave = async () => {
    await button.page().keyboard.press("Escape");
    return menu.count();
  };
  await expect.poll(leave).toBe(0);
}
