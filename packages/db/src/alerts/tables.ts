import type { AlertSeverity, AlertType, HeldOccurrences } from "@relaydeck/contract/alerts";
import type { Language } from "@relaydeck/contract/languages";
import { sql } from "drizzle-orm";
import type { AccountTables } from "../accounts/tables.ts";
import type { DeviceTables } from "../devices/tables.ts";
import type { Dialect } from "../dialect/columns.ts";

export function alertTables(d: Dialect, { users, devices }: AccountTables & DeviceTables) {
  const emailAlerts = d.table(
    "email_alerts",
    {
      id: d.id(),
      userId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      deviceId: d
        .text()
        .notNull()
        .references(() => devices.id, { onDelete: "cascade" }),
      alertType: d.oneOf<AlertType>().notNull(),
      enabled: d.bool().notNull().default(true),
      emailAddress: d.text().notNull(),
      lastTriggered: d.time(),
      /** False between firing and the condition's end, so that one condition fires once. [D48] */
      armed: d.bool().notNull().default(true),
      /** When a debounced condition began; null where none is waiting. [D48] */
      pendingSince: d.time(),
      /** What happened while no mail was allowed; one mail tells all of it. [OB-2] */
      held: d.json<HeldOccurrences>(),
      /** From when on that mail may go; null where nothing is held. */
      heldUntil: d.time(),
      /** What its mails are written in; null: English. */
      language: d.oneOf<Language>(),
      createdAt: d.time().notNull(),
      updatedAt: d.time().notNull(),
      deletedAt: d.time(),
    },
    (t) => [
      d.uniqueIndex("email_alerts_live").on(t.userId, t.deviceId, t.alertType).where(sql.raw("deleted_at is null")),
      d.index("email_alerts_device").on(t.deviceId),
      d.index("email_alerts_pending").on(t.pendingSince),
      d.index("email_alerts_held_until").on(t.heldUntil),
    ],
  );

  const emailAlertHistory = d.table(
    "email_alert_history",
    {
      id: d.id(),
      alertId: d.text().notNull(),
      userId: d.text().notNull(),
      deviceId: d.text().notNull(),
      alertType: d.oneOf<AlertType>().notNull(),
      triggerValue: d.text(),
      emailSent: d.bool().notNull().default(false),
      emailError: d.text(),
      mailId: d.text(),
      /** When what it tells happened. */
      triggeredAt: d.time().notNull(),
      /** When the mail was written: what the bounds count by, later than what happened where it was held back. [OB-2] */
      mailedAt: d.time().notNull().default(0),
    },
    (t) => [
      d.index("email_alert_history_alert").on(t.alertId, t.mailedAt),
      d.index("email_alert_history_user").on(t.userId, t.mailedAt),
      d.index("email_alert_history_triggered_at").on(t.triggeredAt),
      d.index("email_alert_history_mail_id").on(t.mailId),
    ],
  );

  const alertHistory = d.table(
    "alert_history",
    {
      id: d.id(),
      deviceId: d.text(),
      userId: d.text(),
      alertType: d.text().notNull(),
      severity: d.oneOf<AlertSeverity>().notNull().default("info"),
      title: d.text().notNull(),
      message: d.text().notNull(),
      timestamp: d.time().notNull(),
      acknowledged: d.bool().notNull().default(false),
      acknowledgedAt: d.time(),
      acknowledgedBy: d.text(),
      resolved: d.bool().notNull().default(false),
      resolvedAt: d.time(),
      metadata: d.json<Record<string, unknown>>(),
    },
    (t) => [
      d.index("alert_history_timestamp").on(t.timestamp),
      d.index("alert_history_user").on(t.userId, t.timestamp),
      d.index("alert_history_device").on(t.deviceId, t.timestamp),
    ],
  );
  return { emailAlerts, emailAlertHistory, alertHistory };
}
