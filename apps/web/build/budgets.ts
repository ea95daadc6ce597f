/**
 * Budgets of the interface brief, A5: what a page's HTML makes the browser fetch before it is complete, and what some parts
 * of the dashboard fetch when they are asked for.
 *
 * What is over its budget fails the build, so that nobody finds out in the field.
 */
import { gzipSync } from "node:zlib";

/** Gzipped, in thousands of bytes. `all` is HTML, script and style together. */
export interface Budget {
  readonly script?: number;
  readonly style?: number;
  readonly all?: number;
}

export const budgets = {
  landing: { all: 30 },
  public: { script: 125, style: 25 },
  // The phone's limit: the code of the grid is loaded by wider screens only.
  dashboard: { script: 190, style: 25 },
  admin: { script: 215, style: 25 },
} as const satisfies Record<string, Budget>;

/** By their modules; scripts alone. The grid's code counts with the dashboard, as both are there while tiles are moved. */
export const lateBudgets: readonly LateBudget[] = [
  { module: "src/app/commands/palette.tsx", script: 25, withPage: false },
  { module: "src/ui/chart/line-chart.tsx", script: 25, withPage: false },
  { module: "src/dashboard/layouts/workshop.tsx", script: 25, withPage: false },
  { module: "src/dashboard/layouts/arrange.tsx", script: 215, withPage: true },
];

interface LateBudget {
  readonly module: string;
  /** Gzipped, in thousands of bytes. */
  readonly script: number;
  /** The dashboard's own first load counts as well. */
  readonly withPage: boolean;
}

interface MeasuredPage {
  readonly name: string;
  readonly html: string;
  /** What the build made, by file name. */
  readonly contents: ReadonlyMap<string, string | Uint8Array>;
}

/** What is too large, as sentences; nothing where all is well. */
export function excessOf(page: MeasuredPage, budget: Budget): readonly string[] {
  const files = filesIn(page.html);
  const sizeOf = (ending: string) =>
    sum(files.filter((file) => file.endsWith(ending)).map((file) => gzipped(page.contents.get(file))));
  const sizes = { script: sizeOf(".js"), style: sizeOf(".css"), all: sizeOf("") + gzipSync(page.html).length };
  return (["script", "style", "all"] as const).flatMap((part) => {
    const limit = budget[part];
    if (limit === undefined || sizes[part] <= limit * 1_000) return [];
    return [`${page.name}: ${part} is ${(sizes[part] / 1_000).toFixed(1)} KB gzipped, its budget is ${limit} KB (A5).`];
  });
}

/** The same of a part of this page that needs these scripts, named as addresses, before it can run. */
export function lateExcessOf(page: MeasuredPage, scripts: readonly string[], budget: LateBudget): readonly string[] {
  const there = filesIn(page.html).filter((file) => file.endsWith(".js"));
  const more = scripts.map((script) => script.slice(1)).filter((file) => !there.includes(file));
  const size = sum([...(budget.withPage ? there : []), ...more].map((file) => gzipped(page.contents.get(file))));
  if (size <= budget.script * 1_000) return [];
  const what = budget.withPage ? `${page.name} with ${budget.module}` : budget.module;
  return [`${what}: script is ${(size / 1_000).toFixed(1)} KB gzipped, its budget is ${budget.script} KB (A5).`];
}

function filesIn(html: string): readonly string[] {
  return [...new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? ""))];
}

function gzipped(content: string | Uint8Array | undefined): number {
  if (content === undefined) throw new Error("The page names a file that the build did not make");
  return gzipSync(content).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
