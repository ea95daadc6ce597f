/** The toast about a press. An unknown outcome is not a failure; what the page speaks by itself is not spoken twice. [C1, D56] */
import { useCallback } from "react";
import type { SwitchOutcome } from "@relaydeck/client/commands/outcome";
import type { Device } from "@relaydeck/contract/devices";
import type { Command } from "@relaydeck/contract/relays";
import type { DashboardTexts } from "../texts/en/dashboard.ts";
import { useDashboardTexts } from "../texts/texts.tsx";
import { useToasts, type ToastContent } from "../ui/toast.tsx";
import type { RelayRef } from "./data.tsx";
import { failureOf, failureSentence } from "./failure-text.ts";

export function useTellOutcome(): (outcome: SwitchOutcome, relay: RelayRef, devices: readonly Device[]) => void {
  const toasts = useToasts();
  const texts = useDashboardTexts();
  return useCallback(
    (outcome, relay, devices) => {
      const model = devices.find((device) => device.id === relay.deviceId)?.model ?? "powerone";
      const content = outcomeToast(outcome, model, texts);
      if (content !== null) toasts.show(content);
    },
    [toasts, texts],
  );
}

export function outcomeToast(outcome: SwitchOutcome, model: Device["model"], texts: DashboardTexts): ToastContent | null {
  const { command } = texts;
  switch (outcome.kind) {
    case "known":
      return commandToast(outcome.command, model, texts);
    case "refused":
      return { title: command.failedTitle, body: refusalBody(outcome, texts), tone: "bad" };
    case "expired":
      return { title: command.failedTitle, body: command.expired, tone: "warn" };
    case "not-given":
      return outcome.reason === "signed-out" || outcome.reason === "closed"
        ? null
        : { title: outcome.reason === "link-down" ? command.linkDownExplained : command.updatingExplained };
    case "unknown":
      return outcome.reason === "gave-up" ? { title: command.unconfirmedTitle, body: command.notKnownBody, tone: "unk" } : null;
  }
}

function refusalBody({ code, message }: { code: string; message: string }, texts: DashboardTexts): string {
  const sentence = failureSentence({ code, returnValue: null, reason: message }, texts);
  return sentence === null || sentence === "" ? texts.command.failedBody : sentence;
}

function commandToast(given: Command, model: Device["model"], texts: DashboardTexts): ToastContent | null {
  const { command } = texts;
  const reason = failureSentence(failureOf(given), texts);
  const accepted = model === "powerone" ? command.acceptedTitle : command.acceptedSimpleTitle;
  switch (given.state) {
    case "acknowledged":
      return { title: accepted, body: command.acceptedBody, tone: "ok", spoken: false };
    case "confirmed":
      return { title: accepted, tone: "ok", spoken: false };
    case "unconfirmed":
      return { title: command.unconfirmedTitle, body: command.unconfirmedBody, tone: "unk", spoken: false };
    case "failed":
      return { title: command.failedTitle, body: reason ?? command.failedBody, tone: "bad", spoken: false };
    case "expired":
      return { title: command.failedTitle, body: command.expired, tone: "warn", spoken: false };
    case "cancelled":
      return { title: command.failedTitle, body: reason ?? command.cancelled, tone: "warn" };
    case "requested":
    case "sent":
      return null;
  }
}
