/** Layouts as a person of the demo makes and sees them. */
import type { Page } from "playwright";

export interface Tile {
  readonly id: string;
  readonly type: string;
  readonly title?: string;
  readonly visible?: boolean;
  /** Columns and rows. */
  readonly at: readonly [x: number, y: number, w: number, h: number];
  readonly settings?: object;
}

/** Keeps a layout over REST; it becomes the default unless said otherwise. Answers its id. */
export async function keepLayout(
  page: Page,
  kept: { name: string; tiles: readonly Tile[]; isDefault?: boolean },
): Promise<string> {
  const { name, isDefault = true } = kept;
  const components = kept.tiles.map(({ at: [x, y, w, h], visible = true, settings = {}, ...tile }) => ({
    ...tile,
    visible,
    position: { x, y, w, h },
    settings,
  }));
  const data = { name, isDefault, layout: { components } };
  const answer = await page.request.post("/api/dashboard-layouts", { data, headers: { origin: new URL(page.url()).origin } });
  if (answer.status() !== 201) throw new Error(`${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

export interface KeptLayout {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly layout: {
    readonly components: readonly {
      readonly id: string;
      readonly visible: boolean;
      readonly settings?: Readonly<Record<string, unknown>>;
      readonly position: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
    }[];
  };
}

export async function keptLayouts(page: Page): Promise<KeptLayout[]> {
  return (await (await page.request.get("/api/dashboard-layouts")).json()) as KeptLayout[];
}

/** Where the stored tiles stand: `[x, y, w, h]` by id. */
export async function keptPlaces(page: Page, name: string): Promise<Record<string, readonly number[]>> {
  const layout = (await keptLayouts(page)).find((one) => one.name === name);
  const places = layout?.layout.components.map(({ id, position: { x, y, w, h } }) => [id, [x, y, w, h]] as const) ?? [];
  return Object.fromEntries(places);
}

/** A new layout that this person began on this browser and did not save. */
export async function keepDraft(page: Page, name: string): Promise<void> {
  const { id: userId } = (await (await page.request.get("/api/auth/user")).json()) as { id: string };
  const gridSettings = { cols: 12, breakpoints: { lg: 1200, md: 996, sm: 768, xs: 480 } };
  const draft = { id: null, name, layout: { name, components: [], gridSettings } };
  await page.evaluate(
    ([key = "", text = ""]) => localStorage.setItem(key, text),
    [`relaydeck-layout-draft:${userId}:kept`, JSON.stringify(draft)],
  );
}

/** Ends with no layout of this person's own. */
export async function clearLayouts(page: Page): Promise<void> {
  const headers = { origin: new URL(page.url()).origin };
  await page.request.delete("/api/dashboard-layouts/default", { headers });
  for (const { id } of await keptLayouts(page)) await page.request.delete(`/api/dashboard-layouts/${id}`, { headers });
}

export function layoutLine(page: Page, text: string) {
  return page.locator(".page-sub").getByText(text, { exact: true });
}

export async function openEditor(page: Page) {
  await page.getByRole("button", { name: "Customize Layout" }).click();
  const dialog = page.getByRole("dialog", { name: "Dashboard Layout Editor" });
  await dialog.getByRole("heading", { name: "Saved Layouts" }).waitFor();
  return dialog;
}

/** The tiles of the page in the order in which they are seen: from the top, then from the left. */
export function tilesSeen(page: Page): Promise<string[]> {
  return page.locator(".place").evaluateAll((places) =>
    places
      .map((place) => ({ id: place.getAttribute("data-component") ?? "", box: place.getBoundingClientRect() }))
      .toSorted((a, b) => a.box.top - b.box.top || a.box.left - b.box.left)
      .map(({ id }) => id),
  );
}

/** What the polite region has said last. */
export async function lastSpoken(page: Page): Promise<string> {
  return (await page.locator("[data-announcer=polite] p").last().textContent()) ?? "";
}
