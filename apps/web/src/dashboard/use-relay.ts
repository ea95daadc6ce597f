/**
 * One relay as somebody can press it: what is known of it, how it looks, and the one way to switch it. The card, quick
 * controls and the command palette all press through here, so that each has the same guards and the same words. [HD-5]
 */
import type { Device } from "@relaydeck/contract/devices";
import type { Relay, RelayTarget } from "@relaydeck/contract/relays";
import { useDashboardTexts } from "../texts/texts.tsx";
import { useNow } from "../ui/time.tsx";
import { useToasts } from "../ui/toast.tsx";
import { relayKey, useDashboardActions, useFact, useSituation, type Pressed, type Situation } from "./data.tsx";
import type { RelayFacts } from "./relay-truth.ts";
import { relayView, type RelayView } from "./relay-view.ts";
import { inertText } from "./words.ts";

export interface RelayInHand {
  readonly facts: RelayFacts;
  readonly view: RelayView;
  /** Gives the command, or says why it cannot be given now. */
  readonly press: (target: RelayTarget) => void;
  /** Says why a press does nothing now. */
  readonly explain: () => void;
}

export function useRelay(device: Device, relay: Relay): RelayInHand {
  const texts = useDashboardTexts();
  const toasts = useToasts();
  const { switchRelay } = useDashboardActions();
  const { isSettling } = useSituation();
  const facts = useRelayFacts(device, relay);
  const settled = relayView(facts);
  const view: RelayView =
    isSettling && settled.press.allowed ? { ...settled, press: { allowed: false, reason: "updating" } } : settled;
  function explain() {
    if (!view.press.allowed) toasts.show({ title: inertText(view.press.reason, texts) });
  }
  function press(target: RelayTarget) {
    if (view.press.allowed) switchRelay({ deviceId: device.id, relayNumber: relay.number }, target);
    else explain();
  }
  return { facts, view, press, explain };
}

export function useRelayFacts(device: Device, relay: Relay): RelayFacts {
  const { link } = useSituation();
  const key = relayKey({ deviceId: device.id, relayNumber: relay.number });
  const commandId = relay.command?.commandId ?? null;
  const attempt = useFact(({ attempts }) => attempts.get(key) ?? null);
  const doubt = useFact(({ doubts }) => doubts.get(key) ?? null);
  const isDismissed = useFact(({ dismissed }) => commandId !== null && dismissed.has(commandId));
  return { device, relay, now: useNow(), link, attempt, dismissed: isDismissed ? commandId : null, doubt };
}

/** For who looks at many relays. */
export function relayFactsIn(
  situation: Pick<Situation, "link"> & Pressed,
  of: { device: Device; relay: Relay; now: number },
): RelayFacts {
  const { attempts, dismissed, doubts, link } = situation;
  const key = relayKey({ deviceId: of.device.id, relayNumber: of.relay.number });
  const commandId = of.relay.command?.commandId ?? null;
  return {
    ...of,
    link,
    attempt: attempts.get(key) ?? null,
    dismissed: commandId !== null && dismissed.has(commandId) ? commandId : null,
    doubt: doubts.get(key) ?? null,
  };
}
