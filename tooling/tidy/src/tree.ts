/** The repository's own files, read from the disk so that a change counts before it is committed. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withoutComments, withoutCommentsAndStrings } from "./source-text.ts";

/** The top of the repository, with a slash at the end. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Made by tools or by running the product; .gitignore names the same. */
const foreign = new Set(["node_modules", "dist", "data", ".git", ".turbo", ".artifacts"]);

export interface SourceFile {
  /** From the top, with forward slashes: `packages/kit/src/clock.ts`. */
  readonly path: string;
  readonly text: string;
  /** Text without comments. */
  readonly spoken: string;
  /** Text without comments and without what stands in strings: what really runs. */
  readonly code: string;
}

export const allPaths: readonly string[] = walk("");

/** Everything in TypeScript or JavaScript, except what is generated. */
export const sources: readonly SourceFile[] = allPaths
  .filter((path) => /\.(ts|tsx|mjs|js)$/.test(path) && !/(^|\/)(migrations|generated)\//.test(path))
  .map((path) => {
    const text = read(path);
    return { path, text, spoken: withoutComments(text), code: withoutCommentsAndStrings(text) };
  });

export function read(path: string): string {
  return readFileSync(root + path, "utf8");
}

export function readJson(path: string): unknown {
  return JSON.parse(read(path));
}

/** Test files and what exists only for them. */
export function isForTests(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.includes("/testing/") || path.startsWith("tooling/");
}

/** `packages/kit` of `packages/kit/src/clock.ts`; undefined for files at the top. */
export function packageFolderOf(path: string): string | undefined {
  return /^(?:packages|apps|tooling)\/[^/]+(?=\/)/.exec(path)?.[0];
}

/** The line of a position in a text, counted from one. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

function walk(folder: string): string[] {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    if (foreign.has(entry.name) || entry.name === ".env") return [];
    const path = folder + entry.name;
    if (entry.isDirectory()) return walk(`${path}/`);
    return entry.isFile() && !entry.name.endsWith(".log") ? [path] : [];
  });
}
