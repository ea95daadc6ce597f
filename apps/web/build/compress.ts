/** Lays a `.br` and a `.gz` beside every script and style, as small as they get: they are made once and fetched often. */
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Below this a compressed answer saves less than its own header costs, in bytes. */
const worthwhileBytes = 200;

/** The one script that is no part of the bundle. */
const themeFile = new URL("../public/theme.js", import.meta.url);

export function compress(): Plugin {
  return {
    name: "relaydeck-compress",
    enforce: "post",
    generateBundle: {
      // After every other plugin: Vite itself still fills in what lazy imports preload.
      order: "post",
      handler(_options, bundle) {
        const made = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(js|css)$/.test(fileName));
        const files = [
          ...made.map((file) => [file.fileName, Buffer.from(file.type === "chunk" ? file.code : file.source)] as const),
          ["theme.js", readFileSync(themeFile)] as const,
        ];
        for (const [fileName, content] of files) {
          if (content.length < worthwhileBytes) continue;
          const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
          this.emitFile({ type: "asset", fileName: `${fileName}.br`, source: brotli });
          this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: gzipSync(content, { level: 9 }) });
        }
      },
    },
  };
}
