/** Device profiles from the operator's file, or the built-in ones. [D31, DEVICE_PROFILES] */
import { builtInProfiles, type Profile } from "@relaydeck/core/devices/profile";
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { en } from "zod/locales";
import type { Settings } from "./settings.ts";

const name = z.string().check(z.minLength(1), z.maxLength(64));
const path = z.nullable(name);
const Milliseconds = z.int().check(z.gte(1_000));

const Call = z
  .strictObject({ functionName: name, on: name, off: name })
  .check(z.refine(({ on, off }) => on !== off, { path: ["off"], message: "must be another argument than on" }));

/** What would switch another relay than the one that was asked for, or could never be done, is refused. */
const OneProfile = z
  .strictObject({
    id: name,
    model: z.enum(["powerone", "relay"]),
    match: z.strictObject({ ids: z.array(name), serialPrefixes: z.array(name), nameContains: z.array(name) }),
    relays: z.int().check(z.gte(1), z.lte(4)),
    call: Call,
    done: z.union(
      [z.literal("non-negative"), z.array(z.int()).check(z.minLength(1))],
      'must be "non-negative" or a list of whole numbers',
    ),
    telemetry: z.strictObject({
      event: name,
      variable: path,
      milliamps: path,
      contacts: path,
      powerSource: path,
      batteryPercent: path,
      cellularLevel: path,
      sequence: path,
      uptimeSeconds: path,
    }),
    change: z.nullable(z.strictObject({ event: name, relay: path, contact: name, cause: path, sequence: path })),
    telemetryEveryMs: Milliseconds,
    staleAfterMs: Milliseconds,
    onThresholdMilliamps: z.number().check(z.gt(0)),
  })
  .check(
    z.refine(({ relays, call }) => relays === 1 || call.functionName.includes("{n}"), {
      path: ["call", "functionName"],
      message: "must hold {n}, the relay's number, where there is more than one relay",
    }),
    z.refine(({ relays, change }) => relays === 1 || change === null || change.relay !== null, {
      path: ["change", "relay"],
      message: "must name where the relay's number stands, where there is more than one relay",
    }),
    z.refine(({ telemetry, change }) => change === null || change.sequence === null || telemetry.sequence !== null, {
      path: ["telemetry", "sequence"],
      message: "must name where the number stands, where changes are numbered: no report could tell that the device began anew",
    }),
  );

const ProfileFile = z.array(OneProfile).check(
  z.minLength(1, "At least one profile is needed"),
  z.refine((profiles) => new Set(profiles.map(({ id }) => id)).size === profiles.length, "Each profile needs an id of its own"),
);

/** In the demo devices report every 15 s and are stale after 45 s. [operator-interface] */
const demoTimes = { telemetryEveryMs: 15_000, staleAfterMs: 45_000 } as const;

/** Thrown with one sentence for the operator. */
export class ProfilesRefused extends Error {}

export function readProfiles(settings: Pick<Settings, "profilesFile" | "demo">): readonly Profile[] {
  if (settings.profilesFile === null) {
    return settings.demo ? builtInProfiles.map((profile) => ({ ...profile, ...demoTimes })) : builtInProfiles;
  }
  const parsed = ProfileFile.safeParse(readJson(settings.profilesFile), { error: en().localeError });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  throw new ProfilesRefused(`DEVICE_PROFILES: ${settings.profilesFile}: ${place}${issue?.message ?? "not valid"}.`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ProfilesRefused(
      `DEVICE_PROFILES: ${file} cannot be read as JSON (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}
