/** Email alerts at the doors: who wants to hear of what on which device, and what they were told. [rest-shapes section 6; D47 … D49] */
import * as z from "zod/mini";
import { Email } from "./accounts.ts";
import { idGiven, idOf } from "./ids.ts";
import { Instant } from "./instant-schemas.ts";

/** What an alert may speak of, in the order in which it is offered. */
export const alertTypes = ["power_on", "power_off", "relay_changed", "battery_low", "device_online", "device_offline"] as const;
/** One of `alertTypes`. */
export const AlertType = z.enum(alertTypes, "Alert type is required");
export type AlertType = z.infer<typeof AlertType>;

/** One alert of one person on one device. A person has at most one of each type there, so no other limit is ever reached. */
export const Alert = z.strictObject({
  id: idOf("alert"),
  userId: idOf("user"),
  deviceId: idOf("device"),
  alertType: AlertType,
  enabled: z.boolean(),
  emailAddress: z.string(),
  /** When its last mail was written. */
  lastTriggered: z.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Alert = z.infer<typeof Alert>;

/** Input of a new alert. The address is the caller's own, given so that a program says what it expects. [D47, ML-9] */
export const CreateAlert = z.strictObject({
  alertType: AlertType,
  enabled: z._default(z.boolean(), true),
  deviceId: idGiven("device", "Device ID is required"),
  emailAddress: Email,
});
export type CreateAlert = z.infer<typeof CreateAlert>;

/** Names one alert. */
export const AlertId = z.strictObject({ alertId: idGiven("alert") });

/** Switches an alert on or off. */
export const UpdateAlert = z.extend(AlertId, { enabled: z.boolean("Say whether the alert is enabled") });
export type UpdateAlert = z.infer<typeof UpdateAlert>;

/** The documented body of the same; the alert is named by the path. */
export const UpdateAlertBody = z.strictObject({ enabled: UpdateAlert.shape.enabled });

/** Alerts of the caller, on one device or on all that the caller may see. */
export const ListAlerts = z.strictObject({ deviceId: z.optional(idGiven("device")) });

/** The token of the link in an alert's mail. */
export const PauseAlert = z.strictObject({
  token: z
    .string("This link is not valid any more.")
    .check(z.minLength(1, "This link is not valid any more."), z.maxLength(256, "Too long")),
});

/** An alert, and the sentence of a successful write. */
export const AlertWithMessage = z.extend(Alert, { message: z.string() });
export type AlertWithMessage = z.infer<typeof AlertWithMessage>;

/** Answer of a deletion. */
export const AlertRemoved = z.strictObject({ id: idOf("alert"), message: z.string() });
export type AlertRemoved = z.infer<typeof AlertRemoved>;

/** How urgent a notice is. [D57] */
export const AlertSeverity = z.enum(["critical", "warning", "info"]);
export type AlertSeverity = z.infer<typeof AlertSeverity>;

/** One time an alert went off: what happened, what became of its mail, and who has seen to it. */
export const AlertNotice = z.strictObject({
  id: idOf("alertHistory"),
  deviceId: idOf("device"),
  alertType: AlertType,
  severity: AlertSeverity,
  title: z.string(),
  message: z.string(),
  /** When it happened; of several, the last. */
  timestamp: Instant,
  /** Such as `19 %`. */
  triggerValue: z.nullable(z.string()),
  mail: z.enum(["waiting", "sent", "failed"]),
  /** When that mail was written: later than `timestamp` where it was held back; null without one. */
  mailedAt: z.nullable(Instant),
  /** Why it failed. */
  emailError: z.nullable(z.string()),
  acknowledged: z.boolean(),
  acknowledgedAt: z.nullable(Instant),
  /** What is over, or was a moment only. */
  resolved: z.boolean(),
  resolvedAt: z.nullable(Instant),
});
export type AlertNotice = z.infer<typeof AlertNotice>;

/** Notices of the caller, newest first. */
export const ListNotices = z.strictObject({
  deviceId: z.optional(idGiven("device")),
  /** Only what alerts of this type told. */
  alertType: z.optional(AlertType),
  limit: z._default(z.int().check(z.gte(1, "At least 1"), z.lte(200, "At most 200")), 50),
});
export type ListNotices = z.infer<typeof ListNotices>;

/** Names one notice. */
export const NoticeId = z.strictObject({ noticeId: idGiven("alertHistory") });

const NoticeWithMessage = z.extend(AlertNotice, { message: z.string() });
/** A notice, and the sentence of a successful write. */
export type NoticeWithMessage = z.infer<typeof NoticeWithMessage>;

/** A relay that moved, by its name at that moment. */
export interface MovedRelay {
  readonly name: string;
  readonly to: "on" | "off";
}

/** What happened on a device. `at`: epoch ms, when it was measured; of presence, when it was noticed. */
export type AlertOccurrence =
  /** `afterGap`: the report before told nothing of power, so this may be no change. */
  | { readonly kind: "power"; readonly on: boolean; readonly afterGap?: true; readonly at: number }
  | { readonly kind: "relays"; readonly moved: readonly MovedRelay[]; readonly at: number }
  | { readonly kind: "battery"; readonly percent: number; readonly at: number }
  | { readonly kind: "online"; readonly at: number }
  | { readonly kind: "offline"; readonly lastHeardAt: number | null; readonly at: number };

/** What happened while an alert was not allowed to send a mail; one mail tells all of it. [OB-2] */
export interface HeldOccurrences {
  readonly count: number;
  /** Of the first of them, epoch ms. */
  readonly since: number;
  readonly last: AlertOccurrence;
  /** When what `last` tells was over, epoch ms; absent: it is not, or is a moment, which has no end. */
  readonly over?: number;
}
