/** What a password manager and the clipboard do with a field for a password. */
import type { Locator } from "playwright";
import { expect } from "vitest";

/** Into the field with this label: copied while it is shown, and pasted by key while it is not. [PW-6] */
export async function pasteInto(within: Locator, label: string, text: string): Promise<void> {
  const field = within.getByLabel(label, { exact: true });
  const show = within
    .locator(".field")
    .filter({ has: within.page().getByLabel(label, { exact: true }) })
    .getByRole("button", { name: "Show password" });
  expect(await field.getAttribute("autocomplete")).toMatch(/-password$/);
  await show.click();
  await field.fill(text);
  await field.press("ControlOrMeta+a");
  await field.press("ControlOrMeta+c");
  await show.click();
  expect(await field.getAttribute("type")).toBe("password");
  await field.fill("");
  await field.press("ControlOrMeta+v");
  expect(await field.inputValue()).toBe(text);
  await show.click();
  expect(await field.getAttribute("type")).toBe("text");
  await show.click();
}
