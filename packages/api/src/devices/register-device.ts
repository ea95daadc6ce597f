/**
 * A device becomes somebody's by its serial number, if nobody owns it and it is one of the operator's. [D30, AZ-7]
 *
 * Unknown, malformed, foreign and owned serials get one equal refusal; an owned device is never bound again.
 */
import { newId } from "@relaydeck/contract/ids";
import type { Device, RegisterDevice } from "@relaydeck/contract/devices";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { toldOfRegistration } from "@relaydeck/core/activity/entry";
import { detectProfile } from "@relaydeck/core/devices/profile";
import { statusOf } from "@relaydeck/core/devices/presence";
import { deviceFor } from "@relaydeck/core/devices/view";
import { brokenConstraint } from "@relaydeck/db/constraint";
import { findDeviceBySerial, insertDevice, toStoredSerial, updateDevice, type DeviceRow } from "@relaydeck/db/devices/store";
import { lockDevice, lockUser } from "@relaydeck/db/accounts/lock";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import type { ProviderDevice } from "@relaydeck/provider/provider-device";
import { audit } from "../audit/audit.ts";
import { tokenOf, type Caller, type RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { countDeviceRegistration } from "../limits/device-registration-limits.ts";
import { toLiveEvent } from "../live/append.ts";
import { insertActivity } from "@relaydeck/db/activity/store";
import type { DeviceChecks } from "./check-device.ts";
import { neutralDevices } from "./facts.ts";
import { beginOwnership } from "./ownership.ts";
import { serialShape, type ProviderDevices } from "./provider-devices.ts";

export interface RegisterDeps extends Pick<Ground, "clock" | "random" | "store" | "profiles" | "settings" | "log"> {
  readonly providerDevices: ProviderDevices;
  readonly checks: DeviceChecks;
}

interface Registering {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: RegisterDevice;
}

export async function registerDevice(
  deps: RegisterDeps,
  registering: Registering,
): Promise<Result<Device & { message: string }, Refusal>> {
  const { caller } = registering;
  // It would not be among the devices that the token names.
  if ((caller.program?.deviceIds ?? null) !== null)
    return refuse("FORBIDDEN", { message: "This token is for named devices only" });
  const now = deps.clock.now();
  const counted = await deps.store.write((tx) =>
    countDeviceRegistration(tx, { userId: caller.userId, now, factor: deps.settings.rateLimitFactor }),
  );
  if (!counted.ok) return counted;
  const serial = toStoredSerial(registering.input.serialNumber);
  const found = await deps.providerDevices.find(serial);
  if (found !== null && "kind" in found) return refuse("PROVIDER_UNAVAILABLE", retryIn(found.retryAfterSeconds));
  const device = await bind(deps, registering, { serial, found: serialShape.test(serial) ? found : null });
  if (!device.ok) return device;
  // Registering does not wait for a device on a cellular link.
  deps.checks
    .readFirst(device.value)
    .catch((error: unknown) => deps.log.warn("device.first-read-failed", { error: String(error) }));
  const [neutral] = await neutralDevices(deps.store.read, [device.value], { profiles: deps.profiles, now: deps.clock.now() });
  const shown = deviceFor({ userId: caller.userId, permission: "owner" }, present(neutral, "One device in, one out"));
  return ok({ ...shown, message: shown.model === "powerone" ? "PowerOne device registered" : "Device registered" });
}

function retryIn(retryAfterSeconds: number | undefined) {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
}

interface Candidate {
  readonly serial: string;
  readonly found: ProviderDevice | null;
}

async function bind(deps: RegisterDeps, registering: Registering, candidate: Candidate): Promise<Result<DeviceRow, Refusal>> {
  const { userId } = registering.caller;
  try {
    return await deps.store.write(async (tx) => {
      // Deleted in the same moment: nothing becomes theirs any more.
      const user = await lockUser(tx, userId);
      if (user === null || user.deletedAt !== null) return refuse("SESSION_REQUIRED");
      const existing = await lockedBySerial(tx, candidate.serial);
      if (existing !== null && existing.ownerId === userId) return refuse("ALREADY_YOURS");
      if (candidate.found === null || (existing !== null && existing.ownerId !== null)) return refuse("SERIAL_NOT_AVAILABLE");
      if (existing !== null && existing.providerId !== candidate.found.providerId) return refuseOther(deps, existing);
      const device =
        existing === null
          ? await insertNew(deps, tx, { registering, candidate, found: candidate.found })
          : await takeOver(deps, tx, { registering, existing });
      await tell(deps, tx, { registering, device });
      return ok(device);
    });
  } catch (error) {
    // Two registered the same serial at the same moment; the other one was first.
    if (brokenConstraint(error)?.kind === "unique") return refuse("SERIAL_NOT_AVAILABLE");
    throw error;
  }
}

/**
 * An administrator gave the serial number to another device, which nobody owns by now. Who has the number's own hardware in
 * hand must not switch that one instead. [D25]
 */
function refuseOther({ log }: RegisterDeps, { id }: DeviceRow): Result<never, Refusal> {
  const action = "Delete it or give it its own number, and the number can be registered";
  log.warn("device.serial-of-another", { deviceId: id, action });
  return refuse("SERIAL_NOT_AVAILABLE");
}

/** The living device of that serial number, which stays as it is read here until the transaction ends. */
async function lockedBySerial(tx: Tx, serial: string): Promise<DeviceRow | null> {
  // No device has another, and a database does not take every text.
  const found = serialShape.test(serial) ? await findDeviceBySerial(tx, serial) : null;
  const locked = found === null ? null : await lockDevice(tx, found.id);
  return locked?.deletedAt === null ? locked : null;
}

async function insertNew(
  deps: RegisterDeps,
  tx: Tx,
  what: { registering: Registering; candidate: Candidate; found: ProviderDevice },
): Promise<DeviceRow> {
  const { found } = what;
  const now = deps.clock.now();
  const name = what.registering.input.deviceName;
  const serialNumber = what.candidate.serial;
  const profile = present(
    detectProfile(deps.profiles, { providerId: found.providerId, serialNumber, name }),
    "Profiles are never empty",
  );
  const presence = { cloudOnline: found.online, cloudOnlineAt: null, connectingSince: null, updating: false, lastHeardAt: null };
  const status = statusOf(presence, now);
  const inserted = await insertDevice(tx, {
    device: {
      id: newId("device", deps.random),
      name,
      serialNumber,
      ownerId: what.registering.caller.userId,
      ownedSince: now,
      model: profile.model,
      profileId: profile.id,
      providerId: found.providerId,
      ...presence,
      status,
      isConnected: status === "online",
      createdAt: now,
      updatedAt: now,
    },
    relays: Array.from({ length: profile.relays }, (_, index) => ({ number: index + 1, name: `Relay ${index + 1}` })),
  });
  return inserted.device;
}

/** A device that nobody owns any more: same hardware, new owner, nothing of the old one's to see. [AD-7] */
async function takeOver(deps: RegisterDeps, tx: Tx, what: { registering: Registering; existing: DeviceRow }): Promise<DeviceRow> {
  const { caller, input } = what.registering;
  const at = { id: what.existing.id, version: what.existing.version };
  const named = await updateDevice(tx, at, { name: input.deviceName });
  return beginOwnership(deps, tx, { device: present(named, "Read in this transaction"), ownerId: caller.userId });
}

async function tell(deps: RegisterDeps, tx: Tx, what: { registering: Registering; device: DeviceRow }): Promise<void> {
  const { caller, request } = what.registering;
  const { device } = what;
  const now = deps.clock.now();
  const [neutral] = await neutralDevices(tx, [device], { profiles: deps.profiles, now });
  const shown = present(neutral, "One device in, one out");
  await tx.live([
    toLiveEvent({
      deviceId: device.id,
      userId: caller.userId,
      body: { kind: "access", access: "owner", expiresAt: null, device: shown },
    }),
  ]);
  await insertActivity(tx, {
    id: newId("activity", deps.random),
    timestamp: now,
    userId: caller.userId,
    deviceId: device.id,
    ...toldOfRegistration(device.name),
  });
  await audit(tx, {
    at: now,
    request,
    actorKind: "user",
    actorId: caller.userId,
    action: "device.registered",
    subjectKind: "device",
    subjectId: device.id,
    after: { serialNumber: device.serialNumber, ...tokenOf(caller) },
  });
}
