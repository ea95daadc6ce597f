/** What a switch answers for each state its command can be in: the command table of rest-shapes section 5, in one place. [D35, CM-10] */
import { refusals, sentenceOf, type Refusal, type RefusalCode } from "@relaydeck/contract/refusals";
import type { Command, CommandAnswer } from "@relaydeck/contract/relays";

/** An answer with the HTTP status that both doors give it. */
export interface StatedAnswer {
  readonly status: number;
  readonly answer: CommandAnswer;
}

const acknowledgedMessage = "Device answered. Waiting for confirmation.";
/** Ours: its call was cut, or hangs, and the device itself has proved the command. */
const provedMessage = "The device reports the new state. Its answer did not come.";

export interface AnswerFacts {
  readonly code: string | null;
  readonly repeat: boolean;
  /** Where waiting helps. */
  readonly retryAfterSeconds?: number | undefined;
}

export function answerFor(command: Command, facts: AnswerFacts): StatedAnswer {
  const common = { commandId: command.commandId, state: command.state, repeat: facts.repeat, command };
  if (command.state === "acknowledged" || command.state === "confirmed") {
    const message = command.acknowledgedAt === null ? provedMessage : acknowledgedMessage;
    return { status: 200, answer: { success: true, message, ...common } };
  }
  const code = isRefusalCode(facts.code) ? facts.code : codeOf(command);
  const message = command.reason ?? refusals[code].message;
  return { status: refusals[code].status, answer: { success: false, message, code, ...common, ...retryIn(facts) } };
}

/**
 * The database fell silent as the command was begun, or while its end was waited for: its row, if there is one, is carried out
 * all the same, so nobody may say that nothing was sent. Who gave a key can ask by it. [C1, ST-2]
 */
export const notKnownMessage = "The database did not answer. Whether this was sent is not known yet.";

/** Begun; what became of it cannot be read. */
export function answerNotKnown(begun: { readonly commandId: string; readonly repeat: boolean }): CommandAnswer {
  return { success: false, message: notKnownMessage, code: "UNCONFIRMED", ...begun, state: null, command: null };
}

/** A refusal before any row existed: it binds no key. [CM-1] */
export function answerForRefusal(refusal: Refusal): StatedAnswer {
  return {
    status: refusals[refusal.code].status,
    answer: {
      success: false,
      message: sentenceOf(refusal),
      commandId: null,
      state: null,
      code: refusal.code,
      repeat: false,
      command: null,
      ...retryIn(refusal),
    },
  };
}

function retryIn({ retryAfterSeconds }: { retryAfterSeconds?: number | undefined }): { retryAfterSeconds?: number } {
  return retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
}

/** States that carry no code of their own: still waiting at the end of the wait counts as unconfirmed; cancelled by its owner. */
function codeOf(command: Command): RefusalCode {
  if (command.state === "expired" || command.state === "requested") return "COMMAND_EXPIRED";
  return command.state === "cancelled" ? "SUPERSEDED" : "UNCONFIRMED";
}

function isRefusalCode(code: string | null): code is RefusalCode {
  return code !== null && Object.hasOwn(refusals, code);
}
