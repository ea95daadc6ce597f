/**
 * An administrator changes a device: name, serial number, owner, and what the cloud reports of it. [AD-3, AD-7, D24, D25]
 *
 * Status, relay state and connection so set are an override: marked, shown as such in the console, and over with the
 * provider's next word. People go on seeing what the device itself proved, and nothing is sent to it. [AD-4, C4]
 */
import type { AdminDevice, UpdateDevice } from "@relaydeck/contract/console";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { changedFields, overrideOf } from "@relaydeck/core/console/edits";
import { lockDevice, lockUser } from "@relaydeck/db/accounts/lock";
import { breaksUnique } from "@relaydeck/db/constraint";
import { findDeviceBySerial, updateDevice as writeDevice, type DeviceRow } from "@relaydeck/db/devices/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../../audit/audit.ts";
import type { Doer } from "../../audit/doer.ts";
import { liveDevice } from "../../devices/facts.ts";
import { transferDevice } from "../../devices/ownership.ts";
import { releaseDevice } from "../../devices/release-device.ts";
import { validationRefusal } from "../../procedures.ts";
import { adminDoing, recorded, type Administering, type ConsoleDeps } from "../recorded.ts";
import { toAdminDevice } from "./rows.ts";

export interface UpdatingDevice extends Administering {
  readonly input: UpdateDevice;
}

export function updateDevice(deps: ConsoleDeps, updating: UpdatingDevice): Promise<Result<AdminDevice, Refusal>> {
  const tried = { by: adminDoing(updating), action: "device.updated", kind: "device", id: updating.input.deviceId } as const;
  return recorded(deps, tried, async () => {
    try {
      return await deps.store.write((tx) => update(deps, tx, updating));
    } catch (error) {
      // Somebody registered the serial number in the same moment.
      if (breaksUnique(error, "devices", ["serial_number"])) return refuse("SERIAL_TAKEN");
      throw error;
    }
  });
}

async function update(deps: ConsoleDeps, tx: Tx, updating: UpdatingDevice): Promise<Result<AdminDevice, Refusal>> {
  const { input } = updating;
  const by = adminDoing(updating);
  // Users before devices; see lock.ts.
  const owner = await ownerAsked(tx, input.ownerId);
  const before = await lockDevice(tx, input.deviceId);
  if (before === null || before.deletedAt !== null) return refuse("NOT_FOUND");
  if (!owner.ok) return owner;
  if (input.version !== undefined && input.version !== before.version) return refuse("STALE");
  const wanted = changesOf(before, input);
  if (!wanted.ok) return wanted;
  const isTaken = wanted.value.serialNumber !== undefined && (await findDeviceBySerial(tx, wanted.value.serialNumber)) !== null;
  if (isTaken) return refuse("SERIAL_TAKEN");
  const passed = await pass(deps, tx, { device: before, ownerId: input.ownerId, by });
  // A release takes its name, so that one that was sent as it was is a change by now.
  const changed = { ...wanted.value, ...changedFields({ name: passed.name }, { name: input.name }) };
  const device = await write(deps, tx, { before, passed, changed, by });
  return ok(toAdminDevice(device));
}

/** The user who shall own it, locked: nobody deletes the account until it does. */
async function ownerAsked(tx: Tx, ownerId: string | null | undefined): Promise<Result<null, Refusal>> {
  if (ownerId === undefined || ownerId === null) return ok(null);
  const owner = await lockUser(tx, ownerId);
  const isThere = owner !== null && owner.deletedAt === null;
  return isThere ? ok(null) : { ok: false, error: validationRefusal([{ path: "ownerId", message: "No user has this id" }]) };
}

type Changes = Partial<Pick<DeviceRow, "name" | "serialNumber" | "status" | "isConnected" | "relayState">>;

function changesOf(before: DeviceRow, input: UpdateDevice): Result<Changes, Refusal> {
  const override = overrideOf(before, input);
  const message = "Status and connection contradict each other";
  if (!override.ok) return { ok: false, error: validationRefusal([{ path: "isConnected", message }]) };
  const { name, serialNumber, status, isConnected, relayState } = before;
  const wanted = { name: input.name, serialNumber: input.serialNumber, ...override.value };
  return ok(changedFields({ name, serialNumber, status, isConnected, relayState }, wanted));
}

/** To another owner, to nobody, or to whom it belongs already. */
async function pass(
  deps: ConsoleDeps,
  tx: Tx,
  { device, ownerId, by }: { device: DeviceRow; ownerId: string | null | undefined; by: Doer },
): Promise<DeviceRow> {
  if (ownerId === undefined || ownerId === device.ownerId) return device;
  if (ownerId !== null) return transferDevice(deps, tx, { device, ownerId, by });
  await releaseDevice(deps, tx, { device, by, reason: "unassigned", tellsNames: true });
  return present(await lockDevice(tx, device.id), "Locked in this transaction");
}

async function write(
  deps: ConsoleDeps,
  tx: Tx,
  { before, passed, changed, by }: { before: DeviceRow; passed: DeviceRow; changed: Changes; by: Doer },
): Promise<DeviceRow> {
  const fields = Object.keys(changed);
  if (fields.length === 0) return passed;
  const now = deps.clock.now();
  const isOverride = ["status", "isConnected", "relayState"].some((field) => field in changed);
  const patch = { ...changed, ...(isOverride ? { overriddenAt: now } : {}), updatedAt: now };
  const after = present(await writeDevice(tx, { id: before.id }, patch), "Locked in this transaction");
  await tx.live([await liveDevice(tx, after, { profiles: deps.profiles, now })]);
  await audit(tx, {
    at: now,
    ...by,
    action: "device.updated",
    subjectKind: "device",
    subjectId: before.id,
    before: told(before, changed),
    after: { ...told(after, changed), fields, ...(isOverride ? { overridden: true } : {}) },
  });
  return after;
}

/** The changed fields of a row; a device's name names a thing and is told as the rest is. [AD-8] */
function told(row: DeviceRow, changed: Changes) {
  const { name, serialNumber, status, isConnected, relayState } = row;
  const values = { name, serialNumber, status, isConnected, relayState };
  return Object.fromEntries(Object.entries(values).filter(([field]) => field in changed));
}
