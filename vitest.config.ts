import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [{ test: { name: "unit", include: ["packages/*/src/**/*.test.{ts,tsx}", "apps/*/src/**/*.test.{ts,tsx}", "tooling/{check,tidy}/src/**/*.test.ts"], exclude: ["**/dist/**"] } }],
  },
});
