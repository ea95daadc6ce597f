/** May this switch be begun, and until when may it be sent: the first question of every command, on every door. [D35, CM-3, C4] */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { defaultValidityMs, longestValidityMs } from "@relaydeck/contract/command-times";
import type { RelayTarget } from "@relaydeck/contract/relays";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Status } from "../devices/presence.ts";
import { may, type Access } from "../policy.ts";

export interface SwitchFacts {
  readonly access: Access;
  readonly relayCount: number;
  readonly status: Status;
}

export interface SwitchWish {
  readonly relayNumber: number;
  readonly target: RelayTarget;
  /** Epoch ms; null = the default of 10 s. */
  readonly validUntil: number | null;
}

/** The deadline, epoch ms, or why not. A device that has been silent is asked before the bytes leave, not here. */
export function decideSwitch(facts: SwitchFacts, wish: SwitchWish, now: number): Result<number, Refusal> {
  const allowed = may("switch", facts.access);
  if (!allowed.ok) return refuse(allowed.error);
  if (wish.relayNumber > facts.relayCount) {
    const only = facts.relayCount === 1 ? "This device has one relay" : `This device has ${facts.relayCount} relays`;
    return refuse("VALIDATION", { message: only, issues: [{ path: "relayNumber", message: only }] });
  }
  const validUntil = decideDeadline(wish.validUntil, now);
  if (!validUntil.ok) return validUntil;
  if (facts.status !== "online") return refuse("DEVICE_NOT_CONNECTED");
  return ok(validUntil.value);
}

function decideDeadline(asked: number | null, now: number): Result<number, Refusal> {
  if (asked === null) return ok(now + defaultValidityMs);
  const message =
    asked <= now
      ? "The deadline is in the past"
      : asked > now + longestValidityMs
        ? "The deadline is more than 60 s ahead"
        : null;
  return message === null ? ok(asked) : refuse("VALIDATION", { message, issues: [{ path: "validUntil", message }] });
}
