/**
 * The pieces every router is made of. A procedure parses, asks one story, answers; rules live in stories and in core.
 *
 * A story's refusal leaves as a `RefusalError`; one formatter turns it into the wire's `data`. [D0.3, LG-1]
 */
import { isIdOf } from "@relaydeck/contract/ids";
import { refusals, refuse, sentenceOf, type FieldIssue, type Refusal } from "@relaydeck/contract/refusals";
import type { TokenScope } from "@relaydeck/contract/tokens";
import type { Result } from "@relaydeck/kit/result";
import { initTRPC, TRPCError } from "@trpc/server";
import { issuesOf } from "./issues.ts";
import type { Context } from "./context.ts";
import { spokenIssues, spokenRefusal } from "./spoken.ts";

export class RefusalError extends TRPCError {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super({ code: refusals[refusal.code].rpc, message: sentenceOf(refusal) });
    this.refusal = refusal;
  }
}

/** What a refused call says on the wire, beside its message. */
export interface RefusalData {
  readonly code: string;
  readonly httpStatus: number;
  readonly issues?: readonly FieldIssue[];
  readonly retryAfterSeconds?: number;
  readonly errorId?: string;
}

/** What is said of a procedure beside its types. */
interface Meta {
  /** The scope that a program's token needs to call it. Absent: no token will do, it takes a person. */
  readonly program?: TokenScope;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const refusal = refusalOf(error);
      const data: RefusalData = {
        code: refusal.code,
        httpStatus: refusals[refusal.code].status,
        ...(refusal.issues === undefined ? {} : { issues: spokenIssues(refusal.issues, ctx?.request) }),
        ...(refusal.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds }),
        ...(refusal.code === "INTERNAL" && ctx !== undefined ? { errorId: ctx.request.requestId } : {}),
      };
      return { code: shape.code, message: spokenRefusal(refusal, ctx?.request), data };
    },
  });

/** Any failure as one of the closed list: ours, the parser's, tRPC's own, or a defect. */
export function refusalOf(error: TRPCError): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  if (error.cause instanceof RefusalError) return error.cause.refusal;
  if (error.code === "BAD_REQUEST" || error.code === "PARSE_ERROR") return validationRefusal(issuesOf(error.cause));
  if (error.code === "NOT_FOUND") return { code: "NOT_FOUND" };
  if (error.code === "METHOD_NOT_SUPPORTED") return { code: "METHOD_NOT_ALLOWED" };
  if (error.code === "UNSUPPORTED_MEDIA_TYPE") return { code: "UNSUPPORTED_MEDIA_TYPE" };
  if (error.code === "PAYLOAD_TOO_LARGE") return { code: "BODY_TOO_LARGE" };
  return storageRefusal(error.cause) ?? { code: "INTERNAL" };
}

export function validationRefusal(issues: readonly FieldIssue[]): Refusal {
  const first = issues[0];
  return { code: "VALIDATION", issues, ...(first === undefined ? {} : { message: first.message }) };
}

const inDoubtMessage = "The database does not answer. Whether this was stored is not known: look before you try again.";

/** Typed failures of the data layer, known by name because they cross the tRPC border as causes. [ST-1, ST-2] */
export function storageRefusal(cause: unknown): Refusal | null {
  if (!(cause instanceof Error)) return null;
  if (cause.name === "DatabaseUnavailable") {
    const isInDoubt = "isInDoubt" in cause && cause.isInDoubt === true;
    return { code: "DATABASE_UNAVAILABLE", ...(isInDoubt ? { message: inDoubtMessage } : { retryAfterSeconds: 3 }) };
  }
  return cause.name === "StorageFull" ? { code: "STORAGE_FULL" } : null;
}

/** The value of a story, or its refusal thrown towards the door. */
export function answer<T>(result: Result<T, Refusal>): T {
  if (result.ok) return result.value;
  throw new RefusalError(result.error);
}

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** A program calls only what is marked for its scope; accounts, sessions, tokens and shares are not. [architecture 7] */
const boundPrograms = t.middleware(({ ctx, meta, next }) => {
  const program = ctx.caller?.program;
  if (program === undefined) return next();
  if (meta?.program === undefined) throw new RefusalError(refuse("FORBIDDEN", { message: "A token cannot do this" }).error);
  if (meta.program === "control" && program.scope === "read")
    throw new RefusalError(refuse("FORBIDDEN", { message: "This token may only read" }).error);
  return next();
});

/** Nothing asked of the caller yet; what is built on it asks by itself. */
export const anyProcedure = t.procedure;

/** Anybody may ask, but not with a program's token. */
export const publicProcedure = t.procedure.use(boundPrograms);

/** For the record of a person's session: that it was used, what it changed and which device it named. */
const recordUse = t.middleware(async ({ ctx, type, getRawInput, next }) => {
  const result = await next();
  const { caller, deps } = ctx;
  if (!result.ok || type === "subscription" || caller === null || caller.program !== undefined) return result;
  if (caller.sessionId === null) return result;
  deps.sessionActivity.note({
    sessionId: caller.sessionId,
    isAction: type === "mutation",
    deviceId: deviceIn(await getRawInput()),
    at: deps.clock.now(),
  });
  return result;
});

/** The device that a call which succeeded has named. */
function deviceIn(input: unknown): string | null {
  if (typeof input !== "object" || input === null || !("deviceId" in input)) return null;
  const { deviceId } = input;
  return typeof deviceId === "string" && isIdOf("device", deviceId) ? deviceId : null;
}

/** Needs a session, or a token where `program` is said. [SESSION_REQUIRED] */
export const userProcedure = t.procedure
  .use(boundPrograms)
  .use(recordUse)
  .use(({ ctx, next }) => {
    if (ctx.caller === null) throw new RefusalError(refuse("SESSION_REQUIRED").error);
    return next({ ctx: { ...ctx, caller: ctx.caller } });
  });
