/** One device over an hour, a day, a week or a month. */
import { keepPreviousData } from "@tanstack/react-query";
import type { DeviceNumbers } from "@relaydeck/contract/analytics-overview";
import { fromInstant } from "@relaydeck/contract/instants";
import { trpc } from "../../../app/trpc.ts";
import { isCode } from "../../../public/failures.ts";
import { StatusBadge, type Tone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback.tsx";
import { Icon, type IconName } from "../../../ui/icon.tsx";
import { RelativeTime } from "../../../ui/time.tsx";
import { ranges, useAddress } from "../address.ts";
import { useAnalyticsWords } from "../analytics-words.ts";
import { PartLink } from "../arrival.tsx";
import { NumberCard, NumberCards } from "../number-card.tsx";
import { Panel, Part, WhenRead } from "../panel.tsx";
import { RatingBadge } from "../rating.tsx";
import { useTold } from "../told.ts";
import { BatteryChart, ConnectionChart, CurrentChart, SignalChart } from "./device-charts.tsx";
import { EnergyChart } from "./energy-chart.tsx";

export function DeviceNumbersView({ deviceId }: { deviceId: string }) {
  const words = useAnalyticsWords();
  const { range, hrefOf } = useAddress();
  const numbers = trpc.analytics.device.useQuery(
    { deviceId, range },
    { refetchOnMount: "always", placeholderData: keepPreviousData },
  );
  const { data } = numbers;
  const back = (
    <PartLink className="back" href={hrefOf({ device: null, range: null })}>
      <Icon name="chevron-right" size={14} />
      {words.device.back}
    </PartLink>
  );
  if (isCode(numbers.error, "NOT_FOUND") || isCode(numbers.error, "VALIDATION"))
    return (
      <EmptyState icon="search" action={back}>
        <p>{words.device.missing}</p>
      </EmptyState>
    );
  return (
    <WhenRead queries={[numbers]}>
      {back}
      <Part title={data?.device.name ?? words.tabs.device} aside={data !== undefined && <Described device={data.device} />}>
        <RangeChoice />
        <div className="panels">
          <Panel query={numbers} title={words.device.numbers} isWide>
            {(told) => <DeviceCards data={told} />}
          </Panel>
          {data !== undefined && <Charts data={data} />}
        </div>
      </Part>
    </WhenRead>
  );
}

/** What the device never tells has no drawing. */
function Charts({ data }: { data: DeviceNumbers }) {
  const words = useAnalyticsWords();
  const isSilent = data.samples.length === 0 && data.connection.every(({ state }) => state === "no-data");
  if (isSilent)
    return (
      <div className="panel" data-wide="">
        <EmptyState icon="clock">
          <p>{words.fleet.empty}</p>
        </EmptyState>
      </div>
    );
  return [ConnectionChart, EnergyChart, CurrentChart, SignalChart, BatteryChart].map((Chart) => (
    <Chart key={Chart.name} data={data} />
  ));
}

function RangeChoice() {
  const words = useAnalyticsWords().device;
  const { range, change } = useAddress();
  return (
    <div className="ranges" role="group" aria-label={words.range}>
      {ranges.map((one) => (
        <Button
          key={one}
          size="small"
          kind={one === range ? "primary" : "secondary"}
          aria-pressed={one === range}
          onClick={() => change({ range: one === "24h" ? null : one })}
        >
          {words.ranges[one]}
        </Button>
      ))}
    </div>
  );
}

const looks: Readonly<Record<DeviceNumbers["device"]["status"], { tone: Tone; icon: IconName; outline?: boolean }>> = {
  online: { tone: "ok", icon: "disc-tick" },
  offline: { tone: "bad", icon: "square-x", outline: true },
  connecting: { tone: "info", icon: "dashed-ring" },
};

/** What it is, and how it stands now; one that is silent though the cloud calls it online is said to be not heard. [C4] */
function Described({ device }: { device: DeviceNumbers["device"] }) {
  const words = useAnalyticsWords().device;
  const isSilent = device.status === "online" && device.freshness !== "fresh";
  const { tone, icon, outline = false } = isSilent ? { tone: "warn" as const, icon: "clock" as const } : looks[device.status];
  return (
    <div className="described">
      <StatusBadge tone={tone} icon={icon} outline={outline}>
        {isSilent ? words.stale : words.status[device.status]}
      </StatusBadge>
      {device.lastHeardAt !== null && (
        <span className="muted">
          {words.heard} <RelativeTime at={fromInstant(device.lastHeardAt)} isWithin />
        </span>
      )}
      <span className="muted">{words.serial(device.serialNumber)}</span>
      <span className="muted">{words.model[device.model]}</span>
    </div>
  );
}

function DeviceCards({ data }: { data: DeviceNumbers }) {
  const words = useAnalyticsWords();
  const told = useTold();
  const { uptime, commands } = data;
  const { successRate, averageResponseMs, unconfirmed, response } = commands;
  return (
    <NumberCards label={words.device.numbers}>
      <NumberCard
        title={words.device.uptime}
        value={told.percent(uptime)}
        badge={uptime !== null && <RatingBadge percent={uptime} of="uptime" />}
      />
      <NumberCard
        title={words.device.commands}
        value={told.number(commands.commands)}
        notes={[words.cards.unconfirmed(told.number(unconfirmed))]}
      />
      <NumberCard
        title={words.device.rate}
        value={told.percent(successRate)}
        badge={successRate !== null && <RatingBadge percent={successRate} of="uptime" />}
      />
      <NumberCard
        title={words.device.average}
        {...told.measured(averageResponseMs, "ms")}
        notes={response === null ? [] : [words.cards.p95(told.ms(response.p95))]}
      />
    </NumberCards>
  );
}
