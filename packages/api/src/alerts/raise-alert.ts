/**
 * An alert goes off: its mail, its row of the history and its notice, in the transaction of what made it. [D48, S16-5]
 *
 * Whether its person may still see the device is asked now; who may not gets nothing, and the alert is switched off.
 * More mails than the bounds allow are held back, and told by one later mail. [OB-2]
 */
import type { HeldOccurrences } from "@relaydeck/contract/alerts";
import { newId } from "@relaydeck/contract/ids";
import { heldUntil, mostMailsPerAlertAndHour, mostMailsPerUserAndDay } from "@relaydeck/core/alerts/flood";
import { isAboutCondition, severityOf } from "@relaydeck/core/alerts/alert";
import { noticeWords, triggerValue } from "@relaydeck/core/alerts/words";
import { findUserById, type UserRow } from "@relaydeck/db/accounts/store";
import { insertNotice, nthNewestAlertMail, recordAlertMail } from "@relaydeck/db/alerts/history";
import { disableAlerts, findAlert, updateAlert, type AlertRow } from "@relaydeck/db/alerts/store";
import { accessTo } from "@relaydeck/db/devices/access";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import type { Tx } from "@relaydeck/db/store";
import { alertLetter, alertTemplate } from "@relaydeck/mail/alert-letters";
import { issueMailToken } from "@relaydeck/mail/mail-tokens";
import { checkOutbox, postMail } from "@relaydeck/mail/outbox";
import type { Ground } from "../ground.ts";
import { lockKeys } from "../limits/rate-limits.ts";
import type { AlertTimes } from "./alert-times.ts";
import { tellAlerts } from "./own-alert.ts";

export interface RaiseDeps extends Pick<Ground, "clock" | "random" | "settings" | "wakeMail"> {
  readonly alertTimes: AlertTimes;
}

/** One alert and what it is to tell, at least one occurrence, held ones included. */
export interface Raising {
  readonly alert: AlertRow;
  readonly device: Pick<DeviceRow, "id" | "name">;
  readonly happened: HeldOccurrences;
}

const dayMs = 24 * 60 * 60_000;
/** A full outbox is asked again after this time, in milliseconds. */
const outboxFullMs = 60_000;

/**
 * Keeps two transactions from deciding about the alerts of one person, or counting their mails, at once; in one order everywhere,
 * and before the alerts are read.
 */
export function lockAlertMails(tx: Tx, userIds: readonly string[]): Promise<void> {
  return lockKeys(
    tx,
    [...new Set(userIds)].map((userId) => `l:alert-mails:${userId}`),
  );
}

export async function raiseAlert(deps: RaiseDeps, tx: Tx, raising: Raising): Promise<void> {
  const { alert, device } = raising;
  const now = deps.clock.now();
  const { userId } = alert;
  const access = await accessTo(tx, { deviceId: device.id, userId, now });
  if (access === null) {
    await disableAlerts(tx, { userId, deviceId: device.id }, now);
    return;
  }
  const user = await findUserById(tx, userId);
  // The address moves with the account; one that waits for its own link gets nothing. [AC-9, ML-9]
  if (user === null || !user.emailVerified || !(await goesTo(tx, alert, user.email))) return forgetHeld(tx, alert);
  const until = await waitsUntil(deps, tx, alert);
  if (until === null) await mail(deps, tx, { ...raising, user });
  else await updateAlert(tx, alert.id, { held: raising.happened, heldUntil: until });
}

/** On Postgres the account, and the alert with it, may have got another address since the alert was read. */
async function goesTo(tx: Tx, { id, emailAddress }: AlertRow, address: string): Promise<boolean> {
  return emailAddress === address || (await findAlert(tx, id))?.emailAddress === address;
}

/** What was held back can be told to nobody any more: it is not asked for again. */
async function forgetHeld(tx: Tx, { id, held }: AlertRow): Promise<void> {
  if (held !== null) await updateAlert(tx, id, { held: null, heldUntil: null });
}

/** Null: its mail may go now. */
async function waitsUntil(deps: RaiseDeps, tx: Tx, { id, userId, lastTriggered }: AlertRow): Promise<number | null> {
  const now = deps.clock.now();
  const until = heldUntil(
    {
      sinceLastMs: lastTriggered === null ? null : deps.alertTimes.since(id, lastTriggered),
      alertsTwelfthAt: await nthNewestAlertMail(tx, { alertId: id, n: mostMailsPerAlertAndHour }),
      personsFiftiethAt: await nthNewestAlertMail(tx, { userId, n: mostMailsPerUserAndDay }),
    },
    now,
  );
  if (until !== null) return until;
  return (await checkOutbox(tx)).ok ? null : now + outboxFullMs;
}

async function mail(deps: RaiseDeps, tx: Tx, what: Raising & { user: UserRow }): Promise<void> {
  const { alert, device, happened, user } = what;
  const now = deps.clock.now();
  const mailId = await post(deps, tx, what);
  const { alertType } = alert;
  const { at } = happened.last;
  const row = { id: newId("alertHistory", deps.random), userId: user.id, deviceId: device.id, alertType };
  const value = triggerValue(happened.last);
  await recordAlertMail(tx, { ...row, alertId: alert.id, triggerValue: value, mailId, triggeredAt: at, mailedAt: now });
  const isMoment = !isAboutCondition(alertType);
  const isOver = isMoment || alert.armed;
  const overAt = isMoment ? at : (happened.over ?? now);
  await insertNotice(tx, {
    ...row,
    ...noticeWords(alertType, { deviceName: device.name, happened }),
    severity: severityOf[alertType],
    timestamp: at,
    resolved: isOver,
    resolvedAt: isOver ? overAt : null,
    metadata: { alertId: alert.id, value, count: happened.count },
  });
  await updateAlert(tx, alert.id, { lastTriggered: now, held: null, heldUntil: null });
  await tellAlerts(tx, { userId: user.id, deviceId: device.id });
  tx.afterCommit(() => {
    deps.alertTimes.note(alert.id, now);
    deps.wakeMail();
  });
}

async function post(deps: RaiseDeps, tx: Tx, { alert, device, happened, user }: Raising & { user: UserRow }): Promise<string> {
  const { random, settings, clock } = deps;
  const now = clock.now();
  const { publicUrl } = settings;
  const address = { userId: user.id, address: user.email };
  const token = await issueMailToken(tx, { purpose: "pause-alert", ...address, subjectId: alert.id, now, random });
  const beforeLast = await nthNewestAlertMail(tx, { userId: user.id, n: mostMailsPerUserAndDay - 1 });
  const isLastOfDay = beforeLast !== null && now - beforeLast < dayMs;
  const letter = alertLetter({
    firstName: user.firstName,
    language: alert.language ?? undefined,
    alertType: alert.alertType,
    deviceName: device.name,
    occurrence: happened.last,
    held: happened.count > 1 ? happened : null,
    over: happened.over ?? null,
    lastOfDay: isLastOfDay ? mostMailsPerUserAndDay : null,
    deviceUrl: `${publicUrl}/dashboard?device=${device.id}`,
    pauseUrl: `${publicUrl}/pause-alert?token=${token}`,
  });
  return postMail(tx, { to: user.email, userId: user.id, letter, template: alertTemplate, now, publicUrl, random });
}
