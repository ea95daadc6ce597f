/**
 * This page's presses: each shows at once as "requested", then as whatever became of it. A press is one request with one
 * key; it is never repeated and never kept for later. [C2, HD-5, A8]
 */
import { useCallback, useMemo, useRef, useState } from "react";
import type { SwitchOutcome, SwitchStep } from "@relaydeck/client/commands/outcome";
import type { Device } from "@relaydeck/contract/devices";
import type { Command, RelayTarget } from "@relaydeck/contract/relays";
import { useClient } from "../app/client.tsx";
import { useReadNow } from "../ui/time.tsx";
import { relayKey, type DashboardActions, type DashboardData, type RelayRef } from "./data.tsx";
import { attemptAfter } from "./attempt-after.ts";
import type { Attempt } from "./relay-truth.ts";
import { useTellOutcome } from "./use-tell-outcome.ts";

type Presses = Pick<DashboardActions, "switchRelay" | "dismiss"> & Pick<DashboardData, "attempts" | "dismissed">;

export function usePresses(): Presses {
  const { commands, live } = useClient();
  const [attempts, setAttempts] = useState<ReadonlyMap<string, Attempt>>(new Map());
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const readNow = useReadNow();
  const tell = useTellOutcome();
  /** Relays whose last press has no answer yet: a second one, such as of a double click, is not taken. */
  const open = useRef(new Set<string>());

  const put = useCallback((relay: RelayRef, attempt: Attempt | null) => {
    setAttempts((before) => {
      const after = new Map(before);
      if (attempt === null) after.delete(relayKey(relay));
      else after.set(relayKey(relay), attempt);
      return after;
    });
  }, []);

  const switchRelay = useCallback(
    (relay: RelayRef, target: RelayTarget) => {
      const key = relayKey(relay);
      if (open.current.has(key)) return;
      open.current.add(key);
      const beforeId = commandAt(live.getState().snapshot?.devices, relay)?.commandId ?? null;
      const begun: Attempt = { target, phase: "requested", pressedAt: readNow(), beforeId, commandId: null, message: null };
      put(relay, begun);
      const onStep = (step: SwitchStep) => put(relay, attemptAfter(begun, step));
      const follow = async () => {
        const outcome: SwitchOutcome = await commands.switch({ ...relay, target, onStep });
        open.current.delete(key);
        put(relay, attemptAfter(begun, { step: "over", outcome }));
        tell(outcome, relay, live.getState().snapshot?.devices ?? []);
      };
      void follow();
    },
    [commands, live, put, readNow, tell],
  );

  const dismiss = useCallback(
    (relay: RelayRef) => {
      const command = commandAt(live.getState().snapshot?.devices, relay);
      if (command !== null) setDismissed((before) => new Set([...before, command.commandId]));
      put(relay, null);
    },
    [live, put],
  );

  return useMemo(() => ({ attempts, dismissed, switchRelay, dismiss }), [attempts, dismissed, switchRelay, dismiss]);
}

function commandAt(devices: readonly Device[] | undefined, relay: RelayRef): Command | null {
  const device = devices?.find((candidate) => candidate.id === relay.deviceId);
  return device?.relays.find((candidate) => candidate.number === relay.relayNumber)?.command ?? null;
}
