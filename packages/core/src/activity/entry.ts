/**
 * What the activity log keeps of commands and devices: what happened as code and values, how grave it is, and the same as an
 * English sentence; and who reads whose name in it. Other languages are spoken where they are read. [D46, D57]
 */
import type { Activity, ActivityEvent } from "@relaydeck/contract/activity";
import type { CommandState, RelayTarget } from "@relaydeck/contract/relays";
import { reasonOf, type ShownCommand, type Viewer } from "../relays/command-view.ts";
import { englishOf } from "./english.ts";

/** What an entry says, apart from when, where and by whom. */
export interface Told {
  readonly event: ActivityEvent;
  readonly message: string;
  readonly type: Activity["type"];
}

export function told(event: ActivityEvent, type: Activity["type"]): Told {
  return { event, message: englishOf(event), type };
}

type ToldCommand = Pick<ShownCommand, "state" | "target" | "reason" | "reasonCode" | "returnValue"> & {
  readonly previousState: RelayTarget | "unknown";
};

/** What the log says when a command reached its state; null where the log keeps quiet. */
export function toldOfCommand(command: ToldCommand, relayName: string): Told | null {
  const type = gravity[command.state];
  if (type === null) return null;
  const { state, target, reasonCode, returnValue, previousState } = command;
  const reason = reasonOf(command);
  const wasSo = previousState === target;
  return told({ code: "command", relay: relayName, target, state, wasSo, reason, reasonCode, returnValue }, type);
}

const gravity: Readonly<Record<CommandState, Activity["type"] | null>> = {
  requested: null,
  sent: null,
  acknowledged: "info",
  confirmed: "success",
  unconfirmed: "warning",
  failed: "error",
  expired: "warning",
  cancelled: "info",
};

/** A relay moved without a command of ours. */
export function toldOfMove(relayName: string, to: RelayTarget, cause: string | null): Told {
  return told({ code: "relay-moved", relay: relayName, to, atDevice: cause === "button" }, "info");
}

export function toldOfRegistration(deviceName: string): Told {
  return told({ code: "device-registered", device: deviceName }, "info");
}

/** Sharees read what happened, but not other people's names. */
export function entryFor(viewer: Viewer, entry: Activity): Activity {
  const isMasked = viewer.permission !== "owner" && entry.userId !== viewer.userId;
  return isMasked ? { ...entry, userName: null } : entry;
}
