/**
 * Giving relay commands: one tap, one key, one deadline on the server's clock, one request over HTTP. [C2, HD-5]
 *
 * A tap on an old picture is refused here and forgotten; nothing is queued, and no request is ever repeated. What an
 * answer means for the relay is the server's word alone.
 */
import { answerGraceMs, defaultValidityMs } from "@relaydeck/contract/command-times";
import type { CommandAnswer, RelayTarget } from "@relaydeck/contract/relays";
import type { Clock } from "@relaydeck/kit/clock";
import { base62, type Random } from "@relaydeck/kit/random";
import { toRelaydeckError, type RelaydeckError } from "../relaydeck-error.ts";
import type { ServerCalls } from "../server-calls.ts";
import type { ServerClock } from "../server-clock.ts";
import { askByKey, expiredOutcome } from "./ask-by-key.ts";
import {
  outcomeMessages,
  type CancelOutcome,
  type NotGivenReason,
  type RefusedFacts,
  type SwitchOutcome,
  type SwitchStep,
} from "./outcome.ts";

/** The server answers within its grace; an answer later than that and this is no longer waited for. Milliseconds. */
const answerSlackMs = 3_000;

/** One tap on one relay; key and deadline are made here. */
export interface SwitchWish {
  readonly deviceId: string;
  /** 1 to 4. */
  readonly relayNumber: number;
  readonly target: RelayTarget;
  /** Called with each step, in order; must not throw. */
  readonly onStep?: (step: SwitchStep) => void;
  /** Ends waiting and asking, not the command: its outcome is then `unknown`. */
  readonly signal?: AbortSignal;
}

/** Giving and taking back commands; each travels over HTTP, alone, and is posted once. */
export interface Commands {
  /** Gives one command and says what became of it. Never rejects for an expected outcome. */
  switch(wish: SwitchWish): Promise<SwitchOutcome>;
  /** Asks the server to drop a command that was not sent yet. */
  cancel(wish: { readonly commandId: string; readonly signal?: AbortSignal }): Promise<CancelOutcome>;
}

/** What commands need of the client. */
export interface CommandsDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly calls: ServerCalls;
  readonly serverClock: ServerClock;
  /** Why nothing may be commanded now; null when it may. */
  readonly whyNoCommand: () => NotGivenReason | null;
  /** Who is signed in; null before anything was read. */
  readonly userId: () => string | null;
  /** Called once for each command that was sent, when its outcome is known or given up. */
  readonly onOutcome: () => void;
  /** Ends with the client. */
  readonly closed: AbortSignal;
}

/** The commands of one client. */
export function relayCommands(deps: CommandsDeps): Commands {
  return { switch: (wish) => switchRelay(deps, wish), cancel: (wish) => cancelCommand(deps, wish) };
}

async function switchRelay(deps: CommandsDeps, wish: SwitchWish): Promise<SwitchOutcome> {
  const tappedAt = deps.serverClock.now();
  const userId = deps.userId();
  const reason = deps.whyNoCommand() ?? (tappedAt === null ? "clock-unknown" : null);
  if (reason !== null || tappedAt === null) return notGiven(reason ?? "clock-unknown");
  if (userId === null) return notGiven("link-down");
  const key = base62(deps.random, 22);
  const validUntil = new Date(tappedAt + defaultValidityMs).toISOString();
  const deadlineAt = deps.clock.monotonic() + defaultValidityMs + deps.serverClock.aheadMs();
  const signal = wish.signal === undefined ? deps.closed : AbortSignal.any([deps.closed, wish.signal]);
  const onStep = wish.onStep ?? (() => {});
  onStep({ step: "sending", key, validUntil });
  const { deviceId, relayNumber, target } = wish;
  const sent = await sendOnce(deps, { key, deviceId, relayNumber, target, validUntil }, signal);
  const outcome = sent ?? (await askByKey(deps, { key, userId, deadlineAt, signal, onStep }));
  deps.onOutcome();
  return outcome;
}

type SwitchRequest = Parameters<ServerCalls["switchRelay"]>[0] & { readonly key: string };

/** The one request. Null when no answer came that says what became of it. */
async function sendOnce(deps: CommandsDeps, request: SwitchRequest, signal: AbortSignal): Promise<SwitchOutcome | null> {
  const limit = new AbortController();
  // Past this moment the request can no longer take effect, so ending it here changes nothing there. [CM-3]
  const stopLimit = deps.clock.after(defaultValidityMs + answerGraceMs + answerSlackMs, () => limit.abort());
  try {
    return outcomeOf(request.key, await deps.calls.switchRelay(request, AbortSignal.any([signal, limit.signal])));
  } catch (cause) {
    const error = toRelaydeckError(cause);
    if (isAboutDeadline(error)) {
      // It came too late, after a pause of the network or the server, or that clock was set: it is measured anew. [CM-3, TI-1]
      deps.serverClock.forget();
      return expiredOutcome(request.key);
    }
    return isFinal(error) ? { kind: "refused", key: request.key, ...refusedFacts(error) } : null;
  } finally {
    stopLimit();
  }
}

function outcomeOf(key: string, answer: CommandAnswer): SwitchOutcome | null {
  if (answer.command !== null) return { kind: "known", key, command: answer.command, answer };
  if (answer.commandId !== null) return null;
  return { kind: "refused", key, code: codeOf(answer), message: answer.message, issues: [], retryAfterSeconds: null };
}

function codeOf(answer: CommandAnswer): RefusedFacts["code"] {
  // The border: the contract types the code of an answer as text; it comes from the same closed list.
  return answer.code === undefined ? "UNKNOWN" : (answer.code as RefusedFacts["code"]);
}

/**
 * A refusal that says by itself that nothing was and nothing will be sent: the server's own "no" to the request, or a
 * failure whose sentence is "nothing was sent". Anything else (a proxy's page, a defect, silence) must be asked about.
 */
function isFinal(error: RelaydeckError): boolean {
  if (error.code === "NO_ANSWER" || error.code === "UNKNOWN") return false;
  return (error.status >= 400 && error.status < 500) || neverSentCodes.has(error.code);
}

/** In the past, or too far ahead: it was made here on the server's clock, so nothing but time is wrong with it. */
function isAboutDeadline({ code, issues }: RelaydeckError): boolean {
  return code === "VALIDATION" && issues.some(({ path }) => path === "validUntil");
}

const neverSentCodes: ReadonlySet<string> = new Set([
  "DATABASE_UNAVAILABLE",
  "OVERLOADED",
  "SHUTTING_DOWN",
  "STORAGE_FULL",
  "COMMAND_EXPIRED",
  "PROVIDER_UNAVAILABLE",
  "PROVIDER_BUSY",
  "DEVICE_REFUSED",
]);

async function cancelCommand(deps: CommandsDeps, wish: { commandId: string; signal?: AbortSignal }): Promise<CancelOutcome> {
  if (deps.closed.aborted) return { kind: "not-given", reason: "closed", message: outcomeMessages.closed };
  const signal = wish.signal === undefined ? deps.closed : AbortSignal.any([deps.closed, wish.signal]);
  try {
    return { kind: "known", command: await deps.calls.cancelCommand(wish.commandId, signal) };
  } catch (cause) {
    const error = toRelaydeckError(cause);
    if (isFinal(error)) return { kind: "refused", ...refusedFacts(error) };
    return { kind: "unknown", message: outcomeMessages[signal.aborted ? "stopped" : "unknown"] };
  }
}

function refusedFacts(error: RelaydeckError): RefusedFacts {
  return { code: error.code, message: error.message, issues: error.issues, retryAfterSeconds: error.retryAfterSeconds };
}

function notGiven(reason: NotGivenReason): SwitchOutcome {
  return { kind: "not-given", reason, message: outcomeMessages[reason] };
}
