/**
 * An administrator deletes a device, and takes it back within 30 days if nobody has registered its serial number since.
 * [AD-6, D23, D30]
 *
 * Into the bin and out of it goes as for owners (devices/remove-device.ts), but only an administrator brings it back. Whose
 * account ended meanwhile does not get it again.
 */
import type { AdminDevice, DeletedDevice } from "@relaydeck/contract/console";
import { toInstant } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { lockDevice, lockUser } from "@relaydeck/db/accounts/lock";
import { brokenConstraint } from "@relaydeck/db/constraint";
import { findDevice, findDeviceEvenDeleted } from "@relaydeck/db/devices/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { releaseDevice } from "../../devices/release-device.ts";
import { canComeBack, putIntoBin, takeFromBin } from "../../devices/remove-device.ts";
import { binMs } from "../../retention/prune.ts";
import { adminDoing, recorded, type Administering, type ConsoleDeps } from "../recorded.ts";
import { toAdminDevice } from "./rows.ts";

export interface OneDevice extends Administering {
  readonly deviceId: string;
}

export function removeDevice(deps: ConsoleDeps, asked: OneDevice): Promise<Result<DeletedDevice, Refusal>> {
  const { deviceId } = asked;
  const by = adminDoing(asked);
  return recorded(deps, { by, action: "device.removed", kind: "device", id: deviceId }, () =>
    deps.store.write(async (tx) => {
      const device = await lockDevice(tx, deviceId);
      if (device === null || device.deletedAt !== null) return refuse("NOT_FOUND");
      await putIntoBin(deps, tx, { device, by, deletedBy: "admin" });
      const undoUntil = toInstant(deps.clock.now() + binMs);
      return ok({ id: deviceId, message: "Device deleted successfully", undoUntil });
    }),
  );
}

export function restoreDevice(deps: ConsoleDeps, asked: OneDevice): Promise<Result<AdminDevice, Refusal>> {
  const tried = { by: adminDoing(asked), action: "device.restored", kind: "device", id: asked.deviceId } as const;
  return recorded(deps, tried, async () => {
    try {
      return await deps.store.write((tx) => restore(deps, tx, asked));
    } catch (error) {
      // Somebody registered it in the same moment.
      if (brokenConstraint(error)?.kind === "unique") return refuse("UNDO_NOT_POSSIBLE");
      throw error;
    }
  });
}

/** What is not deleted stays as it is. */
async function restore(deps: ConsoleDeps, tx: Tx, asked: OneDevice): Promise<Result<AdminDevice, Refusal>> {
  // Users before devices; see lock.ts.
  const seen = await findDeviceEvenDeleted(tx, asked.deviceId);
  const owner = await lockUser(tx, seen?.ownerId ?? "");
  const device = await lockDevice(tx, asked.deviceId);
  if (device === null) return refuse("NOT_FOUND");
  if (device.deletedAt === null) return ok(toAdminDevice(device));
  if (!(await canComeBack(tx, device, deps.clock.now()))) return refuse("UNDO_NOT_POSSIBLE");
  const by = adminDoing(asked);
  const back = await takeFromBin(deps, tx, { device, by });
  const isOrphan = back.ownerId !== null && (owner?.id !== back.ownerId || owner.deletedAt !== null);
  if (!isOrphan) return ok(toAdminDevice(back));
  await releaseDevice(deps, tx, { device: back, by, reason: "unassigned", tellsNames: false });
  return ok(toAdminDevice(present(await findDevice(tx, back.id), "It came back in this transaction")));
}
