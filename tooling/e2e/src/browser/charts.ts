/** What a chart says: as a table, as CSV, and point by point to whoever hears it. [A20] */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright";
import { expect } from "vitest";

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

/** The names of all charts that a page shows, in its order: of all that is drawn as one, or has a table behind it. */
export function chartsOn(page: Page): Promise<string[]> {
  return page.locator("[role=slider], .chart [aria-expanded]").evaluateAll((parts) => {
    const named = parts.map((part) => {
      const heading = part.closest(".chart")?.querySelector("h3");
      // Its unit stands behind it.
      return heading?.firstChild?.textContent ?? `a chart without a frame: ${part.getAttribute("aria-label")}`;
    });
    return [...new Set(named)];
  });
}

interface SpokenPoint {
  readonly index: number;
  readonly last: number;
  readonly said: string;
}

async function pointAfter(key: string, plot: Locator): Promise<SpokenPoint> {
  await plot.press(key);
  return plot.evaluate((element) => ({
    index: Number(element.getAttribute("aria-valuenow")),
    last: Number(element.getAttribute("aria-valuemax")),
    said: element.getAttribute("aria-valuetext") ?? "",
  }));
}

/** By keys alone: the first point, one that tells something else, back, the last, the one before it, and on again. Returns what is said of the first. */
async function expectSpoken(plot: Locator): Promise<string> {
  await plot.focus();
  const first = await pointAfter("Home", plot);
  let second = await pointAfter("ArrowRight", plot);
  expect([first.index, second.index]).toEqual([0, 1]);
  // Two reports of one second that tell the same are said alike.
  while (second.said === first.said && second.index < second.last) second = await pointAfter("ArrowRight", plot);
  expect(second.said).not.toBe(first.said);
  expect(await pointAfter("ArrowLeft", plot)).toMatchObject({ index: second.index - 1, said: first.said });
  // A report may come between the key and the look.
  let last = first;
  await expect.poll(async () => (last = await pointAfter("End", plot)).index === last.last).toBe(true);
  let before = await pointAfter("ArrowLeft", plot);
  expect(before.index).toBe(last.index - 1);
  while (before.said === last.said && before.index > 0) before = await pointAfter("ArrowLeft", plot);
  expect(before.said).not.toBe(last.said);
  expect((await pointAfter("ArrowRight", plot)).index).toBe(before.index + 1);
  for (const { said } of [first, second, before, last]) expect(said).not.toBe("");
  return first.said;
}

/** What stands where the file has numbers, as numbers; the file has its heads above them. */
function numbersOf(rows: readonly string[][], [, ...file]: readonly string[][]): number[][] {
  const isNumber = (cell: string | undefined) => cell !== undefined && /^-?\d+(\.\d+)?$/.test(cell);
  return rows.map((row, index) =>
    row.filter((_, column) => isNumber(file[index]?.[column])).map((cell) => Number(cell.replaceAll(",", ""))),
  );
}

/**
 * What a chart says to whoever hears it, once its points were heard, and its table and its file found equal: cell by cell, and each
 * number of the file as it is read in the table.
 */
export async function inAllWays(page: Page, title: string, plot: Locator): Promise<{ first: string; fileName: string }> {
  await plot.waitFor();
  const first = await expectSpoken(plot);
  const { table, file, shown } = await readTogether(page, title);
  expect(file.cells).toEqual(table);
  expect(table.length).toBeGreaterThan(1);
  expect(numbersOf(shown, file.cells)).toEqual(numbersOf(file.cells.slice(1), file.cells));
  return { first, fileName: file.name };
}

/** Table and file of one moment: a chart goes on with the time and with reports, so what stands after must be what stood before. */
async function readTogether(page: Page, title: string) {
  for (;;) {
    const table = await tableOf(page, title);
    const [file, shown] = [await csvOf(page, title), await shownIn(page, title)];
    if (JSON.stringify(table) === JSON.stringify(await tableOf(page, title))) return { table, file, shown };
  }
}
