/** Layouts: the built-in ones, the editor's ranges, rows and states, as they are seen, saved and read again. */
import type { Locator } from "playwright";
import { expect } from "vitest";
import { componentTypes } from "@relaydeck/contract/layout-grid";
import { clearLayouts, keepLayout, layoutLine, openEditor, type Tile } from "../layouts-page.ts";
import { toastsOf } from "../toasts.ts";
import { ask } from "./callers.ts";
import type { FactScene, Proof, Proofs } from "./facts.ts";
import { home } from "./header-facts.ts";

interface Whole {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly layout: { readonly components: readonly Readonly<Record<string, unknown>>[]; readonly gridSettings: unknown };
}

const tiles: readonly Tile[] = [
  { id: "device-list", type: "device-list", at: [0, 0, 12, 4] },
  { id: "system-status", type: "system-status", at: [0, 4, 6, 2] },
];

async function whole(scene: FactScene, name: string): Promise<Whole> {
  const all = JSON.parse((await ask(scene, "GET /api/dashboard-layouts")).body) as Whole[];
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no layout ${name}`);
  return found;
}

async function leave(scene: FactScene): Promise<void> {
  await clearLayouts(scene.page);
  await scene.page.evaluate(() =>
    Object.keys(localStorage).forEach((key) => key !== "relaydeck-theme" && localStorage.removeItem(key)),
  );
  await home(scene);
}

/** The editor with a new layout in it. */
async function create({ page }: FactScene): Promise<Locator> {
  const dialog = await openEditor(page);
  await dialog.getByRole("button", { name: "Create New" }).click();
  await dialog.getByRole("heading", { name: "Components" }).waitFor();
  return dialog;
}

/** What the page says of the layout that it shows: its name stands before the count. */
async function nameShown({ page }: FactScene): Promise<string> {
  return (await page.locator(".page-sub").first().innerText()).split("·")[0]?.trim() ?? "";
}

interface Ends {
  readonly min: number;
  readonly max: number | null;
  readonly nonNumeric: number;
}
const inputs: { seen: Promise<Readonly<Record<string, Ends>>> | null } = { seen: null };

/** What is typed beyond an end is made to fit when the field is left. Where the document names no end, ours lies far off. [IN-6] */
async function lookAtInputs(scene: FactScene): Promise<Readonly<Record<string, Ends>>> {
  const dialog = await create(scene);
  const row = dialog.getByRole("group", { name: "System Status" });
  const seen: Record<string, Ends> = {};
  for (const label of ["X", "Y", "Width", "Height"]) {
    const typed = async (text: string) => {
      const field = row.getByLabel(label, { exact: true });
      await field.fill(text);
      await field.blur();
      return Number(await field.inputValue());
    };
    const most = await typed("99999");
    const min = await typed("-5");
    await typed("7");
    seen[label] = { min, max: most >= 100 ? null : most, nonNumeric: await typed("") };
  }
  await leave(scene);
  return seen;
}

const placeInput = (label: string): Proof => ({ see: async (scene) => (await (inputs.seen ??= lookAtInputs(scene)))[label] });

/** The words of those that hold, in their order. */
async function holding(all: Readonly<Record<string, () => Promise<boolean>>>): Promise<string[]> {
  const words: string[] = [];
  for (const [word, holds] of Object.entries(all)) if (await holds()) words.push(word);
  return words;
}

const isThere = async (place: Locator) => (await place.count()) === 1;

/** "Night" is the default, "Work" is not. */
async function withTwo(scene: FactScene): Promise<Locator> {
  await keepLayout(scene.page, { name: "Work", tiles, isDefault: false });
  await keepLayout(scene.page, { name: "Night", tiles });
  await home(scene);
  const dialog = await openEditor(scene.page);
  await dialog.getByRole("button", { name: "Edit Night" }).waitFor();
  return dialog;
}

const withoutSettings = (component: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(component).filter(([key]) => key !== "settings"));
const rowOf = (dialog: Locator, name: string) => dialog.locator(".saved-row", { hasText: name });
const isInert = async (place: Locator) => (await place.getAttribute("aria-disabled")) === "true";

/** Inert while the deletion is on its way. */
async function isInertWhilePending({ gateway }: FactScene, dialog: Locator): Promise<boolean> {
  const remove = dialog.getByRole("button", { name: "Delete Work" });
  const before = await isInert(remove);
  gateway.setWayToApi("slow");
  await remove.click();
  await dialog.locator(".saved-row [aria-disabled=true][aria-label='Delete Work']").waitFor();
  const during = await isInert(remove);
  gateway.setWayToApi("open");
  await dialog.getByRole("button", { name: /bring .*Work.* back|Undo.*Work/ }).waitFor();
  return !before && during;
}

export const layoutFacts: Proofs = {
  "component-types": {
    // Each of the contract's list draws what it is, and has a label of its own; what is not in it is unknown.
    async see(scene) {
      const all = [...componentTypes, "weather"];
      await keepLayout(scene.page, { name: "All", tiles: all.map((type, n) => ({ id: type, type, at: [0, n, 6, 1] })) });
      await home(scene);
      const unknown = scene.page.locator(".place", { hasText: "Unknown component type" });
      await unknown.first().waitFor();
      const unknowns = await unknown.evaluateAll((places) => places.map((place) => place.getAttribute("data-component")));
      await leave(scene);
      return all.filter((type) => !unknowns.includes(type));
    },
  },
  "layout-template": {
    async see(scene) {
      const name = await nameShown(scene);
      const dialog = await create(scene);
      await dialog.getByPlaceholder("Enter layout name...").fill("Of the template");
      await dialog.getByRole("button", { name: "Save Layout" }).click();
      await dialog.waitFor({ state: "detached" });
      const { components, gridSettings } = (await whole(scene, "Of the template")).layout;
      await leave(scene);
      return { name, components: components.map(withoutSettings), gridSettings };
    },
  },
  "layout-precedence": {
    async see(scene) {
      const before = await nameShown(scene);
      await keepLayout(scene.page, { name: "Work", tiles, isDefault: false });
      await home(scene);
      const between = await nameShown(scene);
      await keepLayout(scene.page, { name: "Night", tiles });
      await layoutLine(scene.page, "Night · 2 visible components").waitFor();
      const after = await nameShown(scene);
      await leave(scene);
      return before === "Default Layout" && between === before && after === "Night";
    },
  },
  "layout-input-x": placeInput("X"),
  "layout-input-y": placeInput("Y"),
  "layout-input-w": placeInput("Width"),
  "layout-input-h": placeInput("Height"),
  "layout-row-buttons": {
    async see(scene) {
      const dialog = await withTwo(scene);
      const ofDefault = rowOf(dialog, "Night");
      const ofOther = rowOf(dialog, "Work");
      const isHidden =
        (await ofDefault.getByText("Set Default").count()) === 0 && (await isThere(ofOther.getByText("Set Default")));
      const isFixed = await isInert(dialog.getByRole("button", { name: "Delete Night" }));
      const isPending = await isInertWhilePending(scene, dialog);
      await leave(scene);
      return isHidden && isFixed && isPending;
    },
  },
  "layout-list-row": {
    async see(scene) {
      const dialog = await withTwo(scene);
      const night = rowOf(dialog, "Night");
      const work = rowOf(dialog, "Work");
      const badge = (row: Locator) => row.getByText("Default", { exact: true });
      const setDefault = (row: Locator) => row.getByText("Set Default");
      const words = await holding({
        name: () => isThere(work.getByText("Work", { exact: true })),
        "Default badge if default": async () => (await isThere(badge(night))) && !(await isThere(badge(work))),
        "component count": () => isThere(work.getByText("2 components")),
        edit: () => isThere(work.getByRole("button", { name: "Edit Work" })),
        "Set Default (hidden on the default layout)": async () =>
          (await isThere(setDefault(work))) && !(await isThere(setDefault(night))),
        "delete (disabled on the default layout and while a delete is pending)": async () =>
          (await isInert(dialog.getByRole("button", { name: "Delete Night" }))) && isInertWhilePending(scene, dialog),
      });
      await leave(scene);
      return words;
    },
  },
  "layout-component-row": {
    async see(scene) {
      await keepLayout(scene.page, {
        name: "Work",
        isDefault: false,
        tiles: [{ id: "s", type: "system-status", at: [0, 4, 6, 2] }],
      });
      await home(scene);
      const dialog = await openEditor(scene.page);
      await dialog.getByRole("button", { name: "Edit Work" }).click();
      const row = dialog.locator(".component-row");
      const number = (label: string) => async () =>
        (await isThere(row.getByLabel(label, { exact: true }))) &&
        (await row.getByLabel(label, { exact: true }).getAttribute("type")) === "number";
      const words = await holding({
        "visibility switch": () => isThere(row.getByRole("switch")),
        "title, or label of its type": () => isThere(row.locator(".component-title", { hasText: "System Status" })),
        "position and size": () => isThere(row.getByText("Column 1, row 5 · 6 wide, 2 high")),
        "eye icon": () => isThere(row.locator("svg.component-eye")),
        X: number("X"),
        Y: number("Y"),
        Width: number("Width"),
        Height: number("Height"),
      });
      await leave(scene);
      return words;
    },
  },
  "layout-dialog-states": {
    async see(scene) {
      const { page } = scene;
      await keepLayout(page, { name: "Work", tiles, isDefault: false });
      await home(scene);
      const dialog = page.getByRole("dialog", { name: "Dashboard Layout Editor" });
      const titles = () => dialog.locator(".component-title").allTextContents();
      const words = await holding({
        closed: async () => (await dialog.count()) === 0,
        "open to create (from the default layout template)": async () => {
          await create(scene);
          return (await titles()).length === 5 && (await dialog.getByPlaceholder("Enter layout name...").inputValue()) === "";
        },
        "open to edit (prefilled with name and layout)": async () => {
          await dialog.getByRole("button", { name: "Stop editing" }).click();
          await dialog.getByRole("button", { name: "Edit Work" }).click();
          await dialog.locator(".component-row").nth(1).waitFor();
          return (await dialog.getByText("Work").count()) > 1 && (await titles()).join() === "My Devices,System Status";
        },
      });
      await leave(scene);
      return words;
    },
  },
  "layout-editor-flow": { see: (scene) => editorFlow(scene) },
};

/** Create, hide one, reset, save slowly, and look at what is left. */
async function editorFlow(scene: FactScene): Promise<boolean> {
  const { page, gateway } = scene;
  const dialog = await create(scene);
  const name = dialog.getByPlaceholder("Enter layout name...");
  const isBlank = (await name.inputValue()) === "";
  const shown = dialog.getByRole("switch", { name: "Show Activity Log" });
  await shown.click();
  const wasHidden = (await shown.getAttribute("aria-checked")) === "false";
  await dialog.getByRole("button", { name: "Reset to Default" }).click();
  await expect.poll(() => shown.getAttribute("aria-checked")).toBe("true");
  await name.fill("Work");
  gateway.setWayToApi("slow");
  await dialog.getByRole("button", { name: "Save Layout" }).click();
  const isInertMeanwhile = await isInert(dialog.getByRole("button", { name: "Saving..." }));
  gateway.setWayToApi("open");
  await dialog.waitFor({ state: "detached" });
  const again = await openEditor(page);
  const isListed = await isThere(again.getByRole("button", { name: "Edit Work" }));
  await again.getByRole("button", { name: "Create New" }).click();
  const isCleared = (await again.getByPlaceholder("Enter layout name...").inputValue()) === "";
  await again.getByRole("button", { name: "Stop editing" }).click();
  await again.getByRole("button", { name: "Set Default: Work" }).click();
  await toastsOf(page).getByText("This layout is now your default dashboard").waitFor();
  await again.getByText("Default", { exact: true }).waitFor();
  await leave(scene);
  return isBlank && wasHidden && isInertMeanwhile && isListed && isCleared;
}
