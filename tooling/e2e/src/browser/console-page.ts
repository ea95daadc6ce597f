/** The console as a person finds things on it: its lists, their rows, what stands in the address. */
import type { Locator, Page } from "playwright";
import type { House, Visit } from "./house.ts";
import { toastsOf } from "./toasts.ts";

export type ConsoleTab = "Users" | "Devices" | "Activity" | "Audit" | "Recently deleted";

/** How often the page looks for news, with some air. */
export const news = { timeout: 30_000 };
export const soon = { timeout: 10_000 };

/** An administrator's session, on the console. */
export async function enterConsole({ page }: Pick<Visit, "page">, path = "/admin/dashboard"): Promise<void> {
  await page.request.post("/demo/session", { data: { as: "admin" } });
  await page.goto(path);
  await page.getByRole("heading", { name: "Admin console", exact: true }).waitFor();
}

/** The region of the list that is open. */
export function listOf(page: Page, tab: ConsoleTab): Locator {
  return page.getByRole("region", { name: `${tab}, list`, exact: true });
}

/** Waits until the list shows what was asked for last. */
export async function settled(page: Page, tab: ConsoleTab): Promise<Locator> {
  const list = listOf(page, tab);
  await list.and(page.locator(":not([aria-busy=true])")).waitFor();
  return list;
}

/** A row or, on a phone, a card, by what stands in it. */
export function rowOf(list: Locator, text: string | RegExp): Locator {
  return list.locator("[data-thing]").filter({ hasText: text });
}

/** What the first column says, from above. */
export async function namesIn(list: Locator): Promise<string[]> {
  return list.locator("tbody th, .list-card-name").allInnerTexts();
}

/** Heads in their order, but for the choice of rows. */
export async function heads(of: Locator): Promise<string[]> {
  return (await of.locator("thead th").allInnerTexts()).map((head) => head.trim()).filter(Boolean);
}

export function cell(row: Locator, column: string): Locator {
  return row.locator(`[data-column="${column}"]`);
}

/** What each cell of a column reads, and the whole id behind it; null: there is none. */
export function idsIn(of: Locator, column: string): Promise<{ text: string; whole: string | null }[]> {
  return of.locator(`tbody [data-column="${column}"]`).evaluateAll((all) =>
    all.map((one) => ({
      text: (one as HTMLElement).innerText.trim(),
      whole: one.querySelector("[title]")?.getAttribute("title") ?? null,
    })),
  );
}

export function toastOf(page: Page, text: string): Locator {
  return toastsOf(page).filter({ has: page.getByText(text, { exact: true }) });
}

/** What of the address says something about the list. */
export function askedIn(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

interface Written {
  readonly procedure: string;
  readonly input: unknown;
}

/** Every change that the page asks the server for, from now on. */
export function writtenBy(page: Page): Written[] {
  const written: Written[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== "POST" || !path.startsWith("/trpc/")) return;
    const inputs = request.postDataJSON() as Record<string, unknown>;
    for (const [index, procedure] of path.slice("/trpc/".length).split(",").entries())
      written.push({ procedure, input: inputs[String(index)] });
  });
  return written;
}

/** What the administrators' list at the documented door says. */
export async function toldByRest(
  page: Page,
  house: House,
  list: "users" | "devices",
): Promise<readonly Record<string, unknown>[]> {
  const answer = await page.request.get(`${house.url}/api/admin/${list}`);
  return (await answer.json()) as readonly Record<string, unknown>[];
}
