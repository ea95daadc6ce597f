/**
 * This page's presses: each shows at once as "requested", then as whatever became of it. A press is one request with one
 * key; it is never repeated and never kept for later. [C2, HD-5, A8]
 *
 * Whether a press acts is the row's word alone (relay-view.ts): what it lets through is sent, also while the request of an
 * earlier press has no answer yet; the server lets it wait behind that one. [CM-7]
 */
import { useCallback, useMemo, useRef, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Relay, RelayTarget } from "@relaydeck/contract/relays";
import { useClient } from "../app/client.tsx";
import { useReadNow } from "../ui/time.tsx";
import { relayKey, type DashboardActions, type DashboardData, type RelayRef } from "./data.tsx";
import { emptyBook, isNewest, withoutMessage, withPress, withWord, type PressBook, type PressWord } from "./press-book.ts";
import type { Dismissal } from "./relay-view.ts";
import { useTellOutcome } from "./use-tell-outcome.ts";

type Presses = Pick<DashboardActions, "switchRelay" | "dismiss"> & Pick<DashboardData, "attempts" | "dismissed" | "doubts">;

export function usePresses(): Presses {
  const { commands, live } = useClient();
  const [shown, current, change] = useBook();
  const readNow = useReadNow();
  const tell = useTellOutcome();

  const switchRelay = useCallback(
    (relay: RelayRef, target: RelayTarget) => {
      const key = relayKey(relay);
      const wish = { target, relay: relayAt(live.getState().snapshot?.devices, relay), now: readNow() };
      const [after, begun] = withPress(current(), key, wish);
      change(after);
      const hear = (word: PressWord) => change(withWord(current(), key, { begun, word }));
      const follow = async () => {
        const outcome = await commands.switch({ ...relay, target, onStep: hear });
        hear({ step: "over", outcome });
        // Beside a newer press it would be read as that one's.
        if (isNewest(current(), key, begun)) tell(outcome, relay, live.getState().snapshot?.devices ?? []);
      };
      void follow();
    },
    [commands, live, current, change, readNow, tell],
  );

  const dismiss = useCallback(
    (relay: RelayRef, dismissal: Dismissal) => change(withoutMessage(current(), relayKey(relay), dismissal)),
    [current, change],
  );

  const { attempts, dismissed, doubts } = shown;
  return useMemo(
    () => ({ attempts, dismissed, doubts, switchRelay, dismiss }),
    [attempts, dismissed, doubts, switchRelay, dismiss],
  );
}

/** The book that is drawn, and the one of this moment: words about presses come between two drawings. */
function useBook(): readonly [PressBook, () => PressBook, (after: PressBook) => void] {
  const [shown, setShown] = useState(emptyBook);
  const latest = useRef(emptyBook);
  const current = useCallback(() => latest.current, []);
  const change = useCallback((after: PressBook) => {
    latest.current = after;
    setShown(after);
  }, []);
  return [shown, current, change];
}

function relayAt(devices: readonly Device[] | undefined, relay: RelayRef): Relay | null {
  const device = devices?.find((candidate) => candidate.id === relay.deviceId);
  return device?.relays.find((candidate) => candidate.number === relay.relayNumber) ?? null;
}
