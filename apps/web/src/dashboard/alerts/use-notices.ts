/** What the alerts of a device told lately, newest first; one reading for all that shows it. */
import type { AlertNotice } from "@relaydeck/contract/alerts";
import { trpc } from "../../app/trpc.ts";

/** Notices that the card shows. */
const shownNotices = 5;
/** The stream does not tell when a waiting mail goes; a list that says so is read anew at this pace while it is seen. */
const waitingMs = 15_000;

/** Undefined until read. */
export function useNotices(deviceId: string): readonly AlertNotice[] | undefined {
  return trpc.alerts.history.useQuery(
    { deviceId, limit: shownNotices },
    { refetchInterval: ({ state }) => (state.data?.some(({ mail }) => mail === "waiting") === true ? waitingMs : false) },
  ).data;
}
