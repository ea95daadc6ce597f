/** What the provider's API was used for, and how much of what it allows. [D26, C14] */
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../../app/trpc.ts";
import { periods, useAddress } from "../address.ts";
import { useAnalyticsWords } from "../analytics-words.ts";
import { Choice } from "../heading.tsx";
import { Panel, Part, WhenRead } from "../panel.tsx";
import { zoneInput } from "../system/overview-input.ts";
import { ApiCards } from "./api-cards.tsx";
import { CallsChart } from "./calls-chart.tsx";
import { EndpointsTable } from "./endpoints-table.tsx";

const anew = { refetchOnMount: "always", placeholderData: keepPreviousData } as const;

export function ApiTab() {
  const words = useAnalyticsWords().api;
  const { period, zone } = useAddress();
  const days = zoneInput(zone);
  const overview = trpc.analytics.providerOverview.useQuery(days, anew);
  const endpoints = trpc.analytics.providerEndpoints.useQuery(days, anew);
  const use = trpc.analytics.providerUse.useQuery({ period, ...days }, anew);
  return (
    <WhenRead queries={[overview, endpoints, use]}>
      <Part title={words.overview}>
        <div className="panels">
          <Panel query={overview} title={words.numbers} isWide>
            {(data) => <ApiCards data={data} />}
          </Panel>
          <Panel query={endpoints} title={words.endpoints} isWide>
            {(data) => <EndpointsTable endpoints={data} />}
          </Panel>
        </div>
      </Part>
      <Part title={words.overTime} aside={<PeriodChoice />}>
        <div className="panels">
          <Panel query={use} title={words.chart} isWide>
            {(data) => <CallsChart data={data} />}
          </Panel>
        </div>
      </Part>
    </WhenRead>
  );
}

function PeriodChoice() {
  const words = useAnalyticsWords().api;
  const { period, change } = useAddress();
  return (
    <Choice label={words.period} value={period} onChange={(value) => change({ period: value === "week" ? null : value })}>
      {periods.map((one) => (
        <option key={one} value={one}>
          {words.periods[one]}
        </option>
      ))}
    </Choice>
  );
}
