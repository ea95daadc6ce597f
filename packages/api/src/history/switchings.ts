/** Who switched: commands, and moves that answer none. Names as the viewer may read them. [C10, D46] */
import { toInstant } from "@relaydeck/contract/instants";
import type { Switching } from "@relaydeck/contract/history";
import { commandFor, neutralCommand, type Viewer } from "@relaydeck/core/relays/command-view";
import type { RelayChangeRow } from "@relaydeck/db/relays/changes";
import { commandsOfDevice } from "@relaydeck/db/relays/commands-of-device";
import type { CommandWithActor } from "@relaydeck/db/relays/commands";
import type { Reader } from "@relaydeck/db/store";
import { displayName } from "../devices/facts.ts";
import { firstReport } from "../telemetry/device-batch.ts";

/** Of each kind; a longer range is told with its newest. */
const mostSwitchings = 200;

export async function switchingsOf(
  from: Reader,
  of: {
    span: { deviceId: string; from: number; to: number; commandsAfter: number };
    changes: readonly RelayChangeRow[];
    viewer: Viewer;
  },
): Promise<Switching[]> {
  const commands = await commandsOfDevice(from, { ...of.span, limit: mostSwitchings });
  const others = of.changes.filter((change) => change.commandId === null && change.cause !== firstReport).slice(-mostSwitchings);
  // By the time that orders commands, which is not the one they show. Those of one instant stay as they came. [CM-7, TI-1]
  const all = [
    ...commands.map((given) => ({ order: given.command.requestedAt, told: ofCommand(given, of.viewer) })),
    ...others.map((change) => ({ order: change.at, told: ofMove(change) })),
  ];
  const newestFirst = all.toSorted((a, b) => b.order - a.order).map(({ told }) => told);
  return newestFirst.slice(0, mostSwitchings);
}

function ofCommand({ command, actor }: CommandWithActor, viewer: Viewer): Switching {
  const shown = commandFor(viewer, neutralCommand(command, actor === null ? null : displayName(actor)));
  const { commandId, relayNumber, target, state, by, byName } = shown;
  return { at: shown.requestedAt, relayNumber, target, by, byName, commandId, state };
}

function ofMove({ at, relayNumber, state, cause }: RelayChangeRow): Switching {
  const by = cause === "button" ? "button" : "unknown";
  return { at: toInstant(at), relayNumber, target: state, by, byName: null, commandId: null, state: null };
}
