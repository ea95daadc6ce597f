/** Each source keeps its own place: what lies beside it, such as migrations, is found from the built program, too. */
import { dirname, relative } from "node:path";
import type { Plugin } from "vite";

const marks = /\bimport\.meta\.(?:url|dirname|main)\b/g;

/** `folder`: where the built files lie, side by side. */
export function ownPlaces(folder: string): Plugin {
  const placeOf = (path: string) => `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url)`;
  return {
    name: "own-places",
    transform(code, id) {
      if (id.includes("node_modules")) return null;
      const inPlace: Readonly<Record<string, string>> = {
        "import.meta.url": `${placeOf(id)}.href`,
        "import.meta.dirname": `process.getBuiltinModule("node:url").fileURLToPath(${placeOf(dirname(id))})`,
        // What is a program when it is started by itself is a part of this one.
        "import.meta.main": "false",
      };
      return { code: code.replaceAll(marks, (mark) => inPlace[mark] ?? mark), map: null };
    },
  };
}
