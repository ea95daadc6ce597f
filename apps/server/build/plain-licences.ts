/**
 * Licences in letters of ASCII, as the rest of what is built: one other letter doubles the text of its whole file in memory. The
 * builder leaves comments as they are.
 */
import type { Plugin } from "vite";

const licences = /\/\*![^]*?\*\/|\/\/!.*/g;
const beyondAscii = /[^\p{ASCII}]/gu;

export function plainLicences(): Plugin {
  return {
    name: "plain-licences",
    generateBundle(_options, files) {
      for (const file of Object.values(files))
        if (file.type === "chunk")
          file.code = file.code.replace(licences, (licence) => licence.normalize("NFD").replace(beyondAscii, ""));
    },
  };
}
