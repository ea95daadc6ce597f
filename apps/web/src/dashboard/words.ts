/** View-models in the words of the catalogue. Pure: same view, language and time, same words. */
import type { RelayTarget } from "@relaydeck/contract/relays";
import type { DashboardTexts } from "../texts/en/dashboard.ts";
import type { Formats } from "../texts/formats.ts";
import type { DeviceStatus } from "./device-view.ts";
import type { InertReason } from "./relay-view.ts";
import type { Truth } from "./relay-truth.ts";

export interface Wording {
  readonly texts: DashboardTexts;
  readonly formats: Formats;
  readonly now: number;
}

export function stateWord(texts: DashboardTexts, state: RelayTarget): string {
  return state === "on" ? texts.relay.on : texts.relay.off;
}

function turningWord(texts: DashboardTexts, target: RelayTarget): string {
  return target === "on" ? texts.command.turningOn : texts.command.turningOff;
}

/** The line under a relay's name. */
export function truthText(truth: Truth, { texts, formats, now }: Wording): string {
  const { relay, command } = texts;
  const milliamps = (amount: number) => relay.milliamps(formats.number(amount));
  const withCurrent = (state: RelayTarget, amount: number | null) =>
    [stateWord(texts, state), ...(amount === null ? [] : [milliamps(amount)])].join(" · ");
  switch (truth.kind) {
    case "on":
    case "off":
      return withCurrent(truth.kind, truth.milliamps);
    case "last-known":
      return truth.at === null
        ? relay.lastKnownNoTime(stateWord(texts, truth.state))
        : relay.lastKnown(stateWord(texts, truth.state), formats.time(truth.at, now));
    case "unknown":
      return relay.unknown;
    case "no-load":
      return relay.noLoad;
    case "current-flows":
      return relay.currentFlows(milliamps(truth.milliamps ?? 0));
    case "requested":
      return command.requested(turningWord(texts, truth.target));
    case "checking":
      return command.checking;
    case "asking":
      return command.asking;
    case "sent":
      return command.sent(turningWord(texts, truth.target), formats.age(truth.at, now));
    case "acknowledged":
      return command.acknowledged(turningWord(texts, truth.target));
    case "out-of-touch": {
      const turning = turningWord(texts, truth.target);
      return truth.at === null ? command.outOfTouch(turning) : command.sentOutOfTouch(turning, formats.time(truth.at, now));
    }
    case "answered-no-load":
      return command.noLoad;
    case "answered-disagrees":
      return disagreement(truth, texts);
    case "confirmed":
      return command.confirmed(withCurrent(truth.state, truth.milliamps), formats.age(truth.at, now));
    case "unconfirmed":
      return (truth.isSent ? command.unconfirmed : command.notKnown)(formats.time(truth.at, now));
    case "unanswered-disagrees":
      return unanswered(truth, { texts, formats });
    case "failed":
      return command.failed(failureReason(truth, texts));
    case "expired":
      return command.expired;
    case "cancelled":
      return command.cancelled;
  }
}

function disagreement(truth: { target: RelayTarget; byCurrent: boolean }, { command }: DashboardTexts): string {
  if (!truth.byCurrent) return command.contradicted;
  return truth.target === "on" ? command.noCurrent : command.stillCurrent;
}

function unanswered(
  truth: { target: RelayTarget; byCurrent: boolean; milliamps: number | null },
  { texts, formats }: Pick<Wording, "texts" | "formats">,
): string {
  const { command, relay } = texts;
  if (!truth.byCurrent) return command.unansweredContradicted;
  if (truth.target === "on") return command.unansweredNoCurrent;
  return command.unansweredStillCurrent(relay.milliamps(formats.number(truth.milliamps ?? 0)));
}

/** A number from the device says most; else the reason, which failure-text.ts has put into the language; never nothing. */
function failureReason(truth: { returnValue: number | null; reason: string | null }, { command }: DashboardTexts): string {
  if (truth.returnValue !== null) return command.refused(truth.returnValue);
  return truth.reason ?? command.refusedPlain;
}

export function statusWord(status: DeviceStatus, { texts, formats }: Wording): string {
  const { device } = texts;
  switch (status.kind) {
    case "online":
      return device.online;
    case "offline":
      return device.offline;
    case "connecting":
      return device.connecting;
    case "stale":
      // A page without a connection does not know that the silence went on.
      if (!status.isCurrent) return device.notHeard;
      if (status.silentMs === null) return device.neverHeard;
      return status.mayBeGone ? device.staleGone(formats.span(status.silentMs)) : device.stale(formats.span(status.silentMs));
  }
}

/** What stands beside the badge: how old the word is. Empty for a silent device, whose badge says it. */
export function ageText(status: DeviceStatus, { texts, formats, now }: Wording): string {
  const { device } = texts;
  const heardTime = status.heardAt === null ? null : formats.time(status.heardAt, now);
  if (!status.isCurrent) return heardTime === null ? device.lastKnown : device.lastKnownAt(heardTime);
  switch (status.kind) {
    case "online":
    case "connecting":
      return status.heardAt === null ? "" : device.heard(formats.age(status.heardAt, now));
    case "offline": {
      const since = status.since === null ? null : device.since(formats.time(status.since, now));
      return [since, heardTime === null ? null : device.lastHeard(heardTime)].filter((part) => part !== null).join(" · ");
    }
    case "stale":
      return "";
  }
}

/** Why a press does nothing now. */
export function inertText(reason: InertReason, texts: DashboardTexts): string {
  switch (reason) {
    case "view-only":
      return texts.command.viewOnlyExplained;
    case "link-down":
      return texts.command.linkDownExplained;
    case "cloud-refuses":
      return texts.command.cloudRefusesExplained;
    case "updating":
      return texts.command.updatingExplained;
    case "not-connected":
      return texts.device.mustBeOnline;
    case "pending":
      return texts.command.pendingExplained;
  }
}
