import { builtInProfiles } from "@relaydeck/core/devices/profile";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readProfiles } from "./profiles.ts";

const folder = mkdtempSync(join(tmpdir(), "relaydeck-profiles-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [powerone, relay] = builtInProfiles;
const profilesFile = join(folder, "profiles.json");

/** What is said of the file, without its name. */
function said(profiles: unknown): string {
  writeFileSync(profilesFile, JSON.stringify(profiles));
  try {
    return `${readProfiles({ profilesFile, demo: false }).length} taken`;
  } catch (error) {
    return error instanceof Error ? error.message.replace(`DEVICE_PROFILES: ${profilesFile}: `, "") : String(error);
  }
}

test("[D31] the built-in ones are taken as an operator's, too", () => {
  expect(said(builtInProfiles)).toBe("2 taken");
});

test.each([
  [{ call: { ...powerone?.call, functionName: "relay" } }, /^0\.call\.functionName: must hold \{n\}/],
  [{ call: { ...powerone?.call, off: "on" } }, /^0\.call\.off: must be another argument than on\.$/],
  [{ change: { ...powerone?.change, relay: null } }, /^0\.change\.relay: must name where/],
  [{ telemetry: { ...powerone?.telemetry, sequence: null } }, /^0\.telemetry\.sequence: must name where/],
  [{ done: [] }, /^0\.done: Too small: expected array to have >=1 items\.$/],
  [{ relays: 9 }, /^0\.relays: Too big: expected number to be <=4\.$/],
  [{ colour: "red" }, /^0: Unrecognized key: "colour"\.$/],
  [{ model: "pump" }, /^0\.model: Invalid option: expected one of "powerone"\|"relay"\.$/],
])("[D31, IN-7] what could switch another relay, or none, is refused by its place: %j", (change, sentence) => {
  expect(said([{ ...powerone, ...change }, relay])).toMatch(sentence);
});

test("[D31] two of one id, and none at all, are refused", () => {
  expect([said([relay, relay]), said([])]).toEqual(["Each profile needs an id of its own.", "At least one profile is needed."]);
});
