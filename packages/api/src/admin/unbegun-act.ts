/** What an administrator tried that was refused before its story began, which tells of its own refusals (recorded.ts). [AD-8] */
import type { RequestFacts } from "../caller.ts";
import { audit } from "../audit/audit.ts";
import type { Deps } from "../deps.ts";
import { hourMs, takeAll } from "../limits/rate-limits.ts";
import { writeIfPossible, type AdminCaller } from "./admin-session.ts";

/** Rows that one administrator can write so, an hour. */
const unbegunPerHour = 30;

interface Unbegun {
  readonly admin: Pick<AdminCaller, "adminId">;
  readonly request: RequestFacts;
  /** The procedure's name, or method and path of a route without one, and the refusal's code; nothing of what was sent. */
  readonly tried: { readonly procedure: string; readonly code: string };
}

/** One row in the audit and one line in the log, as long as there are not too many. */
export async function noteUnbegun(
  deps: Pick<Deps, "clock" | "log" | "store">,
  { admin, request, tried }: Unbegun,
): Promise<void> {
  const { adminId } = admin;
  const at = deps.clock.now();
  const limit = { key: `l:admin-unbegun:${adminId}`, limit: unbegunPerHour, windowMs: hourMs };
  await writeIfPossible(deps, async (tx) => {
    if (!(await takeAll(tx, [limit], at)).ok) return;
    await audit(tx, { at, actorKind: "admin", actorId: adminId, action: "admin.act-refused", after: tried, request });
  });
  deps.log.warn("admin.act-refused", { requestId: request.requestId, adminId, ...tried });
}
