import { join } from "node:path";
import { defineConfig } from "vite";
import { leanHttp } from "./build/lean-http.ts";
import { ownPlaces } from "./build/own-places.ts";
import { plainLicences } from "./build/plain-licences.ts";

const folder = join(import.meta.dirname, "dist");

/** `relaydeck` as a few files in place of some 1,400, because loading them is most of a start. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [ownPlaces(folder), leanHttp(), plainLicences()],
  // All but the two that are no JavaScript; packages/api reads the list of common passwords from its package.
  ssr: { noExternal: true, external: ["better-sqlite3", "@node-rs/argon2"] },
  build: {
    ssr: "src/cli.ts",
    outDir: folder,
    // Beside a start that loads them, files are written over and never gone.
    emptyOutDir: false,
    target: "node22",
    sourcemap: true,
    // Without a hash, so that what Node keeps of them for the next start is written over and does not grow.
    rolldownOptions: {
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        // A stack trace names functions as they are written.
        keepNames: true,
        // The text of a program stays in memory while it runs, and one letter beyond ASCII doubles that of its whole file.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
});
