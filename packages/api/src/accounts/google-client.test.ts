import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeGoogleClient } from "../testing/google-suite.ts";
import { createGoogleClient } from "./google-client.ts";

describeGoogleClient(createGoogleClient);

test("[DP-2] arctic is imported by exactly one module", () => {
  const cwd = fileURLToPath(new URL("../../../../", import.meta.url));
  const sources = globSync("{packages,apps,tooling}/*/src/**/*.{ts,tsx}", { cwd });
  expect(sources.length).toBeGreaterThan(100);
  const importers = sources.filter((path) => /from "arctic"|import\("arctic"\)/.test(readFileSync(`${cwd}${path}`, "utf8")));
  expect(importers.filter((path) => !path.endsWith(".test.ts"))).toEqual(["packages/api/src/accounts/google-client.ts"]);
});
