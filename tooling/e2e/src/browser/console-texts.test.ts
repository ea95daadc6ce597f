/**
 * Every text, list, format and rule that the product document fixes for the console stands on the real product, in the state
 * it speaks of. An entry of the document's list without a proof here fails. [A18, D0.3, D0.7, D0.8, D23, D24]
 */
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dialogFields, kindOf, labelsOf } from "./console-dialog.ts";
import { countEntries, seed, writeEntries } from "./console-house.ts";
import { cell, enterConsole, heads, idsIn, rowOf, settled, toastOf, type ConsoleTab } from "./console-page.ts";
import { consolePart, documentedIn, documentedNow, valuesOf } from "./documented.ts";
import { openGatedHouse } from "./gated-house.ts";
import type { Gateway } from "./gateway.ts";
import { openBrowser, visit, type House, type Visit } from "./house.ts";

const kinds = ["success", "error", "warning", "info"] as const;
const never = "Seeded P0SIM0009";
/** The Boat, once nobody owns it: its name went with its owner. */
const freed = "PowerOne 0005";

let gateway: Gateway;
let house: House;
let browser: Browser;
let visitor: Visit;
let page: Page;
beforeAll(async () => {
  [{ gateway, house }, browser] = await Promise.all([openGatedHouse(), openBrowser()]);
  await seed(house, { users: 2, devices: 1 });
  visitor = await visit(browser, house);
  ({ page } = visitor);
  await enterConsole(visitor);
  const [somebody, boat] = [(await list("users"))[0], (await list("devices")).find(({ name }) => name === "Boat")];
  writeEntries(
    house,
    kinds.map((type) => ({
      type,
      message: `An entry of the kind ${type}`,
      // One of them is of somebody and of a device.
      ...(type === "success" ? { userId: somebody?.id, deviceId: boat?.id } : {}),
    })),
  );
  await page.request.patch(`/api/admin/devices/${boat?.id}`, { data: { ownerId: null }, headers: { origin: house.url } });
  const unproved = (await list("users")).find(({ email }) => email === "person1@seed.relaydeck.test");
  await page.request.patch(`/api/admin/users/${unproved?.id}`, {
    data: { emailVerified: false },
    headers: { origin: house.url },
  });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});
beforeEach(() => gateway.setWayToApi("open"));

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly ownerId: string | null;
  readonly emailVerified: boolean;
  readonly isConnected: boolean;
  readonly createdAt: string;
  readonly undoUntil: string;
}

async function list(of: "users" | "devices"): Promise<readonly Thing[]> {
  return (await (await page.request.get(`/api/admin/${of}`)).json()) as readonly Thing[];
}

async function open(tab: ConsoleTab, path = ""): Promise<Locator> {
  await page.goto(`/admin/dashboard?tab=${tab.toLowerCase()}${path}`);
  return settled(page, tab);
}

const documented = documentedIn(consolePart);
const { text, words, fact } = valuesOf(documented);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const long = /^\d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d:\d\d \S+$/;

async function openDialog(tab: "Users" | "Devices", name: string): Promise<Locator> {
  await open(tab);
  await button(`Edit ${name}`).click();
  const dialog = page.getByRole("dialog", { name: `Edit ${name}` });
  await dialog.locator("form").waitFor();
  return dialog;
}

/** Changes something back and forth, and waits for the toast. */
async function save(tab: "Users" | "Devices", name: string, [field, typed]: readonly [string, string]): Promise<void> {
  const dialog = await openDialog(tab, name);
  await dialog.getByLabel(field, { exact: true }).fill(typed);
  await dialog.getByRole("button", { name: "Save changes" }).click();
}

const texts: Readonly<Record<string, () => Promise<unknown>>> = {
  "admin-logout": () => button(text("admin-logout")).waitFor(),
  "admin-tab-users": () => page.getByRole("tab", { name: text("admin-tab-users"), exact: true }).waitFor(),
  "admin-tab-devices": () => page.getByRole("tab", { name: text("admin-tab-devices"), exact: true }).waitFor(),
  "admin-tab-activity": () => page.getByRole("tab", { name: text("admin-tab-activity"), exact: true }).waitFor(),
  "admin-tab-analytics": () => page.getByRole("tab", { name: text("admin-tab-analytics"), exact: true }).waitFor(),
  "admin-owner-unassigned": async () =>
    expect(await cell(rowOf(await open("Devices"), freed), "owner").innerText()).toBe(text("admin-owner-unassigned")),
  "admin-activity-system": async () =>
    expect(await cell(rowOf(await open("Activity", "&q=kind"), "kind info"), "user").innerText()).toBe(
      text("admin-activity-system"),
    ),
  "admin-activity-na": async () =>
    expect(await cell(rowOf(await open("Activity", "&q=kind"), "kind info"), "device").innerText()).toBe(
      text("admin-activity-na"),
    ),
  "admin-user-updated-title": async () => {
    await save("Users", "Alex Berg", ["Last name", "Bergh"]);
    await toastOf(page, text("admin-user-updated-title")).waitFor();
  },
  "admin-device-updated-title": async () => {
    await save("Devices", "Cabin", ["Name", "Hut"]);
    await toastOf(page, text("admin-device-updated-title")).waitFor();
  },
  "admin-user-deleted-title": async () => {
    await open("Users");
    await button("Delete Person 2 Seed").click();
    await toastOf(page, text("admin-user-deleted-title")).waitFor();
    await restoreAll("users");
  },
  "admin-device-deleted-title": async () => {
    await open("Devices");
    await button(`Delete ${never}`).click();
    await toastOf(page, text("admin-device-deleted-title")).waitFor();
    await restoreAll("devices");
  },
  "admin-undo": async () => {
    await open("Users");
    await button("Delete Person 2 Seed").click();
    const toast = toastOf(page, "User deleted successfully");
    await toast.getByRole("button", { name: text("admin-undo"), exact: true }).click();
    await toastOf(page, "User restored").waitFor();
  },
  "admin-error-title": async () => {
    await save("Users", "Maria Lind", ["Email", "alex@relaydeck.test"]);
    const toast = toastOf(page, text("admin-error-title"));
    await toast.getByText(/already/).waitFor();
    await page
      .getByRole("dialog")
      .locator(".field-error")
      .getByText(/already/)
      .waitFor();
  },
  "admin-error-body": async () => {
    await open("Users");
    gateway.setWayToApi("wordless");
    await button("Delete Maria Lind").click();
    await toastOf(page, text("admin-error-title")).getByText(text("admin-error-body"), { exact: true }).waitFor();
    await button("Edit Maria Lind").waitFor();
  },
  "admin-logged-out-title": async () => {
    await open("Users");
    await button("Logout").click();
    await toastOf(page, text("admin-logged-out-title")).waitFor();
    await enterConsole(visitor);
  },
};

const described: Readonly<Record<string, () => Promise<unknown>>> = {
  "admin-summary-cards": async () => {
    const cards = await page.getByRole("list", { name: "At a glance" }).getByRole("link").allInnerTexts();
    const said = cards.join(" ").toLowerCase();
    expect(words("admin-summary-cards").filter((word) => !said.includes(word))).toEqual([]);
  },
  "admin-users-columns": async () => expectHeads(await open("Users"), words("admin-users-columns")),
  "admin-devices-columns": async () => expectHeads(await open("Devices"), words("admin-devices-columns")),
  "admin-activity-columns": async () => expectHeads(await open("Activity"), words("admin-activity-columns")),
  "admin-analytics-button": async () => {
    await page.goto("/admin/dashboard?tab=analytics");
    await page
      .getByRole("tabpanel")
      .getByRole("link", { name: /analytics/i })
      .click();
    await page.waitForURL("**/admin/analytics");
  },
  "admin-edit-user-dialog": () => expectFields("Users", "Maria Lind", words("admin-edit-user-dialog")),
  "admin-edit-device-dialog": () => expectFields("Devices", "Gate", words("admin-edit-device-dialog")),
};

async function expectHeads(of: Locator, columns: readonly string[]): Promise<void> {
  const found = (await heads(of)).map((head) => head.toLowerCase());
  expect(found.filter((head) => head !== "actions")).toEqual(columns);
}

/** Each head in its place, and beneath it ids as far as they are shown, or the word that its column has for what is not there. */
async function expectColumns(of: Locator, id: string): Promise<void> {
  const columns = fact(id) as readonly string[];
  const found = await heads(of);
  expect(columns.map((column, index) => (column.includes(String(found[index]).toLowerCase()) ? column : found[index]))).toEqual(
    columns,
  );
  expect(found).toHaveLength(columns.length);
  for (const column of columns) {
    const orElse = /^(\w+) \(first (\d+) characters or (.+)\)$/.exec(column);
    if (orElse === null) continue;
    const [, name = "", first, instead = ""] = orElse;
    const length = Number(first);
    expect(length).toBe(fact("short-ids"));
    const shown = await idsIn(of, name);
    expect(shown).toEqual(shown.map(({ whole }) => ({ whole, text: whole?.slice(0, length) ?? instead })));
    expect([column, new Set(shown.map(({ whole }) => whole === null))]).toEqual([column, new Set([true, false])]);
    expect(shown.filter(({ whole }) => whole !== null && whole.length <= length)).toEqual([]);
  }
}

async function expectFields(tab: "Users" | "Devices", name: string, fields: readonly string[]): Promise<void> {
  const dialog = await openDialog(tab, name);
  const labels: Readonly<Record<string, string>> = dialogFields;
  expect(await labelsOf(dialog)).toEqual(fields.map((field) => labels[field] ?? field));
}

const facts: Readonly<Record<string, () => Promise<unknown>>> = {
  "activity-badge": async () => {
    const styles = fact("activity-badge") as Readonly<Record<string, string>>;
    const entries = await open("Activity", "&q=kind");
    for (const kind of kinds) {
      const badge = rowOf(entries, `kind ${kind}`).locator(".type-badge");
      expect([kind, await badge.innerText(), await badge.getAttribute("data-variant")]).toEqual([
        kind,
        kind,
        styles[kind] ?? styles["*"],
      ]);
    }
  },
  "short-ids": async () => {
    const [device] = await list("devices");
    const row = rowOf(await open("Devices", `&q=${device?.id}`), device?.name ?? "");
    const length = fact("short-ids") as number;
    expect(await cell(row, "id").locator("code").innerText()).toBe(device?.id.slice(0, length));
    expect(await cell(row, "owner").locator("code").innerText()).toBe(device?.ownerId?.slice(0, length));
    await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await cell(row, "id").getByRole("button").click();
    await toastOf(page, "Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(device?.id);
  },
  "admin-summary": async () => {
    const expected = fact("admin-summary") as readonly string[];
    await open("Users");
    await page.locator(".summary-cards[aria-busy=false]").waitFor();
    const cards = page.getByRole("list", { name: "At a glance" }).getByRole("link");
    const said = (await cards.allInnerTexts()).map((card) => card.replaceAll(/\s+/g, " ").toLowerCase());
    const parts = expected.map((card) => /^(.+?)(?: \(with (\w+) count\))?$/.exec(card));
    expect(said).toEqual(parts.map((part) => expect.stringMatching(new RegExp(`^${part?.[1]} \\d.*${part?.[2] ?? ""}`))));
    const [users, devices] = [await list("users"), await list("devices")];
    const verified = users.filter(({ emailVerified }) => emailVerified).length;
    expect(verified).toBe(users.length - 1);
    const connected = devices.filter(({ isConnected }) => isConnected).length;
    expect(connected).toBeGreaterThan(0);
    await expect
      .poll(async () => (await cards.allInnerTexts()).map((card) => card.replaceAll(/\s+/g, " ").toLowerCase()))
      .toEqual([
        `total users ${users.length} ${verified} verified`,
        `total devices ${devices.length} ${connected} connected`,
        expect.stringMatching(new RegExp(`^connected devices ${connected} of ${devices.length}\\b`)),
        expect.stringMatching(/^activity-log entries \d+ /),
      ]);
    await expect
      .poll(async () => (await cards.nth(3).locator(".summary-value").innerText()).replace(",", ""), { timeout: 30_000 })
      .toBe(String(countEntries(house)));
    const leads = await cards.evaluateAll((all) => all.map((card) => card.getAttribute("href")?.split("?")[1]));
    expect(leads).toEqual(["tab=users", "tab=devices", "tab=devices&status=online", "tab=activity"]);
  },
  "admin-tabs": async () => {
    const shown = await page.getByRole("tab").allInnerTexts();
    expect(shown.filter((tab) => (fact("admin-tabs") as string[]).includes(tab))).toEqual(fact("admin-tabs"));
  },
  "admin-users-table": async () => {
    const row = rowOf(await open("Users"), "demo@relaydeck.test");
    expect(await cell(row, "provider").innerText()).toBe("email");
    expect(await cell(row, "verified").locator(".badge").innerText()).toBe("Verified");
    await Promise.all(["Edit Maria Lind", "Delete Maria Lind"].map((name) => row.getByRole("button", { name }).waitFor()));
    await expectColumns(await settled(page, "Users"), "admin-users-table");
  },
  "admin-devices-table": async () => {
    const row = rowOf(await open("Devices"), "Gate");
    await Promise.all(["Edit Gate", "Delete Gate"].map((name) => row.getByRole("button", { name }).waitFor()));
    await expectColumns(await settled(page, "Devices"), "admin-devices-table");
  },
  "admin-activity-table": async () => expectColumns(await open("Activity", "&q=kind"), "admin-activity-table"),
  "admin-edit-user": () => expectFields("Users", "Maria Lind", fact("admin-edit-user") as string[]),
  "admin-edit-device": () => expectFields("Devices", "Gate", fact("admin-edit-device") as string[]),
  "device-update": async () => {
    const kindsOfFields = fact("device-update") as Readonly<Record<keyof typeof dialogFields, unknown>>;
    const dialog = await openDialog("Devices", "Gate");
    const seen: Record<string, unknown> = {};
    for (const field of Object.keys(kindsOfFields) as (keyof typeof dialogFields)[])
      seen[field] = await kindOf(dialog.getByLabel(dialogFields[field], { exact: true }));
    expect(seen).toEqual(kindsOfFields);
    expect(await dialog.getByRole("combobox").count()).toBe(Object.values(kindsOfFields).filter(Array.isArray).length);
  },
  "admin-edit-device-defaults": async () => {
    const { status, relayState, isConnected } = fact("admin-edit-device-defaults") as Record<string, unknown>;
    const dialog = await openDialog("Devices", never);
    expect(await dialog.getByLabel("Status").inputValue()).toBe(status);
    expect(await dialog.getByLabel("Relay state").inputValue()).toBe(relayState);
    expect(await dialog.getByRole("switch", { name: "Connected" }).getAttribute("aria-checked")).toBe(String(isConnected));
  },
  "admin-dialog-close": async () => {
    await save("Devices", "Workshop", ["Name", "Work shop"]);
    await toastOf(page, "Device updated successfully").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(fact("admin-dialog-close")).toBe(true);
  },
  "admin-delete-confirm": async () => {
    await open("Devices");
    await button("Delete Porch light").click();
    await toastOf(page, "Device deleted successfully").getByRole("button", { name: "Undo", exact: true }).click();
    await toastOf(page, "Device restored").waitFor();
    expect([fact("admin-delete-confirm"), await page.getByRole("dialog").count()]).toEqual([false, 0]);
  },
  bin: async () => {
    const user = (await list("users")).find(({ email }) => email === "person2@seed.relaydeck.test");
    const answer = await page.request.delete(`/api/admin/users/${user?.id}`, { headers: { origin: house.url } });
    const { undoUntil } = (await answer.json()) as Thing;
    const days = (Date.parse(undoUntil) - Date.parse(answer.headers()["date"] ?? "")) / 86_400_000;
    expect(Math.round(days)).toBe(fact("bin"));
    await page.goto("/admin/dashboard?tab=users&show=deleted");
    await page.getByText(`Kept for ${String(fact("bin"))} days, then gone for good.`).waitFor();
    await restoreAll("users");
  },
  "date-admin": async () => {
    expect(fact("date-admin")).toBe("long date and time");
    for (const tab of ["Users", "Devices", "Activity"] as const) {
      const times = await (await open(tab)).locator("time").allInnerTexts();
      expect(times.length).toBeGreaterThan(0);
      expect(times.filter((time) => !long.test(time))).toEqual([]);
    }
  },
};

/** Brings back whatever lies in the bin, as a person does. */
async function restoreAll(kind: "users" | "devices"): Promise<void> {
  await page.goto(`/admin/dashboard?tab=${kind}&show=deleted`);
  const bin = await settled(page, "Recently deleted");
  const undo = bin.getByRole("button", { name: /^Undo/ });
  while ((await undo.count()) > 0) {
    const before = await undo.count();
    await undo.first().click();
    await expect.poll(() => undo.count()).toBeLessThan(before);
  }
}

const counted = (proofs: object, of: readonly { id: string }[]) =>
  `${of.filter(({ id }) => id in proofs).length} of ${of.length}`;

describe(`[A18] ${counted(texts, documented.texts)} texts, ${counted(described, documented.described)} described things, ${counted(facts, documented.facts)} facts of the console`, () => {
  const now = documentedNow(consolePart);
  test.each(now === null ? [] : [{ now }])("are the document's", (document) => expect(documented).toEqual(document.now));

  test("have each its proof, and there is no other", () => {
    const all = [texts, described, facts].map((proofs) => Object.keys(proofs).toSorted());
    expect([documented.texts, documented.described, documented.facts].map((of) => of.map(({ id }) => id).toSorted())).toEqual(
      all,
    );
  });

  test.each(documented.texts)("$id: “$text”", async ({ id }) => {
    await texts[id]?.();
    expect(visitor.complaints).toEqual([]);
  });

  test.each(documented.described)("$id is there: $words", async ({ id }) => {
    await described[id]?.();
    expect(visitor.complaints).toEqual([]);
  });

  test.each(documented.facts)("$id", async ({ id }) => {
    await facts[id]?.();
    expect(visitor.complaints).toEqual([]);
  });
});
