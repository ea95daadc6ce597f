/** Which refusals a call can give, and what each looks like: those of its own, and those that all calls of its kind share. */
import { refusals, sentenceOf, type RefusalCode } from "../refusals.ts";
import { accessOf, type Access } from "../rest-access.ts";
import type { RestRow } from "../rest.ts";
import type { Header, Json, Reference, Response } from "./document-shape.ts";
import { command } from "./examples.ts";
import type { Components } from "./json-schema.ts";
import { refusalCodes } from "./refusal-schemas.ts";

/** Every call can be answered so, whatever it does. */
const ofEveryCall: readonly RefusalCode[] = [
  "VALIDATION",
  "URL_TOO_LONG",
  "WRONG_HOST",
  "RATE_LIMITED",
  "HEADERS_TOO_LARGE",
  "INTERNAL",
  "DATABASE_UNAVAILABLE",
  "OVERLOADED",
  "SHUTTING_DOWN",
  "STORAGE_FULL",
];
const ofUnsafeCalls: readonly RefusalCode[] = ["ORIGIN_REFUSED", "BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
/** A token that holds no more is refused anywhere; one that holds, where it may not. */
const byAccess: Readonly<Record<Access, readonly RefusalCode[]>> = {
  everybody: ["SESSION_REQUIRED", "FORBIDDEN"],
  user: ["SESSION_REQUIRED", "FORBIDDEN"],
  admin: ["SESSION_REQUIRED", "ADMIN_SESSION_REQUIRED", "PASSWORD_CHANGE_REQUIRED"],
};

/** What of a call decides on its refusals. */
export interface Refusing {
  readonly method: string;
  readonly access: Access;
  readonly own: readonly RefusalCode[];
  readonly isCommand: boolean;
}

/** The same of a row. */
export function refusingOf(row: RestRow, own: readonly RefusalCode[]): Refusing {
  return { method: row.method, access: accessOf(row), own, isCommand: row.isCommand === true };
}

/** The answers by status; those that hold nothing of the call's own are written once, under `components`. */
export function refusalAnswers(refusing: Refusing, components: Components): Readonly<Record<string, Response | Reference>> {
  const { method, access, own } = refusing;
  const shared = [...ofEveryCall, ...(method === "GET" ? [] : ofUnsafeCalls), ...byAccess[access]];
  const all = refusalCodes.filter((code) => shared.includes(code) || own.includes(code));
  const answers: Record<string, Response | Reference> = {};
  for (const status of new Set(all.map((code) => refusals[code].status))) {
    const codes = all.filter((code) => refusals[code].status === status);
    const ownCodes = codes.filter((code) => own.includes(code));
    const isShared = ownCodes.length === 0 && !refusing.isCommand;
    answers[status] = isShared
      ? components.response(codes.map(capitals).join("Or"), answer({ codes, shown: codes, refusing }))
      : answer({ codes, shown: ownCodes.length === 0 ? codes : ownCodes, refusing });
  }
  return answers;
}

/** `NOT_FOUND` becomes `NotFound`. */
function capitals(code: string): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}

interface Answering {
  readonly codes: readonly RefusalCode[];
  /** Those that are shown as examples. */
  readonly shown: readonly RefusalCode[];
  readonly refusing: Refusing;
}

function answer({ codes, shown, refusing: { own, isCommand } }: Answering): Response {
  const body = isCommand
    ? { anyOf: [{ $ref: "#/components/schemas/Refusal" }, { $ref: "#/components/schemas/RefusedCommand" }] }
    : { $ref: "#/components/schemas/Refusal" };
  const named = codes.includes("VALIDATION") ? [saysWhatIsWrong] : [];
  const waits = codes.some((code) => refusals[code].status === 429 || refusals[code].status === 503);
  return {
    description: codes.map((code) => `\`${code}\`: ${refusals[code].message}`).join("\n\n"),
    ...(waits ? { headers: { "Retry-After": retryAfter } } : {}),
    content: {
      "application/json": {
        schema: { allOf: [body, { type: "object", properties: { code: { type: "string", enum: codes } } }, ...named] },
        examples: Object.fromEntries(shown.map((code) => [code, { value: example(code, isCommand && own.includes(code)) }])),
      },
    },
  };
}

/** Bad input is told field by field; the field of what is wrong as a whole is empty. */
const saysWhatIsWrong = {
  if: { properties: { code: { const: "VALIDATION" } } },
  then: { required: ["issues"] },
};

const retryAfter: Header = {
  description: "Whole seconds after which trying again may help.",
  schema: { type: "integer", minimum: 1 },
};

function example(code: RefusalCode, isCommand: boolean): Json {
  const { status, message } = refusals[code];
  if (isCommand) return { ...refusedCommand(code), message, code };
  const wait = status === 429 ? { retryAfterSeconds: 30 } : {};
  return {
    message: sentenceOf({ code, ...wait }),
    code,
    ...(code === "VALIDATION" ? { issues: [{ path: "name", message: 'Unknown field "name"' }] } : {}),
    ...wait,
    ...(code === "INTERNAL" ? { errorId: "req_4pQ7rT2vX9zB1cD3" } : {}),
  };
}

const endedAt = "2026-11-21T14:02:12.340Z";
const cancelled = { state: "cancelled", sentAt: null, endedAt };
const failed = { state: "failed", endedAt };

/** What became of a command that was begun. */
const ends: Partial<Readonly<Record<RefusalCode, Json & { readonly state: string }>>> = {
  SUPERSEDED: cancelled,
  ACCESS_ENDED: cancelled,
  DEVICE_REFUSED: failed,
  PROVIDER_UNAVAILABLE: failed,
  PROVIDER_BUSY: failed,
  COMMAND_EXPIRED: { state: "expired", sentAt: null, endedAt: command.validUntil },
  UNCONFIRMED: { state: "unconfirmed" },
};

/** As it is where a command was begun, and where none was. */
function refusedCommand(code: RefusalCode): Json {
  const end = ends[code];
  const none = { success: false, commandId: null, state: null, repeat: false, command: null };
  if (end === undefined) return none;
  const told = { reason: refusals[code].message, reasonCode: code, returnValue: null, acknowledgedAt: null };
  return { ...none, commandId: command.commandId, state: end.state, command: { ...command, ...told, ...end } };
}
