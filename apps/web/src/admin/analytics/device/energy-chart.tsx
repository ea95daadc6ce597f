/** How many hours each relay was on, of the hours in which its device reported; the rest of the time nothing is known. [C12] */
import type { DeviceNumbers } from "@relaydeck/contract/analytics-overview";
import { fromInstant } from "@relaydeck/contract/instants";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { csvFileName } from "../../../ui/chart/csv.ts";
import { useAddress } from "../address.ts";
import { useAnalyticsWords, useChartWords } from "../analytics-words.ts";
import { useTold } from "../told.ts";
import { Drawn } from "./device-charts.tsx";

const hourMs = 60 * 60_000;

/** Hours to the hundredth, as they are drawn, told and saved: a bit more exact than a minute. */
function hoursOf(ms: number): number {
  return Math.round((ms / hourMs) * 100) / 100;
}

export function EnergyChart({ data }: { data: DeviceNumbers }) {
  const words = useAnalyticsWords().device;
  const chartWords = useChartWords();
  const told = useTold();
  const { range } = useAddress();
  const wholeMs = fromInstant(data.to) - fromInstant(data.from);
  // A relay of which nothing is known has no hours of being off either.
  const ofRelays = (msOf: (relay: DeviceNumbers["relays"][number]) => number) =>
    data.relays.map((relay) => (relay.knownMs === 0 ? null : hoursOf(msOf(relay))));
  if (data.relays.every(({ knownMs }) => knownMs === 0)) return null;
  return (
    <Drawn>
      <BarChart
        title={words.energy}
        unit={words.hours}
        slotColumn={words.relay}
        slots={data.relays.map(({ name }) => ({ name, tick: name, cell: name }))}
        series={[
          { name: words.on, look: "plain", values: ofRelays(({ onMs }) => onMs) },
          { name: words.off, look: "dots", values: ofRelays(({ onMs, knownMs }) => knownMs - onMs) },
          { name: words.unknown, look: "lines", values: ofRelays(({ knownMs }) => Math.max(0, wholeMs - knownMs)) },
        ]}
        atLeast={1}
        words={chartWords}
        fileName={csvFileName("relaydeck", "energy-on", data.device.serialNumber, range)}
        showValue={(hours) => told.formats.number(hours)}
      />
    </Drawn>
  );
}
