import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compress } from "./build/compress.ts";
import { pages } from "./build/pages.ts";

const toastParts =
  /@radix-ui\/(primitive|react-(toast|collection|dismissable-layer|slot|presence|use-controllable-state|context|compose-refs|primitive|use-effect-event|visually-hidden|portal|use-callback-ref|use-layout-effect))\//;

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
      // One chunk of what every page's toasts need of Radix: left alone it falls into several, which compress worse. (A5)
      output: { codeSplitting: { groups: [{ name: "toast", test: toastParts }] } },
      // tRPC's modules only define things but do not say so: without this every page fetches the socket's link, too. (A5)
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\//, sideEffects: false }] },
    },
  },
});
