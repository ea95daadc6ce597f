/** What somebody uses on the page that a test is on by then: what is pressed, the dialog that is open, what a toast says. */
import type { Page } from "playwright";

export function partsOf(page: () => Page) {
  const dialog = (name?: string) => page().getByRole("dialog", name === undefined ? {} : { name });
  return {
    button: (name: string | RegExp) => page().getByRole("button", { name, exact: true }),
    dialog,
    /** Behind an open dialog the region of toasts is hidden from those who cannot see it. */
    toast: (text: string) => page().locator(".toast").getByText(text, { exact: true }).first(),
    isAsked: () => dialog().getByText("Discard changes?").waitFor(),
  };
}
