/** The owner gives a device and its relays other names. The model stays what it is, whatever the name says. [D31, D16] */
import type { Device, RenameDevice } from "@relaydeck/contract/devices";
import type { Refusal } from "@relaydeck/contract/refusals";
import { deviceFor } from "@relaydeck/core/devices/view";
import { relaysOf, updateDevice, updateRelay, type DeviceRow, type RelayRow } from "@relaydeck/db/devices/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { validationRefusal } from "../procedures.ts";
import { reachLocked } from "./access.ts";
import { liveDevice, neutralDevices } from "./facts.ts";

export interface Renaming {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: RenameDevice;
}

export function renameDevice(
  deps: Pick<Ground, "store" | "clock" | "profiles">,
  { caller, request, input }: Renaming,
): Promise<Result<Device & { message: string }, Refusal>> {
  const { profiles } = deps;
  const now = deps.clock.now();
  return deps.store.write(async (tx) => {
    const found = await reachLocked(tx, "rename", { ...caller, deviceId: input.deviceId, now });
    if (!found.ok) return found;
    const { device } = found.value;
    const relays = await relaysOf(tx, [device.id]);
    const unknown = input.relays?.findIndex(({ number }) => !relays.some((relay) => relay.number === number)) ?? -1;
    if (unknown >= 0) {
      const issue = { path: `relays.${unknown}.number`, message: "This device has no such relay" };
      return { ok: false, error: validationRefusal([issue]) };
    }
    const renamed = await write(tx, { device, relays, input, now });
    const [neutral] = await neutralDevices(tx, [renamed.device], { profiles, now });
    if (renamed.fields.length > 0) {
      await tx.live([await liveDevice(tx, renamed.device, { profiles, now })]);
      await audit(tx, {
        at: now,
        actorKind: "user",
        actorId: caller.userId,
        action: "device.renamed",
        subjectKind: "device",
        subjectId: device.id,
        after: { fields: renamed.fields },
        request,
      });
    }
    const shown = deviceFor({ userId: caller.userId, permission: found.value.access }, present(neutral, "One in, one out"));
    return ok({ ...shown, message: "Device updated" });
  });
}

/** Only what differs; the audit keeps which fields, never the names. [DA-2] */
async function write(
  tx: Tx,
  what: { device: DeviceRow; relays: readonly RelayRow[]; input: RenameDevice; now: number },
): Promise<{ device: DeviceRow; fields: string[] }> {
  const { device, relays, input, now } = what;
  const fields: string[] = [];
  for (const { number, name: relayName } of input.relays ?? []) {
    if (relays.some((relay) => relay.number === number && relay.name === relayName)) continue;
    await updateRelay(tx, { deviceId: device.id, number }, { name: relayName });
    fields.push(`relay ${number}`);
  }
  const { name = device.name } = input;
  if (name !== device.name) fields.push("name");
  if (fields.length === 0) return { device, fields };
  const renamed = await updateDevice(tx, { id: device.id }, { name, updatedAt: now });
  return { device: present(renamed, "Read in this transaction"), fields };
}
