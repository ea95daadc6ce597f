import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./build/chunks.ts";
import { compress } from "./build/compress.ts";
import { pages } from "./build/pages.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), pages(), compress()],
  resolve: {
    // React has had this hook for years; what the router brings along for older ones need not travel. (A5)
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }],
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // Every browser that knows our syntax level preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "src/public/landing/landing.ts"],
      output: { codeSplitting: { groups: chunkGroups } },
      // tRPC's modules only define things but do not say so: without this every page fetches the socket's link, too. (A5)
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
    },
  },
});
