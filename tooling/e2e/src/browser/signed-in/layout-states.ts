/** The layout editor, what layouts show, and the widgets that have nothing to show yet. [D1 … D7, D55] */
import type { Page } from "playwright";
import { clearLayouts, keepLayout, openEditor, type Tile } from "../layouts-page.ts";
import { button, call, enter, wordless, type Said, type Scene, type SignedInState } from "./scene.ts";

const two: readonly Tile[] = [
  { id: "device-list", type: "device-list", at: [0, 0, 12, 4] },
  { id: "system-status", type: "system-status", at: [0, 4, 6, 2] },
];
const untitled: readonly Tile[] = [
  "device-list",
  "shared-devices",
  "system-status",
  "activity-log",
  "device-registration",
  "analytics-overview",
  "quick-controls",
].map((type, n) => ({ id: type, type, at: [0, n, 6, 2] }));

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Dashboard Layout Editor" });

async function create(scene: Scene, name: string): Promise<void> {
  await enter(scene);
  const dialog = await openEditor(scene.page);
  await dialog.getByRole("button", { name: "Create New" }).click();
  await dialog.getByPlaceholder("Enter layout name...").fill(name);
}

async function save(scene: Scene): Promise<void> {
  await button(scene.page, "Save Layout").click();
}

/** The editor with one layout of one's own, which is not the default. */
async function withWork(scene: Scene): Promise<void> {
  await enter(scene);
  await keepLayout(scene.page, { name: "Work", tiles: two, isDefault: false });
  await openEditor(scene.page);
  await button(scene.page, "Edit Work").waitFor();
}

const leave = ({ page }: Scene) => clearLayouts(page);

async function withLayout(scene: Scene, tiles: readonly Tile[], as: "demo" | "alex" = "demo"): Promise<void> {
  await enter(scene, as);
  await keepLayout(scene.page, { name: "Own", tiles });
}

/** A press in the editor while something else answers in the server's place. */
function fails(name: string, press: (scene: Scene) => Promise<unknown>, says: readonly Said[]): SignedInState[] {
  return (["wordless", "silent"] as const).map((way) => ({
    name: `${name}, ${way}`,
    async reach(scene) {
      await withWork(scene);
      if (name === "saving fails") await button(scene.page, "Edit Work").click();
      scene.gateway.setWayToApi(way);
      await press(scene);
    },
    says,
    leave,
  }));
}

const places: readonly Said[] = [
  { id: "layout-input-x", text: "X", as: "label" },
  { id: "layout-input-y", text: "Y", as: "label" },
  { id: "layout-input-width", text: "Width", as: "label" },
  { id: "layout-input-height", text: "Height", as: "label" },
];

export const layoutStates: readonly SignedInState[] = [
  {
    name: "layout editor, no layouts",
    async reach(scene) {
      await enter(scene);
      await openEditor(scene.page);
    },
    says: [
      { id: "layout-title", text: "Dashboard Layout Editor", as: "heading" },
      {
        id: "layout-description",
        text: "Customize your dashboard layout by organizing components and saving different configurations.",
        as: "text",
      },
      { id: "layout-area-saved", text: "Saved Layouts", as: "heading" },
      { id: "layout-create-new", text: "Create New", as: "button" },
      { id: "layout-empty", text: "No custom layouts created yet.", as: "text" },
      { id: "layout-empty-hint", text: "Create your first custom layout to get started.", as: "text" },
    ],
  },
  {
    name: "layout editor, a new layout",
    reach: (scene) => create(scene, ""),
    says: [
      { id: "layout-area-components", text: "Components", as: "heading" },
      { id: "layout-reset", text: "Reset to Default", as: "button" },
      { id: "layout-save", text: "Save Layout", as: "button" },
      { id: "layout-name-placeholder", text: "Enter layout name...", as: "placeholder" },
      ...places,
      { id: "component-device-registration", text: "Device Registration", as: "text" },
      { id: "layout-row", text: "Show My Devices", as: "label" },
      { id: "layout-row", text: "Column 1, row 4 · 8 wide, 6 high", as: "text" },
      { id: "layout-row", text: "Visible", as: "label" },
    ],
  },
  {
    name: "layout editor, components without titles",
    async reach(scene) {
      await withLayout(scene, untitled);
      await openEditor(scene.page);
      await button(scene.page, "Edit Own").click();
    },
    says: [
      { id: "component-analytics-overview", text: "Analytics Overview", as: "text" },
      { id: "component-quick-controls-label", text: "Quick Controls", as: "text" },
      { id: "component-device-registration", text: "Device Registration", as: "text" },
      ...["My Devices", "Shared Devices", "System Status", "Activity Log"].map((text): Said => ({
        id: "layout-row",
        text: `Show ${text}`,
        as: "label",
      })),
    ],
    leave,
  },
  {
    name: "a layout without a name",
    async reach(scene) {
      await create(scene, "   ");
      await save(scene);
    },
    says: [
      ...wordless("layout-validation", "Validation Error", "Layout name is required"),
      { id: "layout-name-required", text: "Layout name is required", as: "text" },
    ],
  },
  {
    name: "a layout without a name, at the REST door",
    async reach(scene) {
      await enter(scene);
      return call(scene, "POST /api/dashboard-layouts", { name: " ", layout: { components: [] } });
    },
    says: [{ id: "layout-name-required", text: "Layout name is required", as: "answer" }],
  },
  {
    name: "a layout is saved",
    async reach(scene) {
      await create(scene, "Work");
      await save(scene);
      await dialogOf(scene.page).waitFor({ state: "detached" });
    },
    says: wordless("layout-saved", "Layout Saved", "Dashboard layout has been saved successfully"),
    leave,
  },
  {
    name: "a layout is being saved",
    async reach(scene) {
      await create(scene, "Work");
      scene.gateway.setWayToApi("slow");
      await save(scene);
    },
    says: [{ id: "layout-saving", text: "Saving...", as: "button" }],
    leave,
  },
  {
    name: "two layouts, one of them the default",
    async reach(scene) {
      await enter(scene);
      await keepLayout(scene.page, { name: "Work", tiles: two, isDefault: false });
      await keepLayout(scene.page, { name: "Night", tiles: two });
      await openEditor(scene.page);
    },
    says: [
      { id: "layout-default-badge", text: "Default", as: "text" },
      { id: "layout-set-default", text: "Set Default", as: "text" },
      { id: "layout-use-built-in", text: "use built-in layout", as: "button", shown: /^use built-in layout$/i },
      { id: "layout-component-count", text: "2 components", as: "text" },
      { id: "layout-edit-delete-buttons", text: "Edit Work", as: "button" },
      { id: "layout-edit-delete-buttons", text: "Delete Work", as: "button" },
    ],
    leave,
  },
  {
    name: "a layout is deleted",
    async reach(scene) {
      await withWork(scene);
      await button(scene.page, "Delete Work").click();
    },
    says: wordless("layout-deleted", "Layout Deleted", "Dashboard layout has been deleted"),
    leave,
  },
  {
    name: "a layout becomes the default",
    async reach(scene) {
      await withWork(scene);
      await button(scene.page, "Set Default: Work").click();
    },
    says: wordless("layout-default-set", "Default Layout Set", "This layout is now your default dashboard"),
    leave,
  },
  ...fails("saving fails", save, wordless("layout-save-failed", "Save Failed", "Failed to save layout")),
  ...fails(
    "deleting fails",
    ({ page }) => button(page, "Delete Work").click(),
    wordless("layout-delete-failed", "Delete Failed", "Failed to delete layout"),
  ),
  ...fails(
    "setting the default fails",
    ({ page }) => button(page, "Set Default: Work").click(),
    wordless("layout-default-failed", "Update Failed", "Failed to set default layout"),
  ),
  {
    name: "layouts that are not read yet",
    async reach(scene) {
      await enter(scene);
      scene.gateway.setWayToApi("slow");
      scene.gateway.setWayToStream("closed");
      await scene.page.reload();
      await openEditor(scene.page);
    },
    says: [{ id: "layout-loading", text: "Loading layouts...", as: "text" }],
  },
  {
    name: "everything is hidden",
    reach: (scene) => withLayout(scene, [{ id: "a", type: "system-status", visible: false, at: [0, 0, 6, 2] }]),
    says: [
      { id: "dashboard-none-visible", text: "No Components Visible", as: "heading" },
      { id: "layout-title", text: "Dashboard Layout Editor", as: "heading" },
    ],
    leave,
  },
  {
    name: "a component of a type that is not known",
    reach: (scene) => withLayout(scene, [{ id: "w", type: "weather", title: "Weather", at: [0, 0, 6, 2] }]),
    says: [{ id: "component-unknown", text: "Unknown component type", as: "text" }],
    leave,
  },
  {
    name: "widgets with nothing to show yet",
    async reach(scene) {
      const tiles = untitled.filter(({ type }) => type === "analytics-overview" || type === "quick-controls");
      await withLayout(scene, tiles, "alex");
    },
    says: [
      { id: "component-coming-soon", text: "coming soon", as: "part", shown: /coming soon/i },
      { id: "component-quick-controls", text: "Pick relays for one-tap access.", as: "text" },
    ],
    leave,
  },
];
