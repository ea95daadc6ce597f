/**
 * Fills the dashboard from the typed client: the live store for everything it carries, the query cache for the rest, and
 * this page's own presses. No copy of server state is kept here. [architecture 8]
 */
import "./dashboard.css";
import { useMemo, useState, useSyncExternalStore, type ReactNode } from "react";
import type { LiveState } from "@relaydeck/client/live/live-state";
import { useClient } from "../app/client.tsx";
import { trpc } from "../app/trpc.ts";
import { useClock } from "../ui/time.tsx";
import { useActiveAlerts } from "./alerts/use-active-alerts.ts";
import { DashboardDataProvider, type DashboardActions, type DashboardData, type Share } from "./data.tsx";
import { useLogView } from "./activity/use-log-view.ts";
import { joinedActivity } from "./activity/activity-rows.ts";
import { useLayoutsQuery } from "./layouts/use-layouts-query.ts";
import { useHistory, useHistoryNews } from "./history/use-history.ts";
import { mergedGaps } from "./gap.ts";
import { linkFactsOf } from "./live-link.ts";
import { pacedLive } from "./paced-live.ts";
import { useRemoving } from "./owning/use-removing.ts";
import { useAfterFailedRefresh, type FailedRefresh } from "./after-failed-refresh.ts";
import { useSettling } from "./use-settling.ts";
import { useOtherActions } from "./use-other-actions.ts";
import { usePowerOne } from "./use-power-one.ts";
import { usePresses } from "./use-presses.ts";

/** Needs `ClientProvider`, `TimeProvider`, toasts and the announcer above. */
export function LiveData(props: { isDemo: boolean; children: ReactNode }) {
  const presses = usePresses();
  const [failedRefresh, setFailedRefresh] = useState<FailedRefresh | null>(null);
  const others = useOtherActions(setFailedRefresh);
  useAfterFailedRefresh(failedRefresh, () => setFailedRefresh(null));
  const { removed, givenUp, removeDevice, restoreDevice } = useRemoving();
  const { isSettling, settle } = useSettling();
  const actions = useMemo<DashboardActions>(
    () => ({
      switchRelay: presses.switchRelay,
      dismiss: presses.dismiss,
      ...others,
      removeDevice,
      restoreDevice,
      usePowerOne,
      useActiveAlerts,
      useLogView,
      useHistory,
      settle,
    }),
    [presses.switchRelay, presses.dismiss, others, removeDevice, restoreDevice, settle],
  );
  const { attempts, dismissed, doubts } = presses;
  const read = useRead(failedRefresh !== null);
  useHistoryNews();
  const data = { ...read, attempts, dismissed, doubts, isDemo: props.isDemo, removed, givenUp, isSettling };
  return (
    <DashboardDataProvider data={data} actions={actions}>
      {props.children}
    </DashboardDataProvider>
  );
}

function useRead(
  refreshFailed: boolean,
): Omit<DashboardData, "attempts" | "dismissed" | "doubts" | "isDemo" | "removed" | "givenUp" | "isSettling"> {
  const state = usePacedState();
  const shared = trpc.devices.shared.useQuery();
  const linkDay = trpc.status.linkHistory.useQuery();
  const { snapshot } = state;
  const link = useMemo(() => linkFactsOf(state), [state]);
  return {
    user: snapshot?.user ?? null,
    devices: snapshot?.devices ?? null,
    devicesFailure: snapshot === null ? (state.tries > 0 ? "load" : null) : refreshFailed ? "refresh" : null,
    shares: useMemo(() => (shared.data === undefined ? null : sharesById(shared.data)), [shared.data]),
    sharesFailed: shared.isError,
    status: snapshot?.status ?? null,
    layouts: useSavedLayouts(),
    activity: useActivity(state),
    gaps: useMemo(() => mergedGaps(linkDay.data?.gaps ?? [], state.gaps), [linkDay.data, state.gaps]),
    gapsSince: { data: linkDay.data?.since ?? null, failed: linkDay.isError },
    link,
  };
}

function usePacedState(): LiveState {
  const { live } = useClient();
  const clock = useClock();
  const paced = useMemo(() => pacedLive(live, clock), [live, clock]);
  return useSyncExternalStore(paced.subscribe, paced.getState, paced.getState);
}

function sharesById(devices: readonly { readonly id: string; readonly share: Share }[]): ReadonlyMap<string, Share> {
  return new Map(devices.map((device) => [device.id, device.share]));
}

function useSavedLayouts(): DashboardData["layouts"] {
  const query = useLayoutsQuery();
  const { live } = useClient();
  const offsetMs = live.getState().clockOffsetMs ?? 0;
  const readAt = query.dataUpdatedAt === 0 ? null : query.dataUpdatedAt + offsetMs;
  return { data: query.data ?? null, failed: query.isError, readAt };
}

/** The list as it was read, and on top of it what the stream has told since. */
function useActivity(state: LiveState): DashboardData["activity"] {
  const { live } = useClient();
  const query = trpc.activity.list.useQuery({});
  const { activity: heard } = state;
  const entries = useMemo(() => (query.data === undefined ? null : joinedActivity(query.data, heard)), [query.data, heard]);
  const offsetMs = live.getState().clockOffsetMs ?? 0;
  return {
    data: entries ?? (heard.length > 0 ? heard : null),
    failed: query.isError,
    readAt: query.dataUpdatedAt === 0 ? null : query.dataUpdatedAt + offsetMs,
  };
}
