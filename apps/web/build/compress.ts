/** Lays a `.br` and a `.gz` beside every script and style, as small as they get: they are made once and fetched often. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Below this a compressed answer saves less than its headers cost, in bytes. */
const worthwhileBytes = 1_000;

export function compress(): Plugin {
  return {
    name: "relaydeck-compress",
    enforce: "post",
    generateBundle: {
      // After every other plugin: Vite itself still fills in what lazy imports preload.
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!/^assets\/.*\.(js|css)$/.test(file.fileName)) continue;
          const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
          if (content.length < worthwhileBytes) continue;
          const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
          this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: brotli });
          this.emitFile({ type: "asset", fileName: `${file.fileName}.gz`, source: gzipSync(content, { level: 9 }) });
        }
      },
    },
  };
}
