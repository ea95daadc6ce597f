/** What the alerts of a device told, newest first; read again by the stream, and while a mail waits. */
import type { Alert, AlertNotice } from "@relaydeck/contract/alerts";
import { trpc } from "../../app/trpc.ts";

/** The stream does not tell when a waiting mail goes; a list that says so is read anew at this pace while it is seen. */
const waitingMs = 15_000;

interface State {
  readonly state: { readonly data: readonly AlertNotice[] | undefined };
}
const whileWaiting = {
  refetchInterval: ({ state }: State) => (state.data?.some(({ mail }) => mail === "waiting") === true ? waitingMs : false),
} as const;

/** Undefined until read; while more are read it is what was there. */
export function useNotices(deviceId: string, limit: number): readonly AlertNotice[] | undefined {
  return trpc.alerts.history.useQuery({ deviceId, limit }, { ...whileWaiting, placeholderData: (before) => before }).data;
}

/** The newest notice of one alert's kind, however many others came after it; none until read. */
export function useNewestNotice({ deviceId, alertType }: Alert): readonly AlertNotice[] {
  return trpc.alerts.history.useQuery({ deviceId, alertType, limit: 1 }, whileWaiting).data ?? [];
}
