/** The administrator's session behind the presented token ends; without one nothing happens. [SE-5, AD-8] */
import { endAdminSessions } from "@relaydeck/db/admin/store";
import { sha256 } from "../accounts/secrets.ts";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import type { Deps } from "../deps.ts";
import { aboutAdmin } from "./admin-sign-in.ts";

export async function adminSignOut(
  { store, clock }: Pick<Deps, "store" | "clock">,
  { request, presentedToken }: { request: RequestFacts; presentedToken: string | null },
): Promise<void> {
  if (presentedToken === null) return;
  await store.write(async (tx) => {
    const [ended] = await endAdminSessions(tx, { sid: sha256(presentedToken) });
    if (ended === undefined) return;
    await audit(tx, { ...aboutAdmin({ id: ended.adminId }), at: clock.now(), action: "admin.session-ended", request });
  });
}
