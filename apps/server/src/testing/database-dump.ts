/** Everything that a product has stored, as text: to see whether something changed, and to look for what must not be there. */
import type { Store } from "@relaydeck/db/store";

export async function dumpOf(store: Store): Promise<string> {
  const lines: string[] = [];
  for (const [name, table] of Object.entries(store.t)) {
    const rows: unknown[] = await store.read.db.select().from(table);
    lines.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`).toSorted());
  }
  return lines.join("\n");
}
