/** Who was there in the last 24 hours, worst first: its percentage with its word, and when. Hatched: nothing is known. [C3, A20] */
import { useEffect, useRef, useState } from "react";
import type { Uptime } from "@relaydeck/contract/analytics-overview";
import { fromInstant } from "@relaydeck/contract/instants";
import { Button } from "../../../ui/button.tsx";
import { toDecimals } from "../../../ui/chart/chart-data.ts";
import { ChartFrame } from "../../../ui/chart/chart-frame.tsx";
import { csvFileName } from "../../../ui/chart/csv.ts";
import { useAnalyticsWords, useChartWords } from "../analytics-words.ts";
import { useTold } from "../told.ts";
import { UptimeAxis } from "./uptime-axis.tsx";
import { UptimeRow } from "./uptime-row.tsx";

/** Drawn at first; the rest is a press away. */
const drawnFirst = 10;

export function UptimeGrid({ data }: { data: Uptime }) {
  const words = useAnalyticsWords().uptime;
  const chartWords = useChartWords();
  const told = useTold();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button goes; the first of those that it brought is the next to look at.
  useEffect(() => {
    if (isWhole) list.current?.children[drawnFirst]?.querySelector("a")?.focus();
  }, [isWhole]);
  const span = { from: fromInstant(data.from), to: fromInstant(data.to) };
  const shown = isWhole ? data.devices : data.devices.slice(0, drawnFirst);
  const rows = data.devices.flatMap(({ name, uptime, parts }) =>
    parts.map(({ from, to, state }) => [name, toDecimals(uptime, 1), from, to, words.states[state]]),
  );
  return (
    <ChartFrame
      title={words.title}
      unit={words.worstFirst}
      table={{ columns: [words.device, words.percent, words.from, words.to, words.state], rows }}
      show={(cell, column) => {
        if (typeof cell === "number") return told.decimal(cell);
        return column === 2 || column === 3 ? told.minute(Date.parse(String(cell))) : cell;
      }}
      fileName={csvFileName("relaydeck", "device-uptime", "24h")}
      words={chartWords}
    >
      <div className="uptimes-room">
        <ul ref={list} className="uptimes plain">
          {shown.map((device) => (
            <UptimeRow key={device.deviceId} device={device} span={span} />
          ))}
        </ul>
        <UptimeAxis span={span} />
      </div>
      <div className="uptimes-foot">
        <p className="muted">{words.legend}</p>
        {shown.length < data.devices.length && (
          <Button size="small" onClick={() => setWhole(true)}>
            {words.more(data.devices.length - shown.length)}
          </Button>
        )}
      </div>
    </ChartFrame>
  );
}
