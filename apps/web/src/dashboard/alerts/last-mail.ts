import type { Alert, AlertNotice } from "@relaydeck/contract/alerts";

/**
 * What became of an alert's last mail. The alert itself knows only when it was written: what became of it stands in the
 * notice of the same mail. `unknown` without that one. [D49]
 */
export function lastMail(
  { alertType, lastTriggered }: Pick<Alert, "alertType" | "lastTriggered">,
  notices: readonly Pick<AlertNotice, "alertType" | "mailedAt" | "mail">[],
): AlertNotice["mail"] | "unknown" {
  const notice = notices.find((one) => one.alertType === alertType && one.mailedAt === lastTriggered);
  return notice?.mail ?? "unknown";
}

/** What is said of a mail. In the demo one that was not sent lies in the demo's mailbox, where it can be read. [D0.6] */
export function mailTold<Mail extends AlertNotice["mail"] | "unknown">(mail: Mail, isDemo: boolean): Mail | "inMailbox" {
  return isDemo && (mail === "waiting" || mail === "failed") ? "inMailbox" : mail;
}
