/**
 * The link in an alert's mail is pressed: the alert is switched off, whoever holds the mail and without signing in. Opening
 * the link does nothing; only the press does. [ML-2, ML-10]
 *
 * The token is good for its one alert, once, while the account has the address that it went to. Pressed again while the
 * alert is still off, it says so again.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findAlert, forgotten, updateAlert, type AlertRow } from "@relaydeck/db/alerts/store";
import { useMailToken } from "@relaydeck/db/mail/tokens";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { liveMailToken, mailTokenHash } from "@relaydeck/mail/mail-tokens";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { countTokenTrial, giveBack } from "../limits/rate-limits.ts";
import { verifiedAddressOf } from "./create-alert.ts";
import { tellAlerts, type AlertsDeps } from "./own-alert.ts";

export interface Pausing {
  readonly request: RequestFacts;
  readonly token: string;
}

export function pauseAlert(deps: AlertsDeps, { request, token }: Pausing): Promise<Result<null, Refusal>> {
  return deps.store.write(async (tx) => {
    const now = deps.clock.now();
    const counted = await countTokenTrial(tx, { address: request.address, now, factor: deps.settings.rateLimitFactor });
    if (!counted.ok) return counted;
    const alert = await alertOf(tx, { token, now });
    if (alert === null) return refuse("TOKEN_INVALID", { message: "This link is not valid any more." });
    await giveBack(tx, counted.value);
    if (alert.enabled) await switchOff(tx, { alert, request, now });
    return ok(null);
  });
}

/** The alert that this token may switch off, or has switched off. */
async function alertOf(tx: Tx, { token, now }: { token: string; now: number }): Promise<AlertRow | null> {
  const row = await liveMailToken(tx, { token, purpose: "pause-alert", now });
  if (row === null || row.subjectId === null || (await verifiedAddressOf(tx, row.userId)) !== row.address) return null;
  const alert = await findAlert(tx, row.subjectId);
  if (alert === null || alert.userId !== row.userId) return null;
  const used = await useMailToken(tx, { hash: mailTokenHash(token), purpose: "pause-alert", now });
  return used === null && alert.enabled ? null : alert;
}

async function switchOff(tx: Tx, what: { alert: AlertRow; request: RequestFacts; now: number }): Promise<void> {
  const { alert, request, now } = what;
  await updateAlert(tx, alert.id, { enabled: false, updatedAt: now, ...forgotten });
  await tellAlerts(tx, alert);
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: alert.userId,
    action: "alert.paused",
    subjectKind: "alert",
    subjectId: alert.id,
    request,
  });
}
