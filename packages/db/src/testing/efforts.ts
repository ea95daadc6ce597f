import type { Plan } from "./plans.ts";

/** A part of a plan that reads all of something, or sorts. */
export interface Effort {
  /** The index that is read alone, `table by index`, the table, `sort`, or `ties`: only what an order leaves open is sorted. */
  readonly of: string;
  /** Of the plan, in the database's own words. */
  readonly line: string;
  /** The statement. */
  readonly text: string;
}

export function effortsIn({ text, lines }: Plan): Effort[] {
  return lines.flatMap((line, index) => {
    const of = inSqlite(line, text) ?? inPostgres(line, lines.slice(index + 1));
    return of === null ? [] : [{ of, line, text }];
  });
}

function inSqlite(line: string, text: string): string | null {
  if (line.startsWith("USE TEMP B-TREE")) return line.includes("LAST TERM") ? "ties" : "sort";
  const scan = /^SCAN (\w+)(?: USING (?<covering>COVERING )?INDEX (?<index>\w+))?/.exec(line);
  if (scan === null || line === "SCAN CONSTANT ROW") return null;
  const [, table = ""] = scan;
  const { covering, index } = scan.groups ?? {};
  // What a question reads out of another one, by the name or number it gives it, or out of a value that it was given.
  if (table === "json_each" || text.includes(`) "${table}"`) || /^\d+$/.test(table) || line.includes("VIRTUAL TABLE INDEX 0:M"))
    return null;
  if (index === undefined) return table;
  return covering === undefined ? `${table} by ${index}` : index;
}

function inPostgres(line: string, after: readonly string[]): string | null {
  const step = line.replace(/^->\s+/, "");
  if (/^Sort\b(?! (?:Key|Method))/.test(step)) return "sort";
  const scan =
    /^(?:Parallel )?(?<kind>Seq|Index Only|Index|Bitmap Index) Scan(?: Backward)?(?: using (?<index>\w+))? on (?<on>\w+)/.exec(
      step,
    );
  if (scan?.groups === undefined) return null;
  const { kind, index = "", on = "" } = scan.groups;
  const end = after.findIndex((next) => next.startsWith("->"));
  const details = end === -1 ? after : after.slice(0, end);
  if (kind !== "Seq" && details.some((detail) => detail.startsWith("Index Cond"))) return null;
  if (kind === "Index Only") return index;
  return kind === "Index" ? `${on} by ${index}` : on;
}
