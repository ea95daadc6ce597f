import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import postgres from "postgres";
import type { BulkTarget } from "./bulk.ts";

export function openPostgresBulk(url: string): BulkTarget {
  const client = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
  return {
    async insert({ name, columns }, rows) {
      const into = await client.unsafe(`copy ${name} (${columns.map((column) => `"${column}"`).join()}) from stdin`).writable();
      await pipeline(Readable.from(textsOf(rows)), into);
    },
    async close() {
      await client.unsafe("vacuum analyze");
      await client.end();
    },
  };
}

/** Rows of one piece of text. */
const rowsAtOnce = 500;

function* textsOf(rows: Iterable<readonly unknown[]>): Generator<string> {
  let text = "";
  let count = 0;
  for (const row of rows) {
    text += `${row.map(cellOf).join("\t")}\n`;
    count += 1;
    if (count % rowsAtOnce === 0) {
      yield text;
      text = "";
    }
  }
  if (text !== "") yield text;
}

/** A value in the text format of COPY. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  if (typeof value === "boolean") return value ? "t" : "f";
  const text = typeof value === "object" ? JSON.stringify(value) : `${value as string | number}`;
  return text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
