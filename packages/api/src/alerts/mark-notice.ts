/** The caller has seen a notice, or says that what it told is over. Once said, it stays said. */
import type { AlertNotice } from "@relaydeck/contract/alerts";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findNotice, updateNotice, type NoticePatch, type NoticeRow } from "@relaydeck/db/alerts/history";
import { ok, type Result } from "@relaydeck/kit/result";
import { reachFor } from "../devices/access.ts";
import { toNotice } from "./alert-view.ts";
import { tellAlerts, type AlertsDeps, type Asking } from "./own-alert.ts";

type Marking = Asking & { readonly noticeId: string };

export function acknowledgeNotice(deps: AlertsDeps, marking: Marking): Promise<Result<AlertNotice, Refusal>> {
  const { userId } = marking.caller;
  return mark(deps, marking, (notice, now) =>
    notice.acknowledged ? null : { acknowledged: true, acknowledgedAt: now, acknowledgedBy: userId },
  );
}

export function resolveNotice(deps: AlertsDeps, marking: Marking): Promise<Result<AlertNotice, Refusal>> {
  return mark(deps, marking, (notice, now) => (notice.resolved ? null : { resolved: true, resolvedAt: now }));
}

function mark(
  deps: AlertsDeps,
  { caller, noticeId }: Marking,
  patchOf: (notice: NoticeRow, now: number) => NoticePatch | null,
): Promise<Result<AlertNotice, Refusal>> {
  return deps.store.write(async (tx) => {
    const now = deps.clock.now();
    const told = await findNotice(tx, noticeId);
    if (told === null || told.notice.deviceId === null || told.notice.userId !== caller.userId) return refuse("NOT_FOUND");
    const { deviceId } = told.notice;
    const found = await reachFor(tx, "own-alerts", { ...caller, deviceId, now });
    if (!found.ok) return found;
    const patch = patchOf(told.notice, now);
    const marked = patch === null ? told.notice : await updateNotice(tx, noticeId, patch);
    if (patch !== null) await tellAlerts(tx, { userId: caller.userId, deviceId });
    const shown = marked === null ? null : toNotice({ ...told, notice: marked });
    return shown === null ? refuse("NOT_FOUND") : ok(shown);
  });
}
