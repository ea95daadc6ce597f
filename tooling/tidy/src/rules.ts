/** The numbered rules and where tests quote them. How ids work: docs/rules/README.md. */
import { existsSync, readFileSync } from "node:fs";
import { readJson, root, sources } from "./tree.ts";

/** A row of docs/rules/checklist.json. Without `issue` and `notYet` a test has to quote it. */
export interface ChecklistRow {
  readonly id: string;
  readonly title: string;
  /** The issue that closes it, where it is deferred. */
  readonly issue?: number;
  /** How it is read where its text names what the product does not have. It is no deferral. */
  readonly read?: string;
  /** Decided not to be built for now, so nothing can prove it. */
  readonly notYet?: boolean;
}

export interface NumberedRule {
  readonly id: string;
  readonly title: string;
}

export const checklist = rowsOf("docs/rules/checklist.json") satisfies readonly ChecklistRow[];
export const numbered: readonly NumberedRule[] = rowsOf("docs/rules/numbered.json");

const idPattern = String.raw`(?:[A-Z]{2}|S1[67])-\d+|[ACDG]\d+(?:\.\d+)?`;

/** Ids that open a title, `[CM-4]`, `[CM-4, D35]` or `[CM-4] [D35]`, with the files that quote them. */
export const quotesById: ReadonlyMap<string, readonly string[]> = collectQuotes();

/** A document that lies beside the clone where the project is built, and nowhere else: there the list is empty. */
export function besideTheClone(path: string): readonly { readonly text: string }[] {
  const file = `${root}../shared/${path}`;
  return existsSync(file) ? [{ text: readFileSync(file, "utf8") }] : [];
}

function collectQuotes(): Map<string, string[]> {
  const title = new RegExp(String.raw`["'\`]((?:\[(?:${idPattern})(?:, ?(?:${idPattern}))*\] ?)+)`, "g");
  const quotes = new Map<string, string[]>();
  const holdTests = sources.filter(({ path }) => /\.test\.tsx?$|\/testing\/|^tooling\/e2e\//.test(path));
  for (const { path, spoken } of holdTests) {
    for (const match of spoken.matchAll(title)) {
      for (const [id] of (match[1] ?? "").matchAll(new RegExp(idPattern, "g"))) quotes.set(id, [...(quotes.get(id) ?? []), path]);
    }
  }
  return quotes;
}

function rowsOf(path: string): ChecklistRow[] {
  const rows = readJson(path);
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error(`${path} must be a list of rows with an id and a title.`);
  return rows;
}

function isRow(row: unknown): row is ChecklistRow {
  return typeof row === "object" && row !== null && "id" in row && typeof row.id === "string" && "title" in row;
}
