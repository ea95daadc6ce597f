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
  const { live } = useClient();
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  const query = trpc.devices.history.useQuery({ deviceId, range });
  useEffect(
    () =>
      live.onItem((item) => {
        // What was missed is not in the stream: a new snapshot means that this is read anew.
        if (deviceOf(item) !== deviceId) return;
        const { history } = utils.devices;
        history.setData({ deviceId, range }, (read) => read && heard(read, item));
        // What happens while it is read may be missing in the answer.
        void readAgainAfterRead(queries, { queryKey: getQueryKey(trpc.devices.history, { deviceId, range }) });
      }),
    [live, utils, queries, deviceId, range],
  );
  const readAt = query.data === undefined ? null : fromInstant(query.data.to);
  return { data: query.data ?? null, failed: query.isError, readAt };
}
