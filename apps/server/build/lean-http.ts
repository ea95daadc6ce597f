/**
 * `node:http` without the second undici inside Node, 14 MB of it.
 *
 * An import of a built-in module reads all that it exports, and three exports of this one, `WebSocket` among them, load that
 * undici when they are read. Asked for as below it is the same module, and nothing is read that loads it.
 */
import http from "node:http";
import type { Plugin } from "vite";

const leanId = "\0lean-http";

export function leanHttp(): Plugin {
  const names = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(([name, as]) => ("value" in as ? [name] : []));
  return {
    name: "lean-http",
    enforce: "pre",
    resolveId: (source, _importer, { kind }) => (/^(?:node:)?http$/.test(source) && kind === "import-statement" ? leanId : null),
    load: (id) =>
      id === leanId
        ? `const http = process.getBuiltinModule("node:http");\nexport default http;\nexport const { ${names.join(", ")} } = http;`
        : null,
  };
}
