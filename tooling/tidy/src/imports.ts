import type { SourceFile } from "./tree.ts";
import { lineAt } from "./tree.ts";

export interface Import {
  readonly specifier: string;
  /** Gone when the program runs: `import type`, or only types between the braces. */
  readonly typeOnly: boolean;
  readonly line: number;
}

/** Every import and re-export of a file, dynamic ones included. */
export function importsOf(file: SourceFile): Import[] {
  const found: Import[] = [];
  const statement = /^[ \t]*(?:import|export)\b([^"'`;()]*?)\bfrom\s*["']([^"']+)["']/gm;
  const bare = /^[ \t]*import\s*()["']([^"']+)["']/gm;
  const dynamic = /\bimport\s*()\(\s*["'`]([^"'`]+)["'`]/g;
  for (const pattern of [statement, bare, dynamic]) {
    for (const match of file.spoken.matchAll(pattern)) {
      // A string that only looks like an import has been blanked in `code`.
      if (!/import|export/.test(file.code.slice(match.index, match.index + match[0].length))) continue;
      found.push({
        specifier: match[2] ?? "",
        typeOnly: isTypeOnly(match[1] ?? ""),
        line: lineAt(file.text, match.index + (match[0].length - match[0].trimStart().length)),
      });
    }
  }
  return found;
}

function isTypeOnly(clause: string): boolean {
  const words = clause.trim();
  if (words.startsWith("type ") || words.startsWith("type{")) return true;
  const names = /^\{([^}]*)\}$/.exec(words)?.[1];
  if (names === undefined) return false;
  const list = names.split(",").filter((name) => name.trim() !== "");
  return list.length > 0 && list.every((name) => name.trim().startsWith("type "));
}
