/**
 * What this page has ended and can bring back, and what it is just ending. Held beside the tiles: a row, dialog or editor that
 * is closed takes no way back along, and opened again it knows what is on its way. Devices have theirs in
 * owning/use-removing.ts. [interface 4, HD-4]
 */
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from "react";
import { notifyManager } from "@tanstack/react-query";
import type { Alert } from "@relaydeck/contract/alerts";
import type { Layout } from "@relaydeck/contract/layouts";
import type { Share } from "@relaydeck/contract/shares";
import { present } from "@relaydeck/kit/assert";
import { useRunning, type Run } from "../ui/use-running.ts";

export interface Removal<T> {
  /** In the order in which they were ended. */
  readonly removed: readonly T[];
  readonly setRemoved: Dispatch<SetStateAction<readonly T[]>>;
  /** What is back needs no way back. Its strip goes after what was just read is shown, so that its row takes the focus over. [A2] */
  readonly forget: (id: string) => void;
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

/** A list as it was read last. */
interface Read<T> {
  /** Null before the first reading. */
  readonly data: readonly T[] | null;
  /** `data` is older than a reading that failed since, or that is due. */
  readonly isOld: boolean;
}

/**
 * What the list shows again needs no way back, and must not get its old one when it ends anew: that would give back the right
 * that it had before. `isSame`: the one stands in the list in place of the other. [C6, AZ-6]
 */
export function useForgetting<T>(
  { setRemoved }: Removal<T>,
  { data, isOld }: Read<T>,
  isSame: (removed: T, listed: T) => boolean,
): void {
  const forget = useEffectEvent(() => {
    const isBack = (one: T) => data?.some((listed) => isSame(one, listed)) === true;
    setRemoved((before) => (before.some(isBack) ? before.filter((one) => !isBack(one)) : before));
  });
  // With each reading, not with each removal: what was just ended may stand in what was read before.
  useEffect(() => {
    if (!isOld) forget();
  }, [data, isOld]);
}

export function useRemovals(): Removals {
  return present(useContext(RemovalsContext), "RemovalsProvider is missing above");
}

function useRemoval<T extends { readonly id: string }>(): Removal<T> {
  const [removed, setRemoved] = useState<readonly T[]>([]);
  const [running, run] = useRunning();
  return useMemo(() => {
    // Components hear of a reading in this queue, too.
    const forget = (id: string) => notifyManager.schedule(() => setRemoved((before) => before.filter((one) => one.id !== id)));
    return { removed, setRemoved, forget, running, run };
  }, [removed, running, run]);
}
