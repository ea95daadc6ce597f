/** Asks a device for a sign of life, and for its state if it gives one. One check per device at a time. [C4] */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { Device } from "@relaydeck/contract/devices";
import { deviceFor } from "@relaydeck/core/devices/view";
import { observeVariable } from "@relaydeck/core/telemetry/observe";
import { findDevice, type DeviceRow } from "@relaydeck/db/devices/store";
import type { ReadFailure, ReadOutcome } from "@relaydeck/provider/outcomes";
import type { VariableRead } from "@relaydeck/provider/reads";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller } from "../caller.ts";
import type { Ground } from "../ground.ts";
import type { Ingest } from "../telemetry/ingest.ts";
import { reachFor } from "./access.ts";
import { neutralDevices, profileOf } from "./facts.ts";

export interface CheckDeps extends Pick<Ground, "clock" | "store" | "provider" | "profiles"> {
  readonly ingest: Ingest;
}

/** Why the cloud itself could not be asked, and when it says to try again; SCOPE_MISSING: trying again is of no use. */
export type CloudTrouble = Pick<Extract<ReadOutcome<never>, { kind: "failed" }>, "code" | "retryAfterSeconds">;

/** `signal`: once it is aborted nobody waits for it. `class`: absent, somebody does. */
type ReadAsked = Pick<VariableRead, "signal" | "class">;

/** What says nothing of the device. */
const saysNothing: ReadonlySet<ReadFailure> = new Set([
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_BUSY",
  "TOKEN_REFUSED",
  "SCOPE_MISSING",
]);

/** `silent`: proved not to be there. `unknown`: the cloud could not be asked. */
export type CheckOutcome = "answered" | "silent" | "unknown";

export class DeviceChecks {
  readonly #deps: CheckDeps;
  readonly #running = new Map<string, Promise<CheckOutcome>>();

  constructor(deps: CheckDeps) {
    this.#deps = deps;
  }

  /** Pings, and shows `connecting` meanwhile; whoever asks during a check gets that one's outcome. */
  check(deviceId: string): Promise<CheckOutcome> {
    return this.#once(deviceId, "read");
  }

  /**
   * The check before a command to a silent device. It leaves also while reads back off after a 429: a check of somebody else
   * that was held back for that reason is no answer for a command. [C4, S17-5]
   */
  async checkForCommand(deviceId: string): Promise<CheckOutcome> {
    const running = await this.#running.get(deviceId);
    return running === undefined || running === "unknown" ? this.#once(deviceId, "command") : running;
  }

  #once(deviceId: string, of: "read" | "command"): Promise<CheckOutcome> {
    const running = this.#running.get(deviceId);
    if (running !== undefined) return running;
    const check = this.#check(deviceId, of).finally(() => this.#running.delete(deviceId));
    this.#running.set(deviceId, check);
    return check;
  }

  /**
   * Reads the device's state without asking for presence first. Null: the cloud was asked, and gave the state or its word that
   * there is none to be had; else nobody knows, and it may be asked again.
   */
  async read(device: DeviceRow, asked: ReadAsked = {}): Promise<CloudTrouble | null> {
    const answer = await this.#readState(device, asked);
    return answer?.kind === "failed" && saysNothing.has(answer.code) ? answer : null;
  }

  /** Of a device that was just registered: where it does not answer, or has no state to be read, whether it is there at all; the list may be a minute old. [D32] */
  async readFirst(device: DeviceRow): Promise<void> {
    const answer = await this.#readState(device, {});
    const isSilent = answer === null || (answer.kind === "failed" && answer.code === "OFFLINE");
    if (isSilent && device.cloudOnline === true) await this.check(device.id);
  }

  /** Null: it has no state to be read. */
  async #readState(device: DeviceRow, asked: ReadAsked): Promise<ReadOutcome<unknown> | null> {
    const { provider, profiles, ingest } = this.#deps;
    const profile = profileOf(profiles, device);
    if (device.providerId === null || profile.telemetry.variable === null) return null;
    const { providerId } = device;
    const answer = await provider.readVariable({ ...asked, providerId, name: profile.telemetry.variable });
    if (answer.kind !== "ok") return answer;
    const observation = observeVariable(profile, answer.value, answer.startedAt);
    if (observation.ok) await ingest.take({ kind: "observation", providerId, observation: observation.value });
    return answer;
  }

  async #check(deviceId: string, of: "read" | "command"): Promise<CheckOutcome> {
    const { store, provider, ingest, clock } = this.#deps;
    const device = await findDevice(store.read, deviceId);
    if (device?.providerId === undefined || device.providerId === null) return "silent";
    const { providerId } = device;
    await ingest.take({ kind: "check", providerId, since: clock.now() });
    const answer = await provider.ping(providerId, { class: of });
    if (answer.kind !== "ok") {
      await ingest.take({ kind: "check", providerId, since: null });
      return "unknown";
    }
    const { online } = answer.value;
    // That nobody answered is as old as the question: what came while it was held is newer.
    const word = online
      ? ({ kind: "heard", providerId, at: clock.now() } as const)
      : ({ kind: "presence", providerId, online, at: answer.startedAt, isSession: false } as const);
    await Promise.all([ingest.take(word), ingest.take({ kind: "check", providerId, since: null })]);
    return online ? "answered" : "silent";
  }
}

export type AskedChecks = Pick<DeviceChecks, "check" | "read">;

/** What it said while nobody listened to it is asked for, and nobody waits for it. [C3, C4] */
export function askAgain(
  deps: Pick<Ground, "log"> & { readonly checks: AskedChecks },
  device: DeviceRow,
  whenSilent: () => Promise<void>,
): void {
  const ask = async () => {
    const outcome = await deps.checks.check(device.id);
    if (outcome === "answered") await deps.checks.read(device);
    if (outcome === "silent") await whenSilent();
  };
  ask().catch((error: unknown) => deps.log.warn("device.not-asked-again", { deviceId: device.id, error: String(error) }));
}

/** "Check now": everybody who may switch the device may ask it. */
export async function checkDevice(
  deps: CheckDeps & { checks: DeviceChecks },
  asked: { caller: Caller; deviceId: string },
): Promise<Result<Device, Refusal>> {
  const { store, clock, profiles } = deps;
  const asking = () => ({ ...asked.caller, deviceId: asked.deviceId, now: clock.now() });
  const before = await reachFor(store.read, "check", asking());
  if (!before.ok) return before;
  const outcome = await deps.checks.check(asked.deviceId);
  if (outcome === "unknown") return refuse("PROVIDER_UNAVAILABLE");
  if (outcome === "answered") await deps.checks.read(before.value.device);
  const after = await reachFor(store.read, "see", asking());
  if (!after.ok) return after;
  const [neutral] = await neutralDevices(store.read, [after.value.device], { profiles, now: clock.now() });
  const viewer = { userId: asked.caller.userId, permission: after.value.access };
  return ok(deviceFor(viewer, present(neutral, "One device in, one out")));
}
