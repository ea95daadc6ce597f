/**
 * What this page has ended and can bring back, and what it is just ending. Held beside the tiles: a row, dialog or editor that
 * is closed takes no way back along, and opened again it knows what is on its way. Devices have theirs in
 * owning/use-removing.ts. [interface 4, HD-4]
 */
import { createContext, useContext, useMemo, useState, type Dispatch, type ReactNode, type SetStateAction } from "react";
import type { Alert } from "@relaydeck/contract/alerts";
import type { Layout } from "@relaydeck/contract/layouts";
import type { Share } from "@relaydeck/contract/shares";
import { present } from "@relaydeck/kit/assert";
import { useRunning, type Run } from "../ui/use-running.ts";

export interface Removal<T> {
  /** In the order in which they were ended. */
  readonly removed: readonly T[];
  readonly setRemoved: Dispatch<SetStateAction<readonly T[]>>;
  /** Ids of those that are just being ended or brought back. */
  readonly running: ReadonlySet<string>;
  readonly run: Run;
}

interface Removals {
  readonly alerts: Removal<Alert>;
  readonly shares: Removal<Share>;
  readonly layouts: Removal<Layout>;
}

const RemovalsContext = createContext<Removals | null>(null);

export function RemovalsProvider({ children }: { children: ReactNode }) {
  const alerts = useRemoval<Alert>();
  const shares = useRemoval<Share>();
  const layouts = useRemoval<Layout>();
  const removals = useMemo(() => ({ alerts, shares, layouts }), [alerts, shares, layouts]);
  return <RemovalsContext value={removals}>{children}</RemovalsContext>;
}

export function useRemovals(): Removals {
  return present(useContext(RemovalsContext), "RemovalsProvider is missing above");
}

function useRemoval<T>(): Removal<T> {
  const [removed, setRemoved] = useState<readonly T[]>([]);
  const [running, run] = useRunning();
  return useMemo(() => ({ removed, setRemoved, running, run }), [removed, running, run]);
}
