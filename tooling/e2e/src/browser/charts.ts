/** What a chart says: as a table, as CSV, and point by point to whoever hears it. [A20] */
import { readFileSync } from "node:fs";
import { present } from "@relaydeck/kit/assert";
import type { Locator, Page } from "playwright";

export function chartOf(page: Page, title: string): Locator {
  return page.locator(".chart").filter({ has: page.getByRole("heading", { name: new RegExp(`^${escaped(title)}`) }) });
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\]^{|}]/g, String.raw`\$&`);
}

/** Heads, then rows, each cell as it is before it is made readable. */
export async function tableOf(page: Page, title: string): Promise<string[][]> {
  const chart = chartOf(page, title);
  const show = chart.getByRole("button", { name: `Show as table: ${title}` });
  if ((await show.count()) > 0) await show.click();
  return chart
    .getByRole("table")
    .evaluate((element) => [
      [...element.querySelectorAll("thead th")].map((head) => head.textContent),
      ...[...element.querySelectorAll("tbody tr")].map((row) =>
        [...row.querySelectorAll<HTMLElement>("th, td")].map((cell) => cell.dataset["value"] ?? ""),
      ),
    ]);
}

/** The rows of its table, which is open, as they are read. */
export function shownIn(page: Page, title: string): Promise<string[][]> {
  return chartOf(page, title)
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent)));
}

export function csvOf(page: Page, title: string): Promise<CsvFile> {
  return savedBy(page, page.getByRole("button", { name: `CSV: ${title}`, exact: true }));
}

interface CsvFile {
  readonly name: string;
  readonly cells: string[][];
}

/** The file that the button or link gives. */
export async function savedBy(page: Page, control: Locator): Promise<CsvFile> {
  const [download] = await Promise.all([page.waitForEvent("download"), control.click()]);
  const text = readFileSync(await download.path(), "utf8").replace(/^\uFEFF/, "");
  const cells = text
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"|([^,"]+)|(?<=,|^)(?=,|$)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ""),
    );
  return { name: download.suggestedFilename(), cells };
}

/** The first two points that the cursor speaks, by keys alone. */
export async function spokenBy(page: Page, plot: Locator): Promise<readonly [string, string]> {
  await plot.focus();
  await page.keyboard.press("Home");
  const first = present(await plot.getAttribute("aria-valuetext"), "A point is spoken");
  await page.keyboard.press("ArrowRight");
  return [first, present(await plot.getAttribute("aria-valuetext"), "A point is spoken")];
}
