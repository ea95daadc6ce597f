/** What an administrator does: by whom, and what of a refusal is kept. [AD-8] */
import type { BulkAnswer } from "@relaydeck/contract/console";
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import type { Doer } from "../audit/doer.ts";
import type { RequestFacts } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { storageRefusal } from "../procedures.ts";
import { spokenRefusal } from "../spoken.ts";
import type { AdminCaller } from "./admin-session.ts";

/** What the stories of the console use. */
export type ConsoleDeps = Pick<Deps, "store" | "clock" | "random" | "log" | "profiles" | "sessions" | "checks">;

/** Whose session, and by which request. */
export interface Administering {
  readonly admin: Pick<AdminCaller, "adminId">;
  readonly request: RequestFacts;
}

export function adminDoing({ admin, request }: Administering): Doer {
  return { actorKind: "admin", actorId: admin.adminId, request };
}

/** What was tried, on what. */
interface Tried {
  readonly by: Doer;
  /** Past participle, as of the success: `user.updated`. */
  readonly action: string;
  /** Null: it is about nothing. */
  readonly kind: "user" | "device" | "mail" | "admin" | null;
  readonly id: string | null;
}

/** An act on one's own sign-in. */
export function ofOwn({ admin, request }: Administering, action: string): Tried {
  return { by: adminDoing({ admin, request }), action, kind: "admin", id: admin.adminId };
}

/** The story's own outcome; of a refusal there is a row in the audit, as its success writes one itself. Every act goes through here. */
export async function recorded<T>(
  deps: Pick<ConsoleDeps, "store" | "clock" | "log">,
  tried: Tried,
  story: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> {
  const { by, action, kind, id } = tried;
  const result = await story();
  const { requestId } = by.request;
  if (result.ok) {
    deps.log.info(action, { requestId, adminId: by.actorId, id });
    return result;
  }
  const { code } = result.error;
  await deps.store.write((tx) =>
    audit(tx, { at: deps.clock.now(), ...by, action: `${action}-refused`, subjectKind: kind, subjectId: id, after: { code } }),
  );
  deps.log.warn(`${action}-refused`, { requestId, adminId: by.actorId, id, code });
  return result;
}

/**
 * One after the other, each by itself: what is refused holds none of the others up. A database that gives up is asked for no
 * further one; what was done by then is told as done. Where it is the first that fails, all of it does. [ST-1, ST-2]
 */
export async function eachOf<T>(
  { ids, request }: { readonly ids: readonly string[]; readonly request: RequestFacts },
  act: (id: string) => Promise<Result<T, Refusal>>,
): Promise<BulkAnswer> {
  const done: string[] = [];
  const refused: { id: string; code: string; message: string }[] = [];
  const refuse = (id: string, refusal: Refusal) =>
    void refused.push({ id, code: refusal.code, message: spokenRefusal(refusal, request) });
  const asked = [...new Set(ids)];
  for (const [index, id] of asked.entries()) {
    try {
      const result = await act(id);
      if (result.ok) done.push(id);
      else refuse(id, result.error);
    } catch (error) {
      const trouble = storageRefusal(error);
      if (trouble === null || index === 0) throw error;
      refuse(id, trouble);
      // Whether this one was stored may not be known; those behind it were not tried.
      for (const left of asked.slice(index + 1)) refuse(left, { code: trouble.code });
      break;
    }
  }
  return { done, refused };
}
