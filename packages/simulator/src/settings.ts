/**
 * Everything about a simulated world that can be chosen, with the defaults of the control door's `reset`.
 *
 * Values not given at a reset are those the simulator was created with. [C5]
 */
import type { ClockMode } from "./simulated-time.ts";
import type { RateLimit } from "./rate-window.ts";

export interface RelaySettings {
  readonly number: number;
  /** Default `open`. */
  readonly contact?: "open" | "closed";
  /** What flows while the contact is closed and mains is there; 0 = nothing plugged in. Default 600. */
  readonly loadMilliamps?: number;
  readonly welded?: boolean;
  readonly fuseBlown?: boolean;
}

export interface DeviceSettings {
  /** `R1…` has one relay, every other serial number four. */
  readonly serial: string;
  /** The name at the provider. Default: the serial number in lower case. */
  readonly name?: string;
  /** E-mail of the claimer; null = nobody. Default: the simulator's account. */
  readonly owner?: string | null;
  /** Default true. */
  readonly inProduct?: boolean;
  /** The firmware variant that reports contacts besides currents. */
  readonly contacts?: boolean;
  readonly relays?: readonly RelaySettings[];
  /** Out of reach since `offlineForMs`, and the cloud knows. */
  readonly offline?: boolean;
  readonly offlineForMs?: number;
  /** false: keeps its keep-alive, sends no telemetry. */
  readonly telemetry?: boolean;
  /** How long ago its last telemetry left, at the start. */
  readonly silentForMs?: number;
  /** Waits for a system update: connected, without functions and variables. */
  readonly safeMode?: boolean;
  readonly supply?: "mains" | "battery";
  /** 0–100; negative = no battery gauge. Default 88.5. */
  readonly batteryPercent?: number;
  /** 0–100; negative = not available. Default 64. */
  readonly cellularLevel?: number;
  readonly presenceLagMs?: number;
}

/** The provider's limits; all per installation, because a simulator cannot tell source addresses apart. */
export interface Limits {
  readonly calls: RateLimit;
  readonly tokenCalls: RateLimit;
  readonly streamOpens: RateLimit;
  readonly streamsAtOnce: number;
  readonly serialLookups: RateLimit;
  readonly failedLogins: number;
  readonly loginBlockMs: number;
}

/** Points on which recordings of the provider disagree. */
export interface Dialect {
  /** Status of a call to a device that does not answer. */
  readonly timedOutStatus: 400 | 408 | 500;
  readonly ttl: "number" | "string";
}

export interface WorldSettings {
  readonly seed: number;
  /** How many PowerOne devices, or the devices themselves (then `simple` and `contacts` do not count). */
  readonly devices: number | readonly DeviceSettings[];
  /** How many one-relay devices. */
  readonly simple: number;
  /** Which PowerOne devices report contacts: all, none, or the first so many. */
  readonly contacts: boolean | number;
  readonly clock: ClockMode;
  /** Epoch milliseconds at which the world's clock starts. */
  readonly startAt?: number | undefined;
  readonly presenceLagMs: number;
  readonly telemetryMs: number;
  /** Shortest and longest round trip to a device. [0, 0] answers at once. */
  readonly latencyMs: readonly [number, number];
  /** Stream keep-alive. */
  readonly keepAliveMs: number;
  /** How long the cloud waits for a device before it answers “Timed out.”. */
  readonly offlineHoldMs: number;
  /** Life of a token from a login, where the login does not say. */
  readonly tokenLifeMs: number;
  /** The second factor of the account; none = a password is enough. */
  readonly otp?: string | undefined;
  readonly limits: Limits;
  readonly dialect: Dialect;
}

export interface AccountSettings {
  readonly user: string;
  readonly password: string;
  readonly token: string;
  readonly productId: number;
  readonly productSlug: string;
  readonly org: string;
}

export type ResetSettings = Partial<WorldSettings>;

const minute = 60_000;

export const defaultLimits: Limits = {
  calls: { limit: 10_000, windowMs: 5 * minute },
  tokenCalls: { limit: 100, windowMs: 5 * minute },
  streamOpens: { limit: 100, windowMs: 5 * minute },
  streamsAtOnce: 100,
  serialLookups: { limit: 50, windowMs: 60 * minute },
  failedLogins: 10,
  loginBlockMs: 30 * minute,
};

export const defaultSettings: WorldSettings = {
  seed: 1,
  devices: 8,
  simple: 4,
  contacts: false,
  clock: "real",
  presenceLagMs: 46 * minute,
  telemetryMs: minute,
  latencyMs: [300, 2500],
  keepAliveMs: 9_000,
  offlineHoldMs: 10_000,
  tokenLifeMs: 90 * 24 * 60 * minute,
  limits: defaultLimits,
  dialect: { timedOutStatus: 408, ttl: "number" },
};

export const defaultAccount: AccountSettings = {
  user: "sim@relaydeck.test",
  password: "simulator",
  token: "5".repeat(40),
  productId: 4711,
  productSlug: "sim-product",
  org: "sim-org",
};

/** The devices of a world, counted ones spelled out. */
export function deviceList(settings: WorldSettings): readonly DeviceSettings[] {
  const { devices, simple, contacts } = settings;
  if (typeof devices !== "number") return devices;
  const withContacts = typeof contacts === "number" ? contacts : contacts ? devices : 0;
  const powerOnes = Array.from({ length: devices }, (_, index) => ({
    serial: serialOf("P0SIM", index),
    contacts: index < withContacts,
  }));
  return [...powerOnes, ...Array.from({ length: simple }, (_, index) => ({ serial: serialOf("R1SIM", index) }))];
}

function serialOf(prefix: string, index: number): string {
  return `${prefix}${String(index + 1).padStart(4, "0")}`;
}
