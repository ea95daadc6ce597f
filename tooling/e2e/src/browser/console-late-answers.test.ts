/** Answers that come late in the console, over a network that hangs: what was typed or chosen since stays, and what is told is of what was sent. [HD-4] */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeEntries } from "./console-house.ts";
import { askedIn, enterConsole, settled, toldByRest } from "./console-page.ts";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { partsOf } from "./page-parts.ts";
import { openWire, type Wire } from "./wire.ts";

let house: House;
let browser: Browser;
let wire: Wire;
let maria: Visit;
let page: Page;
beforeAll(async () => {
  [house, browser, wire] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser(), openWire()]);
});
beforeEach(async () => {
  maria = await visit(browser, house, { wire });
  ({ page } = maria);
});
afterEach(async () => {
  wire.release();
  await maria.context.close();
  if (maria.complaints.length > 0) throw new Error(maria.complaints.join("\n"));
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), wire.close()]);
});

const { button, toast, dialog, isAsked } = partsOf(() => page);

test("[HD-4, AD-3] what is typed while a person is saved stays in the console's dialog, over what was saved", async () => {
  await enterConsole(maria);
  await settled(page, "Users");
  await button("Edit Alex Berg").click();
  await dialog().getByLabel("First name").fill("Alexa");
  wire.hold();
  await button("Save changes").click();
  await dialog().getByLabel("Last name").fill("Bergman");
  wire.release();
  await toast("User updated successfully").waitFor();
  expect(await dialog().getByLabel("Last name").inputValue()).toBe("Bergman");
  await page.keyboard.press("Escape");
  await isAsked();
  await button("Keep editing").click();
  await button("Save changes").click();
  await dialog().waitFor({ state: "detached" });
  expect(await toldByRest(page, house, "users")).toContainEqual(
    expect.objectContaining({ firstName: "Alexa", lastName: "Bergman" }),
  );
});

test("[interface 4] a page of the log that is turned to before its first one is there counts from no entry of another view", async () => {
  const entries = (type: string, from: number) =>
    Array.from({ length: 60 }, (_, index) => ({ message: `Boundary ${from + index}`, type }));
  writeEntries(house, [...entries("info", 0), ...entries("warning", 60)]);
  await enterConsole(maria, "/admin/dashboard?tab=activity&q=boundary");
  const shown = (await settled(page, "Activity")).locator('[data-column="message"]');
  await expect.poll(() => shown.first().innerText()).toBe("Boundary 119");
  wire.hold();
  await button("info").click();
  await button("Next").click();
  expect(askedIn(page)).toEqual({ tab: "activity", q: "boundary", type: "info", page: "2" });
  wire.release();
  await page.getByText("26–50 of 60").waitFor();
  expect(await shown.first().innerText()).toBe("Boundary 34");
});

describe("in the console", () => {
  const userOf = async (email: string) => (await toldByRest(page, house, "users")).find((user) => user["email"] === email);
  const chosen = () => page.getByRole("group", { name: "With the chosen" });
  const owner = () => dialog().getByLabel("Owner id");

  async function assignBoat(): Promise<void> {
    await enterConsole(maria, "/admin/dashboard?tab=devices");
    await settled(page, "Devices");
    await page.getByRole("checkbox", { name: "Choose Boat" }).check();
    await button("Assign owner").click();
    await owner().fill(String((await userOf("alex@relaydeck.test"))?.["id"]));
    wire.hold();
    await button("Assign").click();
    await button("Assigning…").waitFor();
  }

  test("[HD-4, AD-3, D24] what is typed while the newest is taken over stays", async () => {
    await enterConsole(maria);
    await settled(page, "Users");
    await button("Edit Maria Lind").click();
    await dialog().getByLabel("First name").fill("Mary");
    const address = `/api/admin/users/${String((await userOf("demo@relaydeck.test"))?.["id"])}`;
    const headers = { origin: house.url };
    await page.request.patch(address, { data: { lastName: "Lindqvist" }, headers });
    await button("Save changes").click();
    await dialog().getByText("Somebody changed this meanwhile, so nothing was saved.").waitFor();
    wire.hold();
    await button("Take over the newest").click();
    await dialog().getByLabel("First name").fill("Mary-Ann");
    wire.release();
    await dialog()
      .getByText(/^What was stored meanwhile is here now/)
      .waitFor();
    expect(await dialog().getByLabel("Last name").inputValue()).toBe("Lindqvist");
    expect(await dialog().getByLabel("First name").inputValue()).toBe("Mary-Ann");
    await page.request.patch(address, { data: { lastName: "Lind" }, headers });
  });

  test("[HD-4, D25] what is warned of after a save is what was saved, and not what was there before", async () => {
    const transfer = () => dialog().getByText(/^The (old )?owner and everybody/);
    await enterConsole(maria, "/admin/dashboard?tab=devices");
    await settled(page, "Devices");
    await button("Edit Boat").click();
    const before = await owner().inputValue();
    await owner().fill("");
    await transfer().waitFor();
    wire.hold();
    await button("Save changes").click();
    await dialog().getByLabel("Name").fill("Old boat");
    wire.release();
    await toast("Device updated successfully").waitFor();
    await owner().fill(before);
    await button("Save changes").waitFor();
    expect(await transfer().count()).toBe(0);
    await dialog().getByLabel("Name").fill("Boat");
    await button("Save changes").click();
    await dialog().waitFor({ state: "detached" });
  });

  test("[HD-4, D25] it is told to whom devices went, whatever is typed for the next owner meanwhile", async () => {
    await assignBoat();
    await owner().fill("usr_next");
    await owner().fill("");
    wire.release();
    await toast("1 assigned").waitFor();
    await button("Assign").waitFor();
    expect(await page.locator(".toast").getByText("1 unassigned").count()).toBe(0);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    expect(await chosen().count()).toBe(1);
  });

  test("[HD-4, D25] the button says where devices just go, whatever is chosen meanwhile, and a refusal goes with what it was for", async () => {
    await assignBoat();
    await dialog().getByRole("radio", { name: "Nobody" }).check();
    expect([await button("Assigning…").count(), await button("Unassigning…").count()]).toEqual([1, 0]);
    wire.release();
    await toast("1 assigned").waitFor();
    await dialog().getByRole("radio", { name: "A person" }).check();
    await owner().fill("usr_nobody");
    await button("Assign").click();
    const refusal = dialog().locator(".banner").getByText("No user has this id");
    await refusal.waitFor();
    await dialog().getByRole("radio", { name: "Nobody" }).check();
    expect(await refusal.count()).toBe(0);
  });

  test("[HD-4] an assignment that ends after its dialog was left ends its choice, and not the dialog that was opened since", async () => {
    await assignBoat();
    await page.keyboard.press("Escape");
    await button("Discard").click();
    await dialog().waitFor({ state: "detached" });
    wire.release();
    await toast("1 assigned").waitFor();
    await chosen().waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Choose Boat");

    await assignBoat();
    await page.keyboard.press("Escape");
    await button("Discard").click();
    await dialog().waitFor({ state: "detached" });
    await button("Assign owner").click();
    await owner().fill("usr_next");
    wire.release();
    await toast("1 assigned").waitFor();
    expect(await owner().inputValue()).toBe("usr_next");
    await button("Cancel").click();
    await button("Discard").click();
    await dialog().waitFor({ state: "detached" });
    expect(await chosen().count()).toBe(1);
  });

  test("[HD-4, A2] an assignment that ends while the focus is on its way back leaves it on the row", async () => {
    await page.clock.install();
    await assignBoat();
    await page.keyboard.press("Escape");
    await button("Discard").waitFor();
    // A dialog that closes gives the focus back a moment later.
    await page.clock.pauseAt(performance.timeOrigin + performance.now() + 1_000);
    await button("Discard").click();
    await dialog().waitFor({ state: "detached" });
    wire.release();
    await toast("1 assigned").waitFor();
    await chosen().waitFor({ state: "detached" });
    await page.clock.runFor(1_000);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Choose Boat");
  });
});
