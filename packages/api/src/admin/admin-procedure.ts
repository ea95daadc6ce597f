/**
 * What the procedures of administration are made of: each asks for the administrator's own session, and nothing else
 * opens it, neither a user's session nor a program's token. [AD-1]
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { TRPCError } from "@trpc/server";
import type { Context } from "../context.ts";
import { anyProcedure, refusalOf, RefusalError } from "../procedures.ts";
import { noteAdminUse, type AdminCaller } from "./admin-session.ts";
import { noteUnbegun } from "./unbegun-act.ts";

/** Why somebody may not administer, if so: no session, or a generated password that still stands. [AD-2] */
export function adminRefusal(admin: AdminCaller | null): Refusal | null {
  if (admin === null) return refuse("ADMIN_SESSION_REQUIRED").error;
  return admin.mustChangePassword ? refuse("PASSWORD_CHANGE_REQUIRED").error : null;
}

async function adminOf(ctx: Pick<Context, "adminSession">): Promise<AdminCaller> {
  const admin = await ctx.adminSession();
  if (admin === null) throw new RefusalError(refuse("ADMIN_SESSION_REQUIRED").error);
  return admin;
}

/** Whether the border said no, or the password that stands. A story that began tells of its own refusals. */
function isUnbegun(error: TRPCError, { code }: Refusal): boolean {
  return code === "PASSWORD_CHANGE_REQUIRED" || (code === "VALIDATION" && !(error instanceof RefusalError));
}

/** Open to an administrator whose generated password is not changed yet. Counts as use of the session. [SE-3, AD-8] */
export const adminBeforeChangeProcedure = anyProcedure.use(async ({ ctx, type, path: procedure, next }) => {
  const admin = await adminOf(ctx);
  await noteAdminUse(ctx.deps, admin);
  const result = await next({ ctx: { ...ctx, admin } });
  if (result.ok || type !== "mutation") return result;
  const refusal = refusalOf(result.error);
  if (!isUnbegun(result.error, refusal)) return result;
  await noteUnbegun(ctx.deps, { admin, request: ctx.request, tried: { procedure, code: refusal.code } });
  return result;
});

/** Needs an administrator's session: 401 `ADMIN_SESSION_REQUIRED`; 403 `PASSWORD_CHANGE_REQUIRED` before the change. */
export const adminProcedure = adminBeforeChangeProcedure.use(({ ctx, next }) => {
  const refusal = adminRefusal(ctx.admin);
  if (refusal !== null) throw new RefusalError(refusal);
  return next({ ctx });
});
