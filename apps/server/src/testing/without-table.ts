/**
 * A real defect in a running product: a table that the program believes in is not there. SQLite only.
 *
 * Another process takes it away, because two libraries of SQLite in one process lose each other's locks on a file.
 */
import { execFileSync } from "node:child_process";
import type { Product } from "./product.ts";

export async function withoutTable<T>(product: Product, table: string, work: () => Promise<T>): Promise<T> {
  rename(product, table, `${table}_away`);
  try {
    return await work();
  } finally {
    rename(product, `${table}_away`, table);
  }
}

const program = `new (require("node:sqlite").DatabaseSync)(process.argv[1], { timeout: 5000 }).exec(process.argv[2])`;

function rename({ settings }: Product, from: string, to: string): void {
  const file = settings.databaseUrl.replace("file:", "");
  execFileSync(process.execPath, ["--no-warnings", "-e", program, file, `alter table ${from} rename to ${to}`]);
}
