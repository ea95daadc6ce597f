/**
 * What this page pressed, what it put away, and the presses of which nobody could say what became of them; per relay. Pure.
 *
 * Only the newest press of a relay speaks: the late end of an earlier one changes nothing here. Putting a message away hides
 * that message alone, and never that something may have been sent since the last report. [C1, HD-5, CM-7]
 */
import type { SwitchStep, SwitchOutcome } from "@relaydeck/client/commands/outcome";
import type { Relay, RelayTarget } from "@relaydeck/contract/relays";
import { attemptAfter } from "./attempt-after.ts";
import { newerDoubt, type Attempt, type Doubt } from "./relay-truth.ts";
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
  const orderBefore = relay?.command?.acceptedOrder ?? 0;
  const begun: Attempt = { target, phase: "requested", pressedAt: now, orderBefore, acceptedOrder: null, message: null };
  const after = {
    ...book,
    attempts: new Map([...book.attempts, [key, begun]]),
    begun: new Map([...book.begun, [key, begun]]),
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
  const doubts = isUnheard(word)
    ? withDoubt(book.doubts, key, { at: begun.pressedAt, isSent: false, isAnswered: false })
    : book.doubts;
  if (!isNewest(book, key, begun)) return { ...book, doubts };
  return { ...book, doubts, attempts: replaced(book.attempts, key, attemptAfter(begun, word)) };
}

/** It may have become a command, and may have been sent. */
function isUnheard(word: PressWord): boolean {
  return word.step === "over" && word.outcome.kind === "unknown";
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

function withDoubt(doubts: PressBook["doubts"], key: string, doubt: Doubt): PressBook["doubts"] {
  return new Map([...doubts, [key, newerDoubt(doubts.get(key) ?? null, doubt)]]);
}
