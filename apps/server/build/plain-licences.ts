/**
 * Licences in letters of ASCII, as the rest of what is built: one other letter doubles the text of its whole file in memory. The
 * builder leaves comments as they are. A file in which another letter is left is not built.
 */
import type { Plugin } from "vite";

/** What the builder keeps: with `!` at the beginning, or with one of two words in it. */
const licences = /\/\*(?:!|(?:(?!\*\/)[^])*?@(?:license|preserve))[^]*?\*\/|\/\/!.*/g;
const marks = /\p{Mark}/gu;
const beyondAscii = /[^\p{ASCII}]/gu;

export function plainLicences(): Plugin {
  return {
    name: "plain-licences",
    generateBundle(_options, files) {
      for (const file of Object.values(files)) {
        if (file.type !== "chunk") continue;
        file.code = file.code.replace(licences, plain);
        const [letter] = file.code.match(beyondAscii) ?? [];
        if (letter !== undefined) this.error(`${file.fileName} holds ${escaped(letter)}: write it so where it comes from.`);
      }
    },
  };
}

/** Letters without their marks, and what even then is none of ASCII by its number. */
function plain(licence: string): string {
  return licence.normalize("NFD").replace(marks, "").replace(beyondAscii, escaped);
}

function escaped(letter: string): string {
  return `\\u{${letter.codePointAt(0)?.toString(16) ?? ""}}`;
}
