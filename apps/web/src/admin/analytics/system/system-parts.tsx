/** What the tab of the installation shows, charts and all. */
import "./system.css";
import { fromInstant } from "@relaydeck/contract/instants";
import { useNow } from "../../../ui/time.tsx";
import { useAddress } from "../address.ts";
import { useAnalyticsWords } from "../analytics-words.ts";
import { Panel, Part } from "../panel.tsx";
import { useTold } from "../told.ts";
import { InstallationCharts } from "./installation-charts.tsx";
import { OutcomesChart } from "./outcomes-chart.tsx";
import { OverviewCards } from "./overview-cards.tsx";
import { RecentAlerts } from "./recent-alerts.tsx";
import { RecentCommands } from "./recent-commands.tsx";
import type { SystemReads } from "./system-reads.ts";
import { TimesChart } from "./times-chart.tsx";
import { UptimeGrid } from "./uptime-grid.tsx";

export function SystemParts({ overview, dashboard, history, system, uptime }: SystemReads) {
  const words = useAnalyticsWords();
  const address = useAddress();
  const { outcomes, times, installation } = words;
  const server = dashboard.data?.timeZone ?? null;
  const others = address.zone === null || address.zone === server ? null : server;
  return (
    <>
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
    </>
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
