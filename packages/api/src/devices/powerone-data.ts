/** The documented reading of a PowerOne, from what we know: no call to the cloud. [D33, D37, D41] */
import type { PowerOneData } from "@relaydeck/contract/devices";
import { toInstantOrNull } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { freshnessOf } from "@relaydeck/core/devices/presence";
import { relaysOf, type RelayRow } from "@relaydeck/db/devices/store";
import { latestCommands, type CommandRow } from "@relaydeck/db/relays/commands";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { reachFor } from "./access.ts";
import { profileOf } from "./facts.ts";

export async function powerOneData(
  deps: Pick<Ground, "store" | "clock" | "profiles">,
  asked: { caller: Caller; deviceId: string },
): Promise<Result<PowerOneData, Refusal>> {
  const from = deps.store.read;
  const now = deps.clock.now();
  const found = await reachFor(from, "see", { ...asked.caller, deviceId: asked.deviceId, now });
  if (!found.ok) return found;
  const { device } = found.value;
  if (device.model !== "powerone") return refuse("NOT_FOUND");
  const relays = await relaysOf(from, [device.id]);
  const latest = await latestCommands(from, { deviceIds: [device.id], since: 0 });
  const commands = latest.filter(({ command }) => command.acceptedOrder > device.commandsAfter);
  return ok({
    relays: relays.map((relay) =>
      readingOf(relay, commands.find(({ command }) => command.relayNumber === relay.number)?.command),
    ),
    powerSource: device.powerSource,
    batteryPercent: device.batteryPercent,
    cellularLevel: device.cellularLevel,
    lastUpdated: toInstantOrNull(device.lastObservedAt),
    freshness: freshnessOf(device, profileOf(deps.profiles, device).staleAfterMs, now),
  });
}

function readingOf(relay: RelayRow, command: CommandRow | undefined): PowerOneData["relays"][number] {
  return {
    number: relay.number,
    current: relay.milliamps,
    estimatedState: relay.reported === null ? null : relay.reported === "on" ? "ON" : "OFF",
    commanded: relay.desired,
    acknowledged: toInstantOrNull(command?.acknowledgedAt),
    confirmed: toInstantOrNull(command?.confirmedAt),
    load: relay.load,
  };
}
