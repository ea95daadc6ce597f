/** Where a Chromium usually lies. The shell is the same browser without windows, which spends less of the processor's time. (docs/adr/0011) */
import { accessSync, constants } from "node:fs";
import { present } from "../assert.ts";

const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Its path; undefined where none lies in a usual place. */
export function findChromium(): string | undefined {
  return usualPlaces.find(isProgram);
}

/** The path of the one that `CHROMIUM_PATH` names, else of one in a usual place; throws where there is neither. */
export function chromiumPath(): string {
  return process.env["CHROMIUM_PATH"] ?? present(findChromium(), "A Chromium is installed, or named in CHROMIUM_PATH");
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
