/** The product documents as data. They lie beside the clone where the project is built, and nowhere else. */
import { existsSync, readFileSync } from "node:fs";

/** What a file of theirs holds; null where they are not. What the repository keeps of it is compared there, by a test that is only there. */
export function productDocument(file: "calls.json" | "facts.json" | "texts.json"): unknown {
  const url = new URL(`../../../../../shared/spec/data/${file}`, import.meta.url);
  return existsSync(url) ? JSON.parse(readFileSync(url, "utf8")) : null;
}
