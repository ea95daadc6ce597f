/**
 * The four documented cards of today: amount, change against yesterday up to the same time, the way there, and where to look closer.
 * Of devices by their status no yesterday is kept, so that card tells no change. [D32]
 */
import type { SystemDay } from "@relaydeck/contract/analytics-admin";
import type { CommandFigures, Overview } from "@relaydeck/contract/analytics-overview";
import { useAddress } from "../address.ts";
import { useAnalyticsWords } from "../analytics-words.ts";
import { NumberCard, NumberCards } from "../number-card.tsx";
import { changeOf } from "../numbers.ts";
import { RatingBadge } from "../rating.tsx";
import { useTold } from "../told.ts";

interface CardsProps {
  data: Overview;
  /** Seven days of the installation; none where they could not be read. */
  system: readonly SystemDay[];
}

export function OverviewCards({ data, system }: CardsProps) {
  return (
    <NumberCards label={useAnalyticsWords().cards.list}>
      <CommandsCard data={data} />
      <RateCard data={data} />
      <AverageCard data={data} />
      <DevicesCard data={data} system={system} />
    </NumberCards>
  );
}

function useTrend({ days }: Overview) {
  const words = useAnalyticsWords();
  return (valueOf: (day: CommandFigures) => number | null) => ({ values: days.map(valueOf), over: words.days(days.length) });
}

function CommandsCard({ data }: { data: Overview }) {
  const words = useAnalyticsWords();
  const told = useTold();
  const trend = useTrend(data);
  const { today, yesterday } = data;
  return (
    <NumberCard
      title={words.cards.commands}
      value={told.number(today.commands)}
      change={{ change: changeOf(today.commands, yesterday.commands), amount: told.number, than: words.change.yesterday }}
      spark={trend((day) => day.commands)}
      link={{ href: "#outcomes", text: words.cards.commandsLink }}
    />
  );
}

function RateCard({ data }: { data: Overview }) {
  const words = useAnalyticsWords();
  const told = useTold();
  const trend = useTrend(data);
  const { successRate, unconfirmed } = data.today;
  return (
    <NumberCard
      title={words.cards.rate}
      value={told.percent(successRate)}
      badge={successRate !== null && <RatingBadge percent={successRate} of="uptime" />}
      change={{
        change: changeOf(successRate, data.yesterday.successRate, 1),
        amount: (amount) => words.change.points(told.decimal(amount)),
        than: words.change.yesterday,
      }}
      notes={[words.cards.unconfirmed(told.number(unconfirmed))]}
      spark={trend((day) => day.successRate)}
      link={{ href: "#outcomes", text: words.cards.rateLink }}
    />
  );
}

function AverageCard({ data }: { data: Overview }) {
  const words = useAnalyticsWords();
  const told = useTold();
  const trend = useTrend(data);
  const { averageResponseMs, response } = data.today;
  return (
    <NumberCard
      title={words.cards.average}
      {...told.measured(averageResponseMs, "ms")}
      change={{
        change: changeOf(averageResponseMs, data.yesterday.averageResponseMs),
        amount: told.ms,
        than: words.change.yesterday,
      }}
      notes={response === null ? [] : [words.cards.p95(told.ms(response.p95))]}
      spark={trend((day) => day.averageResponseMs)}
      link={{ href: "#answer-times", text: words.cards.averageLink }}
    />
  );
}

function DevicesCard({ data, system }: CardsProps) {
  const words = useAnalyticsWords();
  const told = useTold();
  const { hrefOf } = useAddress();
  const { connected, devices, notHeard } = data;
  // Before the installation there was nobody who could have been there.
  const online = system.map((day) => (day.totalDevices === 0 ? null : day.onlineDevices));
  return (
    <NumberCard
      title={words.cards.devices}
      {...(devices === 0
        ? { value: words.dash }
        : { value: `${told.number(connected)}/${told.number(devices)}`, unit: words.cards.online })}
      notes={notHeard === 0 ? [] : [words.cards.notHeard(told.number(notHeard))]}
      spark={{ values: online, over: words.days(system.length) }}
      link={{ href: hrefOf({ tab: "device", device: null }), text: words.cards.devicesLink }}
    />
  );
}
