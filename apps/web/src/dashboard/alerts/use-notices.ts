/** What the alerts of a device told, newest first; read again when the stream says that there is news, of their mails as well. */
import { useState } from "react";
import type { Alert, AlertNotice } from "@relaydeck/contract/alerts";
import { trpc } from "../../app/trpc.ts";
import { useUnread } from "../../ui/use-unread.ts";

interface Notices {
  /** Undefined until read; what was there while more are read, and where they could not be. */
  readonly data: readonly AlertNotice[] | undefined;
  /** They could not be read, or not again, or not so many; until they are. */
  readonly isUnread: boolean;
  readonly isReading: boolean;
  readonly refetch: () => unknown;
}

export function useNotices(deviceId: string, limit: number): Notices {
  const query = trpc.alerts.history.useQuery({ deviceId, limit }, { placeholderData: (before) => before });
  const [last, setLast] = useState(query.data);
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  const isUnread = useUnread({ hasFailed: query.isError, isRead: query.isSuccess && !query.isPlaceholderData });
  return { data: query.data ?? last, isUnread, isReading: query.isFetching, refetch: query.refetch };
}

/** The newest notice of one alert's kind, however many others came after it; none until read. */
export function useNewestNotice({ deviceId, alertType }: Alert): readonly AlertNotice[] {
  return trpc.alerts.history.useQuery({ deviceId, alertType, limit: 1 }).data ?? [];
}
