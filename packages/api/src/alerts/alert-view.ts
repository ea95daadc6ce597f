import type { Alert, AlertNotice } from "@relaydeck/contract/alerts";
import { AlertType } from "@relaydeck/contract/alerts";
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import type { ToldNotice } from "@relaydeck/db/alerts/history";
import type { AlertRow } from "@relaydeck/db/alerts/store";

/** An alert as its person reads it. */
export function toAlert(row: AlertRow): Alert {
  const { id, userId, deviceId, alertType, enabled, emailAddress } = row;
  return {
    id,
    userId,
    deviceId,
    alertType,
    enabled,
    emailAddress,
    lastTriggered: toInstantOrNull(row.lastTriggered),
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  };
}

/** A notice with what became of its mail; null for one that no alert of a device made. */
export function toNotice({ notice, mail }: ToldNotice): AlertNotice | null {
  const alertType = AlertType.safeParse(notice.alertType);
  if (notice.deviceId === null || !alertType.success) return null;
  const { id, deviceId, severity, title, message, acknowledged, resolved } = notice;
  return {
    id,
    deviceId,
    alertType: alertType.data,
    severity,
    title,
    message,
    timestamp: toInstant(notice.timestamp),
    triggerValue: mail?.triggerValue ?? null,
    mail: mail === null ? "failed" : mail.emailSent ? "sent" : mail.emailError === null ? "waiting" : "failed",
    mailedAt: toInstantOrNull(mail?.mailedAt ?? null),
    emailError: mail?.emailError ?? null,
    acknowledged,
    acknowledgedAt: toInstantOrNull(notice.acknowledgedAt),
    resolved,
    resolvedAt: toInstantOrNull(notice.resolvedAt),
  };
}
