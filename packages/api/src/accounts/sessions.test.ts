import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeSessions } from "../testing/sessions-suite.ts";
import { createSessions } from "./sessions.ts";

describeSessions("[DP-2] sessions kept by lucia", createSessions);

test("[DP-2] lucia is imported by exactly one module", () => {
  const cwd = fileURLToPath(new URL("../../../../", import.meta.url));
  const sources = globSync("{packages,apps,tooling}/*/src/**/*.{ts,tsx}", { cwd });
  expect(sources.length).toBeGreaterThan(100);
  const importers = sources.filter((path) => /from "lucia"|import\("lucia"\)/.test(readFileSync(`${cwd}${path}`, "utf8")));
  expect(importers.filter((path) => !path.endsWith(".test.ts"))).toEqual(["packages/api/src/accounts/sessions.ts"]);
});
