/**
 * First-load budgets of the interface brief, A5: what a page's HTML makes the browser fetch before it is complete.
 *
 * A page over its budget fails the build, so that nobody finds out in the field. Chunks fetched later are not counted.
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
  // The phone's limit: there is no grid code yet, which only wider screens may load (215).
  dashboard: { script: 190, style: 25 },
  admin: { script: 215, style: 25 },
} as const satisfies Record<string, Budget>;

interface MeasuredPage {
  readonly name: string;
  readonly html: string;
  /** What the build made, by file name. */
  readonly contents: ReadonlyMap<string, string | Uint8Array>;
}

/** What is too large, as sentences; nothing where all is well. */
export function excessOf(page: MeasuredPage, budget: Budget): readonly string[] {
  const named = [...page.html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? "");
  const files = [...new Set(named)];
  const sizeOf = (ending: string) =>
    sum(files.filter((file) => file.endsWith(ending)).map((file) => gzipped(page.contents.get(file))));
  const sizes = { script: sizeOf(".js"), style: sizeOf(".css"), all: sizeOf("") + gzipSync(page.html).length };
  return (["script", "style", "all"] as const).flatMap((part) => {
    const limit = budget[part];
    if (limit === undefined || sizes[part] <= limit * 1_000) return [];
    return [`${page.name}: ${part} is ${(sizes[part] / 1_000).toFixed(1)} KB gzipped, its budget is ${limit} KB (A5).`];
  });
}

function gzipped(content: string | Uint8Array | undefined): number {
  if (content === undefined) throw new Error("The page names a file that the build did not make");
  return gzipSync(content).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
