/**
 * The owner gives a device up, and takes it back as long as nobody else has it. [D30, D23, AD-7]
 *
 * A removed device is marked and kept whole for 30 days: name, relays, shares and history come back with it. While it is
 * marked nobody sees it, nothing is sent to it, its shares grant nothing, and its serial number is free for anybody.
 */
import type { Device, RemovedDevice } from "@relaydeck/contract/devices";
import { toInstant } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { offlineDebounceMs } from "@relaydeck/core/alerts/alert";
import { deviceFor, type NeutralDevice } from "@relaydeck/core/devices/view";
import { lockDevice, lockUser } from "@relaydeck/db/accounts/lock";
import { stopWaiting, waitAgain } from "@relaydeck/db/alerts/store";
import { brokenConstraint } from "@relaydeck/db/constraint";
import { listAccess } from "@relaydeck/db/devices/access";
import { findDeviceBySerial, updateDevice, type DeviceRow } from "@relaydeck/db/devices/store";
import type { Reader, Tx } from "@relaydeck/db/store";
import { insertUnheard } from "@relaydeck/db/telemetry/presence";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import { personDoing, type Doer } from "../audit/doer.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { toLiveEvent } from "../live/append.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";
import { binMs } from "../retention/prune.ts";
import { reachLocked } from "./access.ts";
import { askAgain, type AskedChecks } from "./check-device.ts";
import { neutralDevices } from "./facts.ts";

type RemoveDeps = Pick<Ground, "store" | "clock" | "random" | "profiles">;
type RestoreDeps = Pick<Ground, "store" | "clock" | "profiles" | "log"> & { readonly checks: AskedChecks };

interface Asked {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly deviceId: string;
}

export function removeDevice(deps: RemoveDeps, asked: Asked): Promise<Result<RemovedDevice, Refusal>> {
  const now = deps.clock.now();
  return deps.store.write(async (tx) => {
    const found = await reachLocked(tx, "remove", { ...asked.caller, deviceId: asked.deviceId, now });
    if (!found.ok) return found;
    const { device } = found.value;
    await putIntoBin(deps, tx, { device, by: personDoing(asked), deletedBy: "owner" });
    return ok({ id: device.id, message: "Device removed", undoUntil: toInstant(now + binMs) });
  });
}

/** For owner and administrator alike: from here on nobody sees it, and nothing more is sent to it. */
export async function putIntoBin(
  deps: Pick<Ground, "clock" | "random">,
  tx: Tx,
  { device, by, deletedBy }: { device: DeviceRow; by: Doer; deletedBy: "owner" | "admin" },
): Promise<void> {
  const now = deps.clock.now();
  await cancelUnsentCommands(tx, { deviceId: device.id }, deps);
  const viewers = await listAccess(tx, { deviceIds: [device.id], now });
  await updateDevice(tx, { id: device.id }, { deletedAt: now, deletedBy, updatedAt: now });
  await tx.live(
    viewers.map(({ userId }) =>
      toLiveEvent({ deviceId: device.id, userId, body: { kind: "access", access: "none", expiresAt: null, device: null } }),
    ),
  );
  await note(tx, { device, by }, { action: "device.removed", at: now });
}

export async function restoreDevice(deps: RestoreDeps, asked: Asked): Promise<Result<Device & { message: string }, Refusal>> {
  try {
    return await deps.store.write((tx) => restore(deps, tx, asked));
  } catch (error) {
    // Somebody registered it in the same moment.
    if (brokenConstraint(error)?.kind === "unique") return refuse("UNDO_NOT_POSSIBLE");
    throw error;
  }
}

async function restore(deps: RestoreDeps, tx: Tx, asked: Asked): Promise<Result<Device & { message: string }, Refusal>> {
  const now = deps.clock.now();
  const { userId, program } = asked.caller;
  // An account that ends at this moment gets nothing back.
  if ((await lockUser(tx, userId))?.deletedAt !== null) return refuse("NOT_FOUND");
  const device = await lockDevice(tx, asked.deviceId);
  if (device === null || device.ownerId !== userId || program !== undefined) return refuse("NOT_FOUND");
  // What an administrator took away its owner does not bring back.
  if (device.deletedBy === "admin") return refuse("NOT_FOUND");
  if (!(await canComeBack(tx, device, now))) return refuse("UNDO_NOT_POSSIBLE");
  const back = device.deletedAt === null ? device : await takeFromBin(deps, tx, { device, by: personDoing(asked) });
  const [neutral] = await neutralDevices(tx, [back], { profiles: deps.profiles, now });
  const shown = deviceFor({ userId, permission: "owner" }, present(neutral, "One in, one out"));
  return ok({ ...shown, message: "Device restored" });
}

/** Nobody has its serial number by now, and it has not been in the bin for too long; true of what was never in it. */
export async function canComeBack(from: Reader, device: DeviceRow, now: number): Promise<boolean> {
  if (device.deletedAt === null) return true;
  return now - device.deletedAt <= binMs && (await findDeviceBySerial(from, device.serialNumber)) === null;
}

/**
 * For owner and administrator alike: whoever had a right on it that still stands has it again. Its words were nobody's
 * meanwhile, so nothing is known of that time, and it is asked. [C3]
 */
export async function takeFromBin(deps: RestoreDeps, tx: Tx, what: { device: DeviceRow; by: Doer }): Promise<DeviceRow> {
  const now = deps.clock.now();
  const { id: deviceId, deletedAt, cloudOnline: online } = what.device;
  if (deletedAt !== null && online !== null) await insertUnheard(tx, { deviceId, online, from: deletedAt, to: now });
  const patch = { deletedAt: null, deletedBy: null, updatedAt: now };
  const back = present(await updateDevice(tx, { id: deviceId }, patch), "Read in this transaction");
  // Nobody is told that it is offline by what was known long before: the two minutes begin when the cloud says so anew. [S17-10]
  const alertIds = await stopWaiting(tx, deviceId);
  const isFresh = deletedAt === null || now - deletedAt <= offlineDebounceMs;
  if (isFresh) await waitAgain(tx, { ids: alertIds, at: now });
  const [neutral] = await neutralDevices(tx, [back], { profiles: deps.profiles, now });
  await tell(tx, present(neutral, "One in, one out"), now);
  await note(tx, what, { action: "device.restored", at: now });
  tx.afterCommit(() => askAgain(deps, back, () => waitWhileOffline(deps, { deviceId, alertIds })));
  return back;
}

/** The alerts that waited before, by what was stored of the cloud's answer. */
async function waitWhileOffline(
  { store, clock }: Pick<RestoreDeps, "store" | "clock">,
  { deviceId, alertIds }: { deviceId: string; alertIds: readonly string[] },
): Promise<void> {
  if (alertIds.length === 0) return;
  await store.write(async (tx) => {
    const device = await lockDevice(tx, deviceId);
    const isOffline = device?.deletedAt === null && device.cloudOnline === false;
    if (isOffline) await waitAgain(tx, { ids: alertIds, at: clock.now() });
  });
}

/** To everybody who has a right on it again: shares that ended meanwhile stay ended. */
async function tell(tx: Tx, device: NeutralDevice, now: number): Promise<void> {
  const viewers = await listAccess(tx, { deviceIds: [device.id], now });
  await tx.live(
    viewers.map(({ userId, permission, expiresAt }) =>
      toLiveEvent({ deviceId: device.id, userId, body: { kind: "access", access: permission, expiresAt, device } }),
    ),
  );
}

function note(tx: Tx, { device, by }: { device: DeviceRow; by: Doer }, what: { action: string; at: number }): Promise<void> {
  return audit(tx, { ...what, ...by, subjectKind: "device", subjectId: device.id });
}
