/** What the documents tell their readers to type. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../process/machine.ts";

export const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/operations.md", "packages/client/README.md"];

export interface Documented {
  /** One line, without its comment. After a `cd` in the same block, with it. */
  readonly command: string;
  /** The document. */
  readonly in: string;
}

const programs = /^(?:[A-Z_]+=(?:"[^"]*"|\S+) )*(?:curl|docker|node|npm|npx|openssl|pnpm|psql|vitest) \S/;

/** Every line of a block of commands, and every piece of code in tables and sentences that begins with a program. */
export function documentedCommands(): Documented[] {
  return documents.flatMap((document) => {
    const text = readFileSync(join(repository, document), "utf8");
    const blocks = [...text.matchAll(/^```(?:sh|bash|shell|console)\n([^]*?)^```/gm)].flatMap((block) => linesOf(block[1] ?? ""));
    const prose = text.replaceAll(/^```[^]*?^```/gm, "");
    const spans = [...prose.matchAll(/`([^`]+)`/g)].map((span) => (span[1] ?? "").replaceAll(/\s+/g, " ").trim());
    return [...blocks, ...spans.filter((span) => programs.test(span))].map((command) => ({ command, in: document }));
  });
}

function linesOf(block: string): string[] {
  const lines = block
    .split("\n")
    .map((line) => line.replace(/\s+#\s.*$/, "").trim())
    .filter((line) => line !== "");
  let folder = "";
  return lines.flatMap((line) => {
    if (!line.startsWith("cd ")) return [folder + line];
    folder = `${line} && `;
    return [];
  });
}

/** The blocks of that language in a document. */
export function blocksIn(document: string, language: string): string[] {
  const text = readFileSync(join(repository, document), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))].map((block) => block[1] ?? "");
}
