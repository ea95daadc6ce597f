/** A session of the first administrator without a password, which only the demo opens. [AD-2] */
import { readCookie } from "@relaydeck/api/accounts/cookies";
import { beginAdminSession, type BegunAdminSession } from "@relaydeck/api/admin/admin-session";
import { aboutAdmin } from "@relaydeck/api/admin/admin-sign-in";
import { audit } from "@relaydeck/api/audit/audit";
import type { RequestFacts } from "@relaydeck/api/caller";
import type { Deps } from "@relaydeck/api/deps";
import { findFirstAdmin } from "@relaydeck/db/admin/store";
import { present } from "@relaydeck/kit/assert";
import type { FastifyRequest } from "fastify";

export async function openDemoAdmin(deps: Deps, request: FastifyRequest): Promise<BegunAdminSession> {
  const first = present(await findFirstAdmin(deps.store.read), "The first administrator is made at the start");
  const presentedToken = readCookie(request.headers.cookie, "admin", deps.settings.publicUrl);
  const facts: RequestFacts = {
    requestId: request.id,
    door: "rest",
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
  };
  return deps.store.write(async (tx) => {
    await audit(tx, {
      ...aboutAdmin(first),
      at: deps.clock.now(),
      action: "admin.session-begun",
      after: { demo: true },
      request: facts,
    });
    return beginAdminSession(deps, tx, { adminId: first.id, request: facts, presentedToken, isDemo: true });
  });
}
