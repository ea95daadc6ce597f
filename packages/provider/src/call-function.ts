/**
 * One function call on a device. Translates the outcome; knows nothing of relays, repeats nothing. [CM-3, CM-4, CM-5]
 */
import type { CallOutcome } from "@relaydeck/core/relays/command";
import type { Clock } from "@relaydeck/kit/clock";
import type { Cloud } from "./cloud.ts";
import type { Endpoints } from "./endpoints.ts";
import { callOutcomeOf } from "./outcomes.ts";

/** How long the connection stays open for the answer, from the moment the bytes left. [D35] */
const answerWithinMs = 60_000;

export interface CallFunctionDeps {
  readonly cloud: Cloud;
  readonly endpoints: Endpoints;
  readonly clock: Clock;
}

export async function callFunction(deps: CallFunctionDeps, call: FunctionCall): Promise<CallOutcome> {
  const mayStart = () => deps.clock.monotonic() < call.validUntilMonotonic && call.mayLeave?.() !== false;
  const answer = await deps.cloud.call({
    endpoint: deps.endpoints.callFunction(call.providerId, call.name),
    class: "command",
    body: JSON.stringify({ arg: call.argument }),
    mayStart,
    startWithinMs: call.validUntilMonotonic - deps.clock.monotonic(),
    deadlineMs: answerWithinMs,
    ...(call.onSent === undefined ? {} : { onSent: call.onSent }),
    signal: call.signal,
  });
  return callOutcomeOf(answer, call.isDone);
}

export interface FunctionCall {
  readonly providerId: string;
  readonly name: string;
  readonly argument: string;
  /** Reading of `clock.monotonic()`: no byte leaves at or after it. [CM-3] */
  readonly validUntilMonotonic: number;
  /** Asked with the deadline, at last when the bytes would leave: false is `not-sent`. */
  readonly mayLeave?: () => boolean;
  /** Said once, when the bytes leave. */
  readonly onSent?: () => void;
  /** Aborting before the bytes left is `not-sent`, afterwards `unknown`. */
  readonly signal?: AbortSignal;
  readonly isDone: (returnValue: number) => boolean;
}
