/** What the tab of the installation reads. */
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../app/trpc.ts";
import { useAddress } from "../address.ts";
import { overviewInput } from "./overview-input.ts";

/** Documented: ten results, seven days. */
const recentResults = 10;
const systemDays = 7;
/** Opened again it is read again, and what was read before stands until then. */
const anew = { refetchOnMount: "always", placeholderData: keepPreviousData } as const;

export type SystemReads = ReturnType<typeof useSystemReads>;

export function useSystemReads() {
  const address = useAddress();
  return {
    overview: trpc.analytics.overview.useQuery(overviewInput(address), anew),
    dashboard: trpc.analytics.dashboard.useQuery({}, anew),
    history: trpc.analytics.relayHistory.useQuery({ limit: recentResults }, anew),
    system: trpc.analytics.system.useQuery({ days: systemDays }, anew),
    uptime: trpc.analytics.uptime.useQuery({}, anew),
  };
}
