/**
 * How much of what is decided here is held by tests: each expression in turn is changed, and a test must fail of it. What none
 * notices is printed. `npm run test:full` runs this; for some files alone, say in this folder `npx stryker run -m src/policy.ts`.
 */
export default {
  mutate: ["src/**/*.ts", "!src/**/*.test.ts", "!src/testing/**"],
  testRunner: "vitest",
  // By its name: pnpm does not lay packages side by side, where a search would find them.
  plugins: ["@stryker-mutator/vitest-runner"],
  // Stryker would rewrite it with the parser that TypeScript 7 no longer brings. No test reads it.
  ignorePatterns: ["tsconfig.json"],
  concurrency: 2,
  reporters: ["clear-text"],
  clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
  warnings: { slow: false },
  tempDirName: ".artifacts/mutants",
  cleanTempDir: "always",
  // In percent; fewer is a failure. [checklist 19]
  thresholds: { high: 95, low: 85, break: 85 },
};
