import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adminInsidePaths, insidePaths } from "./paths.ts";

test("[D14] the file that sets the theme before the first paint knows every page of the signed-in area", () => {
  const script = readFileSync(new URL("../../public/theme.js", import.meta.url), "utf8");
  for (const path of [...insidePaths, ...adminInsidePaths]) expect(script).toContain(`"${path}"`);
});
