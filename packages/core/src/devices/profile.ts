/**
 * Device profiles: how one kind of firmware names its functions and reports its state. Data, not code. [D31]
 *
 * Detection chooses the card and the dialect, never a permission.
 */
export interface Profile {
  readonly id: string;
  readonly model: "powerone" | "relay";
  readonly match: {
    /** Provider device ids. */
    readonly ids: readonly string[];
    /** Compared with the trimmed, upper-cased serial number. */
    readonly serialPrefixes: readonly string[];
    /** Compared case-insensitively with the name. */
    readonly nameContains: readonly string[];
  };
  /** 1 to 4. */
  readonly relays: number;
  /** `{n}` stands for the relay number. */
  readonly call: { readonly functionName: string; readonly on: string; readonly off: string };
  /** Return values that mean done: all that are not negative, or a fixed list. [D35] */
  readonly done: "non-negative" | readonly number[];
  readonly telemetry: TelemetryShape;
  /** A single relay's change, where the firmware sends one. */
  readonly change: ChangeShape | null;
  readonly telemetryEveryMs: number;
  /** Silence longer than this makes the device stale. [C4] */
  readonly staleAfterMs: number;
  /** Current from which a relay counts as on. */
  readonly onThresholdMilliamps: number;
}

/** Paths are dotted names into the JSON; a per-relay value may be a list (index = relay - 1) or a scalar of a one-relay device. */
export interface TelemetryShape {
  readonly event: string;
  readonly variable: string | null;
  readonly milliamps: string | null;
  readonly contacts: string | null;
  readonly powerSource: string | null;
  readonly batteryPercent: string | null;
  readonly cellularLevel: string | null;
  readonly sequence: string | null;
  readonly uptimeSeconds: string | null;
}

export interface ChangeShape {
  readonly event: string;
  /** Null: always relay 1. */
  readonly relay: string | null;
  readonly contact: string;
  readonly cause: string | null;
  readonly sequence: string | null;
}

const minuteMs = 60_000;

/** The firmware that the simulator runs. Operators replace these with DEVICE_PROFILES. */
export const builtInProfiles: readonly Profile[] = [
  {
    id: "powerone",
    model: "powerone",
    match: { ids: [], serialPrefixes: ["P0"], nameContains: ["powerone"] },
    relays: 4,
    call: { functionName: "ctrl_relay{n}", on: "on", off: "off" },
    done: "non-negative",
    telemetry: {
      event: "powerone/data",
      variable: "powerone",
      milliamps: "i",
      contacts: "s",
      powerSource: "ps",
      batteryPercent: "bat",
      cellularLevel: "cell",
      sequence: "seq",
      uptimeSeconds: "up",
    },
    change: { event: "powerone/relay", relay: "n", contact: "s", cause: "cause", sequence: "seq" },
    telemetryEveryMs: minuteMs,
    staleAfterMs: 5 * minuteMs,
    onThresholdMilliamps: 50,
  },
  {
    id: "relay",
    model: "relay",
    match: { ids: [], serialPrefixes: [], nameContains: [] },
    relays: 1,
    call: { functionName: "relay", on: "on", off: "off" },
    done: "non-negative",
    telemetry: {
      event: "relay/state",
      variable: "relay",
      milliamps: null,
      contacts: "on",
      powerSource: null,
      batteryPercent: null,
      cellularLevel: null,
      sequence: "seq",
      uptimeSeconds: "up",
    },
    change: null,
    telemetryEveryMs: minuteMs,
    staleAfterMs: 5 * minuteMs,
    onThresholdMilliamps: 50,
  },
];

/**
 * The profile for a device: id list first, then serial prefix, then name, else the one-relay profile (the last one). The name
 * that a form fills in for whoever gives none says nothing of the device. [D29, D31]
 */
export function detectProfile(
  profiles: readonly Profile[],
  device: { providerId: string; serialNumber: string; name: string },
): Profile | undefined {
  const serial = device.serialNumber.trim().toUpperCase();
  const isFilledIn = device.name === `PowerOne ${serial.slice(-4)}`;
  const name = isFilledIn ? "" : device.name.toLowerCase();
  return (
    profiles.find((profile) => profile.match.ids.includes(device.providerId)) ??
    profiles.find((profile) => profile.match.serialPrefixes.some((prefix) => serial.startsWith(prefix.toUpperCase()))) ??
    profiles.find((profile) => profile.match.nameContains.some((part) => name.includes(part.toLowerCase()))) ??
    profiles.at(-1)
  );
}

/** Name and argument of the provider function for a relay; nothing of it comes from a caller. [D34, IN-7] */
export function functionCallFor(profile: Profile, relayNumber: number, target: "on" | "off"): { name: string; argument: string } {
  return { name: profile.call.functionName.replace("{n}", String(relayNumber)), argument: profile.call[target] };
}

export function isDone(profile: Profile, returnValue: number): boolean {
  return profile.done === "non-negative" ? returnValue >= 0 : profile.done.includes(returnValue);
}
