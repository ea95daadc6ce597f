/** The dialogs of the console as a person reads them: the label of each field, and what it takes. */
import type { Locator } from "playwright";

export const dialogFields = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  emailVerified: "Email verified",
  name: "Name",
  status: "Status",
  relayState: "Relay state",
  isConnected: "Connected",
  ownerId: "Owner id",
  serialNumber: "Serial number",
} as const;

export async function labelsOf(dialog: Locator): Promise<string[]> {
  const controls = await dialog.locator("form").locator("input, select, [role=switch]").all();
  return Promise.all(
    controls.map((control) =>
      control.evaluate(
        (element) => element.getAttribute("aria-label") ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? "",
      ),
    ),
  );
}

/** What a control of a dialog takes, in the document's words: of a list its options, each named as it is valued. */
export function kindOf(control: Locator): Promise<unknown> {
  return control.evaluate((element) => {
    if (element.getAttribute("role") === "switch") return "boolean";
    if (!(element instanceof HTMLSelectElement)) return "string";
    return [...element.options].map(({ value, text: name }) =>
      name.toLowerCase() === value ? value : `${value} is called ${name}`,
    );
  });
}
