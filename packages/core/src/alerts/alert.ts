/**
 * Whether an alert goes off for what happened, as a pure decision. [D48]
 *
 * An alert about a condition (no power, low battery, offline) goes off once, and again only after the condition has ended:
 * `armed`. Being offline has to last, so it waits first: `pendingSince`. The others speak of moments and go off each time;
 * power that returns does so too, and after a report without power only where the alert saw it gone.
 *
 * Not here: how many mails may leave (flood.ts), and access, which is asked when one does.
 */
import type { AlertOccurrence, AlertSeverity, AlertType } from "@relaydeck/contract/alerts";
import { batteryLowPercent, batteryWellPercent } from "./occurrence.ts";

/** So long a device has to be known offline before anybody is told, in milliseconds. [D48, S17-10] */
export const offlineDebounceMs = 2 * 60_000;

export interface AlertState {
  readonly alertType: AlertType;
  /** False from going off until its condition has ended; of `power_on`, while power is known to be gone. */
  readonly armed: boolean;
  /** When a condition began that has to last; epoch ms. */
  readonly pendingSince: number | null;
}

export interface AlertStep {
  readonly armed: boolean;
  readonly pendingSince: number | null;
  /** It goes off. */
  readonly fires: boolean;
  /** Its condition has ended: what was told of it is over. */
  readonly resolves: boolean;
}

/** What an occurrence does to an alert. */
export function stepAlert(alert: AlertState, occurrence: AlertOccurrence): AlertStep {
  switch (alert.alertType) {
    case "power_on":
      if (occurrence.kind !== "power") return nothing(alert);
      return { ...nothing(alert), armed: occurrence.on, fires: occurrence.on && !(occurrence.afterGap === true && alert.armed) };
    case "relay_changed":
      return occurrence.kind === "relays" ? moment(alert) : nothing(alert);
    case "device_online":
      return occurrence.kind === "online" ? moment(alert) : nothing(alert);
    case "power_off":
      if (occurrence.kind !== "power") return nothing(alert);
      return occurrence.on ? ended(alert) : begun(alert);
    case "battery_low":
      if (occurrence.kind !== "battery") return nothing(alert);
      if (occurrence.percent <= batteryLowPercent) return begun(alert);
      return occurrence.percent >= batteryWellPercent ? ended(alert) : nothing(alert);
    case "device_offline":
      if (occurrence.kind === "online") return ended(alert);
      if (occurrence.kind !== "offline" || !alert.armed || alert.pendingSince !== null) return nothing(alert);
      return { ...nothing(alert), pendingSince: occurrence.at };
  }
}

/**
 * What it is to an alert that did not listen for a while that its device is so by now. What has ended meanwhile has ended; what has
 * begun it neither tells nor takes for told.
 */
export function catchUp(alert: AlertState, isSoNow: AlertOccurrence): AlertStep {
  const step = stepAlert(alert, isSoNow);
  const waits = step.pendingSince !== null && alert.pendingSince === null;
  const begins = isAboutCondition(alert.alertType) && (step.fires || waits);
  return begins ? nothing(alert) : { ...step, fires: false };
}

/** Whether what an alert told is over with this. A relay that moved is a moment, which has no end. */
export function ends(told: AlertOccurrence, next: AlertOccurrence): boolean {
  switch (told.kind) {
    case "power":
      return next.kind === "power" && next.on !== told.on;
    case "battery":
      return next.kind === "battery" && next.percent >= batteryWellPercent;
    case "online":
      return next.kind === "offline";
    case "offline":
      return next.kind === "online";
    case "relays":
      return false;
  }
}

/** How urgent it is when it goes off. [D57] */
export const severityOf: Readonly<Record<AlertType, AlertSeverity>> = {
  power_on: "info",
  power_off: "critical",
  relay_changed: "info",
  battery_low: "warning",
  device_online: "info",
  device_offline: "critical",
};

/** Alerts about moments have nothing that could end. */
export function isAboutCondition(alertType: AlertType): boolean {
  return alertType === "power_off" || alertType === "battery_low" || alertType === "device_offline";
}

function nothing({ armed, pendingSince }: AlertState): AlertStep {
  return { armed, pendingSince, fires: false, resolves: false };
}

function moment(alert: AlertState): AlertStep {
  return { ...nothing(alert), fires: true };
}

function begun({ armed }: AlertState): AlertStep {
  return { armed: false, pendingSince: null, fires: armed, resolves: false };
}

function ended({ armed }: AlertState): AlertStep {
  return { armed: true, pendingSince: null, fires: false, resolves: !armed };
}
