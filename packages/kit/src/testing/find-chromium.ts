/** Where a Chromium usually lies. The shell is the same browser without windows, which spends less of the processor's time. (docs/adr/0011) */
import { accessSync, constants } from "node:fs";

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

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
