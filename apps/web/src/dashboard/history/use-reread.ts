/**
 * The open view shows measures too, and the stream tells none of them as history: while reports come, it is read anew at the
 * pace at which they would stand in a step of their own, and sooner after a move. Without a report nothing is asked. [D0.4]
 */
import { useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { HistoryRange } from "@relaydeck/contract/history";
import { useClient } from "../../app/client.tsx";
import { trpc } from "../../app/trpc.ts";
import { useReadNow } from "../../ui/time.tsx";

const leastBetweenMs = 30_000;
/** Of the server's steps. */
const stepMs: Readonly<Record<HistoryRange, number>> = { "1h": 12_000, "24h": 288_000, "7d": 2_016_000, "30d": 8_640_000 };

interface Shown {
  readonly deviceId: string;
  readonly range: HistoryRange;
  readonly readAt: number | null;
  /** The stream has told of a move since: the measures beside it are those of before. */
  readonly hasMoved: boolean;
}

export function useReread(shown: Shown): void {
  const { live } = useClient();
  const queries = useQueryClient();
  const tried = useRef(0);
  const readNow = useReadNow();
  const { deviceId, range, hasMoved } = shown;
  const rereadAfter = useEffectEvent((ms: number) => {
    const { readAt } = shown;
    const queryKey = getQueryKey(trpc.devices.history, { deviceId, range }, "query");
    const now = readNow();
    // Begun anew with each report, a slow reading would never end; one that failed is not tried again at once.
    if (readAt === null || now - Math.max(readAt, tried.current) < ms || queries.isFetching({ queryKey }) > 0) return;
    tried.current = now;
    void queries.invalidateQueries({ queryKey });
  });
  useEffect(() => void (tried.current = 0), [deviceId, range]);
  useEffect(() => {
    // What the card's strip has read may be hours old.
    rereadAfter(leastBetweenMs);
    return live.onItem((item) => {
      if (item.kind === "device" && item.device.id === deviceId)
        rereadAfter(hasMoved ? leastBetweenMs : Math.max(leastBetweenMs, stepMs[range]));
    });
  }, [live, deviceId, range, hasMoved]);
}
