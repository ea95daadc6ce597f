/**
 * What is changed from the console's lists, by one administrator and by others meanwhile: edited, given away, deleted and
 * brought back, and told where it stands. [AD-3, AD-4, AD-7, D23-D25]
 */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seed } from "./console-house.ts";
import { enterConsole, namesIn, news, rowOf, settled, soon, toastOf, toldByRest, writtenBy } from "./console-page.ts";
import { focusOf } from "./focus.ts";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { partsOf } from "./page-parts.ts";

let house: House;
let browser: Browser;
let visitor: Visit;
let page: Page;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
  await seed(house, { users: 60, devices: 30 });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await house.close();
});
beforeEach(async () => {
  visitor = await visit(browser, house);
  ({ page } = visitor);
});
afterEach(async () => {
  await visitor.context.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
});

const { button, dialog } = partsOf(() => page);
const origin = () => ({ headers: { origin: house.url } });

async function idOf(list: "users" | "devices", name: string): Promise<string> {
  const rows = await toldByRest(page, house, list);
  const row = rows.find((one) => one["name"] === name || one["email"] === name);
  return String(row?.["id"]);
}

describe("changed", () => {
  test("what others add waits beside the number and moves nothing until it is asked for", async () => {
    await enterConsole(visitor);
    const list = await settled(page, "Users");
    const before = await namesIn(list);
    const person = { email: "ida@example.com", password: "eleven grey herons", firstName: "Ida", lastName: "New" };
    await page.request.post("/api/auth/register", { data: person, ...origin() });
    const maria = await idOf("users", "demo@relaydeck.test");
    await page.request.patch(`/api/admin/users/${maria}`, { data: { lastName: "Lindqvist" }, ...origin() });
    await list.getByText("1 new").waitFor(news);
    const renamed = before.map((name) => (name === "Maria Lind" ? "Maria Lindqvist" : name));
    await expect.poll(() => namesIn(list), news).toEqual(renamed);
    await button("Show").click();
    await expect.poll(async () => (await namesIn(list))[0], soon).toBe("Ida New");
    await list.getByText("1 new").waitFor({ state: "detached" });
    expect((await focusOf(page)).name).not.toBe("the page");
    await page.request.patch(`/api/admin/users/${maria}`, { data: { lastName: "Lind" }, ...origin() });
    await page.request.delete(`/api/admin/users/${await idOf("users", person.email)}`, origin());
  });

  test("[AD-3] somebody else's change meanwhile is told, taken over, and what was typed stays", async () => {
    await enterConsole(visitor, "/admin/dashboard?tab=devices&q=Cabin");
    const written = writtenBy(page);
    await button("Edit Cabin").click();
    const edit = dialog("Edit Cabin");
    await edit.getByLabel("Name").fill("Chalet");
    const before = (await toldByRest(page, house, "devices")).find(({ name }) => name === "Cabin");
    const cabin = String(before?.["id"]);
    await page.request.patch(`/api/admin/devices/${cabin}`, { data: { name: "Hut", serialNumber: "P0SIM7777" }, ...origin() });
    await edit.getByRole("button", { name: "Save changes" }).click();
    await edit.getByText("Somebody changed this meanwhile, so nothing was saved.").waitFor();
    await edit.getByRole("button", { name: "Take over the newest" }).click();
    await edit.getByText("Stored by now: Hut").waitFor();
    expect([await edit.getByLabel("Name").inputValue(), await edit.getByLabel("Serial number").inputValue()]).toEqual([
      "Chalet",
      "P0SIM7777",
    ]);
    await edit.getByRole("button", { name: "Save changes" }).click();
    await toastOf(page, "Device updated successfully").waitFor();
    const inputs = written.map(({ input }) => input as Record<string, unknown>);
    expect(inputs.map(({ name }) => name)).toEqual(["Chalet", "Chalet"]);
    expect(inputs[1]).not.toHaveProperty("serialNumber");
    const version = (index: number) => Number(inputs[index]?.["version"]);
    expect(version(1)).toBe(version(0) + 1);
    await page.request.patch(`/api/admin/devices/${cabin}`, {
      data: { name: "Cabin", serialNumber: before?.["serialNumber"] },
      ...origin(),
    });
  });

  test("[AD-4, AD-7, D24] fields of state warn and stay consistent; an owner is looked for and the transfer is told", async () => {
    await enterConsole(visitor, "/admin/dashboard?tab=devices&q=Porch");
    const porch = await idOf("devices", "Porch light");
    const written = writtenBy(page);
    await button("Edit Porch light").click();
    const edit = dialog("Edit Porch light");
    await edit.getByRole("switch", { name: "Connected" }).click();
    expect(await edit.getByLabel("Status").inputValue()).toBe("offline");
    await edit.getByText("Overrides the reported state until the device reports again.").waitFor();
    await edit.getByRole("switch", { name: "Connected" }).click();
    await edit.getByText("Overrides the reported").waitFor({ state: "detached" });
    await edit.getByLabel("Owner id").fill("alex");
    await edit.getByRole("button", { name: "Choose Alex Berg · alex@relaydeck.test" }).click();
    await edit.getByText("Goes to Alex Berg").waitFor();
    await edit.getByText(/^The old owner and everybody/).waitFor();
    await edit.getByRole("button", { name: "Save changes" }).click();
    await toastOf(page, "Device updated successfully").waitFor();
    expect(written).toHaveLength(1);
    expect(Object.keys(written[0]?.input as object).toSorted()).toEqual(["deviceId", "ownerId", "version"]);
    const device = (await toldByRest(page, house, "devices")).find(({ id }) => id === porch);
    expect(device?.["ownerId"]).toBe(await idOf("users", "alex@relaydeck.test"));
  });

  test("[D25] an owner who does not exist is refused at the field, and the dialog keeps what was typed", async () => {
    await enterConsole(visitor, "/admin/dashboard?tab=devices&q=Gate");
    await button("Edit Gate").click();
    const edit = dialog("Edit Gate");
    await edit.getByLabel("Owner id").fill("usr_nobody");
    await edit.getByText("No user matches this.").waitFor();
    await edit.getByRole("button", { name: "Save changes" }).click();
    await edit.locator(".field-error").getByText("No user has this id").waitFor();
    expect(await edit.getByLabel("Owner id").inputValue()).toBe("usr_nobody");
    await expect.poll(async () => (await focusOf(page)).name, soon).toBe("Owner id");
    await edit.getByRole("button", { name: "Cancel" }).click();
    await edit.getByText("Discard changes?").waitFor();
    await edit.getByRole("button", { name: "Discard", exact: true }).click();
    await edit.waitFor({ state: "detached" });
    await expect.poll(async () => (await focusOf(page)).name, soon).toBe("Edit Gate");
  });

  test("[D23] many are deleted and brought back by the toast, one by the bin, and the bin says what is in it", async () => {
    await enterConsole(visitor, "/admin/dashboard?tab=users&q=person5");
    const list = await settled(page, "Users");
    const names = await namesIn(list);
    expect(names.length).toBeGreaterThan(3);
    await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
    await button(`Delete ${names.length}`).click();
    const toast = toastOf(page, `${names.length} users deleted`);
    await toast.waitFor();
    await expect.poll(() => list.locator("tr.list-strip").count(), soon).toBe(names.length);
    await toast.getByRole("button", { name: "Undo", exact: true }).click();
    await toastOf(page, `${names.length} restored`).waitFor();
    await expect.poll(() => list.locator("tr.list-strip").count(), soon).toBe(0);
    await button(`Delete ${names[0] ?? ""}`).click();
    await rowOf(list, `${names[0] ?? ""} deleted`).waitFor();
    await button("Recently deleted").click();
    const bin = await settled(page, "Recently deleted");
    await rowOf(bin, names[0] ?? "")
      .getByText("An administrator")
      .waitFor();
    await rowOf(bin, names[0] ?? "")
      .getByRole("button", { name: /^Undo/ })
      .click();
    await toastOf(page, "User restored").waitFor();
    await expect.poll(() => rowOf(bin, names[0] ?? "").count(), soon).toBe(0);
  });

  test("[D23] what another administrator brings back lives again where its strip stood, and nothing waits to be shown", async () => {
    await enterConsole(visitor, "/admin/dashboard?tab=users&q=person4");
    const list = await settled(page, "Users");
    const before = await namesIn(list);
    const name = before[1] ?? "";
    await button(`Delete ${name}`).click();
    const strip = rowOf(list, `${name} deleted`);
    await strip.getByRole("button", { name: /^Undo/ }).focus();
    const other = await visit(browser, house);
    await enterConsole(other, "/admin/dashboard?tab=users&show=deleted");
    const bin = await settled(other.page, "Recently deleted");
    await rowOf(bin, name).getByRole("button", { name: /^Undo/ }).click();
    await toastOf(other.page, "User restored").waitFor();
    await other.context.close();
    await strip.waitFor({ state: "detached", ...news });
    expect([await namesIn(list), await button("Show").count(), other.complaints]).toEqual([before, 0, []]);
    expect((await focusOf(page)).name).not.toBe("the page");
    await button(`Edit ${name}`).click();
    await dialog(`Edit ${name}`).getByLabel("First name").waitFor();
  });

  test("[AD-7] chosen devices are given to one person, and to nobody", async () => {
    await enterConsole(visitor, "/admin/dashboard?tab=devices&q=Seeded");
    const list = await settled(page, "Devices");
    const [first = "", second = ""] = await namesIn(list);
    for (const name of [first, second]) await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
    await button("Assign owner").click();
    await dialog("Assign 2 devices").getByLabel("Owner id").fill("demo@relaydeck");
    await dialog("Assign 2 devices")
      .getByRole("button", { name: /^Choose Maria Lind/ })
      .click();
    await dialog("Assign 2 devices").getByRole("button", { name: "Assign", exact: true }).click();
    await toastOf(page, "2 assigned").waitFor();
    const maria = await idOf("users", "demo@relaydeck.test");
    await expect.poll(() => list.locator(`a[title="${maria}"]`).count(), soon).toBe(2);
    await page.getByRole("group", { name: "With the chosen" }).waitFor({ state: "detached" });
  });
});
