/** The sentences of the activity log about commands and devices, and who reads whose name in them. [D46, D57] */
import type { Activity } from "@relaydeck/contract/activity";
import type { CommandState, RelayTarget } from "@relaydeck/contract/relays";
import type { Viewer } from "../relays/command-view.ts";

export interface Sentence {
  readonly message: string;
  readonly type: Activity["type"];
}

/** What the log says when a command reached `state`; null where the log keeps quiet. */
export function commandSentence(
  command: { state: CommandState; target: RelayTarget; reason: string | null; previousState: RelayTarget | "unknown" },
  relayName: string,
): Sentence | null {
  const what = `${relayName} ${command.target}`;
  switch (command.state) {
    case "requested":
    case "sent":
      return null;
    case "acknowledged":
      return { message: `${what}: the device answered, waiting for confirmation`, type: "info" };
    case "confirmed":
      return { message: `${relayName} ${wordOfMove(command)}, confirmed`, type: "success" };
    case "unconfirmed":
      return { message: `${what} unconfirmed: sent, but no answer came`, type: "warning" };
    case "failed":
      return { message: `${what} failed: ${command.reason ?? "not done"}`, type: "error" };
    case "expired":
      return { message: `${what} expired, never sent`, type: "warning" };
    case "cancelled":
      return { message: `${what} cancelled before sending`, type: "info" };
  }
}

/** What was so before did not turn. */
function wordOfMove({ target, previousState }: { target: RelayTarget; previousState: RelayTarget | "unknown" }): string {
  return previousState === target ? `was ${target} already` : `turned ${target}`;
}

/** A relay moved without a command of ours. */
export function movedSentence(relayName: string, to: RelayTarget, cause: string | null): Sentence {
  return { message: cause === "button" ? `${relayName} turned ${to} at the device` : `${relayName} turned ${to}`, type: "info" };
}

/** Sharees read what happened, but not other people's names. */
export function entryFor(viewer: Viewer, entry: Activity): Activity {
  const isMasked = viewer.permission !== "owner" && entry.userId !== viewer.userId;
  return isMasked ? { ...entry, userName: null } : entry;
}
