/** A device's history as it was read once; what happens meanwhile comes by the stream. [D0.4] */
import { useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect } from "react";
import type { DeviceHistory, HistoryRange } from "@relaydeck/contract/history";
import { fromInstant } from "@relaydeck/contract/instants";
import { useClient } from "../../app/client.tsx";
import { readAgainAfterRead } from "../../app/read-again.ts";
import { trpc } from "../../app/trpc.ts";
import type { Loaded } from "../data.tsx";
import { deviceOf, heard } from "./heard.ts";

export function useHistory(deviceId: string, range: HistoryRange): Loaded<DeviceHistory> {
  const query = trpc.devices.history.useQuery({ deviceId, range });
  const readAt = query.data === undefined ? null : fromInstant(query.data.to);
  return { data: query.data ?? null, failed: query.isError, readAt };
}

/** Puts what the stream tells into every history that was read; once for the page, however many strips and views show one. [A16] */
export function useHistoryNews(): void {
  const { live } = useClient();
  const queries = useQueryClient();
  useEffect(
    () =>
      live.onItem((item) => {
        // What was missed is not in the stream: a new snapshot means that everything is read anew.
        const deviceId = deviceOf(item);
        if (deviceId === null) return;
        const ofDevice = { queryKey: getQueryKey(trpc.devices.history, { deviceId }) };
        for (const [key, read] of queries.getQueriesData<DeviceHistory>(ofDevice)) {
          const now = read === undefined ? undefined : heard(read, item);
          if (now !== read) queries.setQueryData(key, now);
        }
        // What happens while it is read may be missing in the answer.
        void readAgainAfterRead(queries, ofDevice);
      }),
    [live, queries],
  );
}
