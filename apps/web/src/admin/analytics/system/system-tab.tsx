/** How switching works over the whole installation: today, the last days, and what happened last. [D26, D27, C18] */
import "./system.css";
import { keepPreviousData } from "@tanstack/react-query";
import { lazy } from "react";
import { fromInstant } from "@relaydeck/contract/instants";
import { trpc } from "../../../app/trpc.ts";
import { useNow } from "../../../ui/time.tsx";
import { useAddress } from "../address.ts";
import { useAnalyticsWords } from "../analytics-words.ts";
import { Panel, Part, WhenRead } from "../panel.tsx";
import { useTold } from "../told.ts";
import { OverviewCards } from "./overview-cards.tsx";
import { overviewInput } from "./overview-input.ts";
import { RecentAlerts } from "./recent-alerts.tsx";
import { RecentCommands } from "./recent-commands.tsx";

// Drawn once the numbers are there, and fetched then: no picture is part of the first one. (A5)
const OutcomesChart = lazy(async () => ({ default: (await import("./outcomes-chart.tsx")).OutcomesChart }));
const TimesChart = lazy(async () => ({ default: (await import("./times-chart.tsx")).TimesChart }));
const InstallationCharts = lazy(async () => ({ default: (await import("./installation-charts.tsx")).InstallationCharts }));
const UptimeGrid = lazy(async () => ({ default: (await import("./uptime-grid.tsx")).UptimeGrid }));

/** Documented: ten results, seven days. */
const recentResults = 10;
const systemDays = 7;
/** Opened again it is read again, and what was read before stands until then. */
const anew = { refetchOnMount: "always", placeholderData: keepPreviousData } as const;

export function SystemTab() {
  const words = useAnalyticsWords();
  const address = useAddress();
  const overview = trpc.analytics.overview.useQuery(overviewInput(address), anew);
  const dashboard = trpc.analytics.dashboard.useQuery({}, anew);
  const history = trpc.analytics.relayHistory.useQuery({ limit: recentResults }, anew);
  const system = trpc.analytics.system.useQuery({ days: systemDays }, anew);
  const uptime = trpc.analytics.uptime.useQuery({}, anew);
  const { outcomes, times, installation } = words;
  const server = dashboard.data?.timeZone ?? null;
  const others = address.zone === null || address.zone === server ? null : server;
  return (
    <WhenRead queries={[overview, dashboard, history, system, uptime]}>
      <Part
        title={words.today.title}
        aside={overview.data !== undefined && <ZoneAndAge zone={overview.data.timeZone} at={fromInstant(overview.data.to)} />}
      >
        <div className="panels">
          <Panel query={overview} title={words.cards.list} isWide>
            {(data) => <OverviewCards data={data} system={system.data ?? []} />}
          </Panel>
        </div>
      </Part>
      <Part title={words.lastDays(address.days)}>
        <div className="panels">
          <Panel query={overview} title={outcomes.title} id="outcomes" isWide>
            {(data) => <OutcomesChart data={data} />}
          </Panel>
          <Panel query={overview} title={times.answer} id="answer-times">
            {(data) => <TimesChart data={data} of="response" />}
          </Panel>
          <Panel query={overview} title={times.proof}>
            {(data) => <TimesChart data={data} of="confirmation" />}
          </Panel>
          <Panel query={system} title={installation.people}>
            {(data) => <InstallationCharts days={data} of="people" zone={others} />}
          </Panel>
          <Panel query={system} title={installation.link}>
            {(data) => <InstallationCharts days={data} of="link" zone={others} />}
          </Panel>
        </div>
      </Part>
      <div className="panels">
        <Panel query={history} title={words.commands.title}>
          {(data) => <RecentCommands results={data} />}
        </Panel>
        <Panel query={dashboard} title={words.alerts.title}>
          {(data) => <RecentAlerts alerts={data.recentAlerts} />}
        </Panel>
        {uptime.data?.devices.length !== 0 && (
          <Panel query={uptime} title={words.uptime.title} isWide>
            {(data) => <UptimeGrid data={data} />}
          </Panel>
        )}
      </div>
    </WhenRead>
  );
}

/** Whose today it is, and how old the numbers are. */
function ZoneAndAge({ zone, at }: { zone: string; at: number }) {
  const words = useAnalyticsWords().today;
  const { formats } = useTold();
  const now = useNow(60_000);
  return (
    <p className="muted">
      <span className="zone-label">{zone}</span> · {words.asOf(formats.time(at, now))}
    </p>
  );
}
