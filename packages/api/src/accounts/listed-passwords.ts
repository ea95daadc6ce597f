/**
 * The most common passwords, read when the first password is chosen: a server at rest needs none, and as single words they
 * take five times what they take as one text.
 */
import type { dictionary } from "@zxcvbn-ts/language-common";
import { createRequire } from "node:module";

let lines: string | null = null;

/** `password` in lower case, as all of them are. */
export function isCommonPassword(password: string): boolean {
  lines ??= `\n${readCommonPasswords().join("\n")}\n`;
  return !password.includes("\n") && lines.includes(`\n${password}\n`);
}

/** Most common first; some 49,000, 18,000 of them long enough to be chosen. */
export function readCommonPasswords(): readonly string[] {
  const load = createRequire(import.meta.url);
  const loaded = new Set(Object.keys(load.cache));
  const read = load("@zxcvbn-ts/language-common") as { readonly dictionary: typeof dictionary };
  // Else the words would stay beside their text.
  for (const file of Object.keys(load.cache)) if (!loaded.has(file)) delete load.cache[file];
  return read.dictionary["passwords-common"];
}
