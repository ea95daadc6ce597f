/** What the alerts of a device told, newest first; read again when the stream says that there is news, of their mails as well. */
import type { Alert, AlertNotice } from "@relaydeck/contract/alerts";
import { trpc } from "../../app/trpc.ts";

interface Notices {
  /** Undefined until read; while more are read it is what was there. */
  readonly data: readonly AlertNotice[] | undefined;
  /** They could not be read, or not again. */
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

export function useNotices(deviceId: string, limit: number): Notices {
  return trpc.alerts.history.useQuery({ deviceId, limit }, { placeholderData: (before) => before });
}

/** The newest notice of one alert's kind, however many others came after it; none until read. */
export function useNewestNotice({ deviceId, alertType }: Alert): readonly AlertNotice[] {
  return trpc.alerts.history.useQuery({ deviceId, alertType, limit: 1 }).data ?? [];
}
