/**
 * After a request without answer: asks the server what became of its key, until that is known. [C2]
 *
 * "Unknown key" proves something only when it was asked after the deadline: until then the request may still arrive.
 * The request itself is never repeated.
 */
import { Backoff } from "@relaydeck/kit/backoff";
import { sleep, type Clock } from "@relaydeck/kit/clock";
import type { Random } from "@relaydeck/kit/random";
import type { Command } from "@relaydeck/contract/relays";
import { isSignedOut, toRelaydeckError } from "../relaydeck-error.ts";
import type { ServerCalls } from "../server-calls.ts";
import { outcomeMessages, type SwitchOutcome, type SwitchStep, type UnknownReason } from "./outcome.ts";

/** Waits between questions grow from this to that, in milliseconds. */
const backoffMs = { baseMs: 500, maxMs: 5_000 };
/** A request that came in time is accepted or ended by the server at the latest this long after its deadline. [CM-8] */
export const deadlineMarginMs = 1_000;
/** A command still under way is shown as it is when its deadline is this long ago: the server ends it by then. [CM-8] */
const underWayMs = 6_000;
/** One question waits this long for its answer. */
const questionMs = 5_000;
/** Asking ends after this time, counted from the tap. */
export const longestAskingMs = 10 * 60_000;

/** What asking needs. */
export interface AskDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly calls: ServerCalls;
}

/** A tap whose POST got no answer. */
export interface OpenCommand {
  readonly key: string;
  /** Who gave it; whoever signs in here later has no such key. */
  readonly userId: string;
  /** The latest moment at which the deadline is reached on the server, on this machine's monotonic clock. Milliseconds. */
  readonly deadlineAt: number;
  readonly signal: AbortSignal;
  readonly onStep: (step: SwitchStep) => void;
}

/** Asks until the server knows the key, or until it is proved that it never will. Never rejects. [C2] */
export async function askByKey(deps: AskDeps, open: OpenCommand): Promise<SwitchOutcome> {
  const { clock } = deps;
  const backoff = new Backoff({ ...backoffMs, random: deps.random });
  const provableAt = open.deadlineAt + deadlineMarginMs;
  let known: Command | null = null;
  for (let tries = 1; !open.signal.aborted && clock.monotonic() < open.deadlineAt + longestAskingMs; tries += 1) {
    if (known === null) open.onStep({ step: "asking", key: open.key, tries });
    const askedAt = clock.monotonic();
    const word = await askOnce(deps, open);
    if (word === "signed-out") return unknownOutcome(open.key, "signed-out");
    if (word === "no-such-key" && askedAt > provableAt) {
      const asker = await askWhoAsks(deps, open);
      if (asker === "they") return expiredOutcome(open.key);
      if (asker === "somebody-else") return unknownOutcome(open.key, "signed-out");
    }
    if (typeof word === "object") {
      known = word;
      const isOverdue = clock.monotonic() > open.deadlineAt + underWayMs;
      if (!isUnderWay(word) || isOverdue) return { kind: "known", key: open.key, command: word, answer: null };
      open.onStep({ step: "under-way", key: open.key, command: word });
    }
    const [waitMs, untilProvableMs] = [backoff.nextMs(), provableAt + 1 - clock.monotonic()];
    // A question falls on the very moment from which its answer is proof, or follows at once on one that was under way then.
    const isEarly = askedAt <= provableAt;
    await sleep(clock, isEarly ? Math.max(0, Math.min(waitMs, untilProvableMs)) : waitMs, open.signal);
  }
  if (known !== null) return { kind: "known", key: open.key, command: known, answer: null };
  return unknownOutcome(open.key, open.signal.aborted ? "stopped" : "gave-up");
}

function isUnderWay(command: Command): boolean {
  return command.state === "requested" || command.state === "sent";
}

async function askOnce(deps: AskDeps, open: OpenCommand): Promise<Command | "no-such-key" | "signed-out" | "no-answer"> {
  try {
    return await inTime(deps, open, (signal) => deps.calls.commandByKey(open.key, signal));
  } catch (cause) {
    // Every failure is an answer of its own; only these two say something about the command.
    if (isSignedOut(cause)) return "signed-out";
    return toRelaydeckError(cause).code === "NOT_FOUND" ? "no-such-key" : "no-answer";
  }
}

/** In a browser another window may have signed somebody else in meanwhile, and the cookie is theirs. */
async function askWhoAsks(deps: AskDeps, open: OpenCommand): Promise<"they" | "somebody-else" | "no-answer"> {
  try {
    const { id } = await inTime(deps, open, (signal) => deps.calls.me(signal));
    return id === open.userId ? "they" : "somebody-else";
  } catch (cause) {
    return isSignedOut(cause) ? "somebody-else" : "no-answer";
  }
}

async function inTime<T>(deps: AskDeps, open: OpenCommand, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const stopLimit = deps.clock.after(questionMs, () => limit.abort());
  try {
    return await ask(AbortSignal.any([open.signal, limit.signal]));
  } finally {
    stopLimit();
  }
}

/** Proved: never sent, and never will be. */
export function expiredOutcome(key: string): SwitchOutcome {
  return { kind: "expired", key, message: outcomeMessages.expired };
}

function unknownOutcome(key: string, reason: UnknownReason): SwitchOutcome {
  const message = outcomeMessages[reason === "stopped" ? "stopped" : "unknown"];
  return { kind: "unknown", key, reason, message };
}
