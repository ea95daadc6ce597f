/**
 * What this page pressed, what it put away, and what it sent without ever hearing the end of it; per relay. Pure.
 *
 * Only the newest press of a relay speaks: the late end of an earlier one changes nothing here. Putting a message away hides
 * that message alone, and never that something may have been sent since the last report. [C1, HD-5, CM-7]
 */
import type { SwitchStep, SwitchOutcome } from "@relaydeck/client/commands/outcome";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Relay, RelayTarget } from "@relaydeck/contract/relays";
import { attemptAfter } from "./attempt-after.ts";
import { commandShown, newerDoubt, type Attempt, type Doubt } from "./relay-truth.ts";
import type { Dismissal } from "./relay-view.ts";

export interface PressBook {
  /** Presses that are no command of the server yet, by `relayKey`. */
  readonly attempts: ReadonlyMap<string, Attempt>;
  /** As each relay's newest press began; by this it is known again. */
  readonly begun: ReadonlyMap<string, Attempt>;
  /** Ids of commands whose end this person has put away. */
  readonly dismissed: ReadonlySet<string>;
  readonly doubts: ReadonlyMap<string, Doubt>;
}

export const emptyBook: PressBook = { attempts: new Map(), begun: new Map(), dismissed: new Set(), doubts: new Map() };

export interface PressBegun {
  readonly target: RelayTarget;
  /** The relay as it stands at the press; null when it is not there any more. */
  readonly relay: Relay | null;
  /** On the server's clock, epoch milliseconds. */
  readonly now: number;
}

/** The book with a new press, and how that press began. */
export function withPress(book: PressBook, key: string, { target, relay, now }: PressBegun): readonly [PressBook, Attempt] {
  const beforeId = relay?.command?.commandId ?? null;
  const begun: Attempt = { target, phase: "requested", pressedAt: now, beforeId, commandId: null, message: null };
  const beneath = relay === null ? null : doubtBeneath(relay, book.attempts.get(key) ?? null, now);
  const after = {
    ...book,
    attempts: new Map([...book.attempts, [key, begun]]),
    begun: new Map([...book.begun, [key, begun]]),
    doubts: withDoubt(book.doubts, key, beneath),
  };
  return [after, begun];
}

export function isNewest(book: PressBook, key: string, begun: Attempt): boolean {
  return book.begun.get(key) === begun;
}

/** A step of a press, or its end. */
export type PressWord = SwitchStep | { readonly step: "over"; readonly outcome: SwitchOutcome };

/** A word about a press. */
export function withWord(book: PressBook, key: string, { begun, word }: { begun: Attempt; word: PressWord }): PressBook {
  const doubts = withDoubt(book.doubts, key, word.step === "over" ? doubtAfter(begun, word.outcome) : null);
  if (!isNewest(book, key, begun)) return { ...book, doubts };
  return { ...book, doubts, attempts: replaced(book.attempts, key, attemptAfter(begun, word)) };
}

/** An attempt is put away only once it has ended without a command: meanwhile it may have become another one. */
export function withoutMessage(book: PressBook, key: string, dismissal: Dismissal): PressBook {
  if (dismissal.what === "command") return { ...book, dismissed: new Set([...book.dismissed, dismissal.commandId]) };
  const phase = book.attempts.get(key)?.phase;
  if (phase !== "refused" && phase !== "expired") return book;
  return { ...book, attempts: replaced(book.attempts, key, null) };
}

function replaced(attempts: PressBook["attempts"], key: string, attempt: Attempt | null): PressBook["attempts"] {
  const after = new Map(attempts);
  if (attempt === null) after.delete(key);
  else after.set(key, attempt);
  return after;
}

function withDoubt(doubts: PressBook["doubts"], key: string, doubt: Doubt | null): PressBook["doubts"] {
  const newer = newerDoubt(doubts.get(key) ?? null, doubt);
  return newer === null ? doubts : new Map([...doubts, [key, newer]]);
}

/** The command that the new press will cover: sent, and not proved by any report. */
function doubtBeneath(relay: Relay, attempt: Attempt | null, now: number): Doubt | null {
  const command = commandShown({ relay, attempt, now, dismissed: null });
  return command === null ? null : doubtOf(command);
}

const unproved: ReadonlySet<string> = new Set(["sent", "acknowledged", "unconfirmed"]);

function doubtOf(command: NonNullable<Relay["command"]>): Doubt | null {
  if (!unproved.has(command.state)) return null;
  return { at: fromInstant(command.sentAt ?? command.requestedAt), isAnswered: command.acknowledgedAt !== null };
}

function doubtAfter(begun: Attempt, outcome: SwitchOutcome): Doubt | null {
  switch (outcome.kind) {
    case "known":
      // One that was answered speaks for itself until it is proved.
      return outcome.command.state === "acknowledged" ? null : doubtOf(outcome.command);
    case "unknown":
      return { at: begun.pressedAt, isAnswered: false };
    case "not-given":
    case "refused":
    case "expired":
      return null;
  }
}
