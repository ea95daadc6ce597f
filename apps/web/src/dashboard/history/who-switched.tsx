/** Who switched, newest first: people by command, the button at the device, and moves that nobody asked for. [C10] */
import type { Switching } from "@relaydeck/contract/history";
import { fromInstant } from "@relaydeck/contract/instants";
import { Button } from "../../ui/button.tsx";
import { scrollBox } from "../../ui/chart/chart-frame.tsx";
import { toCsv } from "@relaydeck/contract/csv";
import { saveCsv } from "../../ui/chart/csv.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import type { ChartProps } from "./charts.tsx";
import type { HistoryWords } from "../../texts/history.en.ts";

/** The same shapes as on the card. */
const icons: Readonly<Record<NonNullable<Switching["state"]>, IconName>> = {
  requested: "dashed-ring",
  sent: "arrow-to-bar",
  acknowledged: "tick",
  confirmed: "disc-tick",
  unconfirmed: "diamond-question",
  failed: "triangle",
  expired: "hourglass",
  cancelled: "hourglass",
};

export function WhoSwitched({ chart, data }: Pick<ChartProps, "chart" | "data">) {
  const { words, formats, span, fileName } = chart;
  const { who } = words;
  const now = fromInstant(data.to);
  const nameOf = (number: number) => data.relays.find((relay) => relay.number === number)?.name ?? String(number);
  const columns = [who.time, who.relay, who.to, who.by, who.outcome];
  const shown = data.switchings.filter(({ at }) => fromInstant(at) >= span.from);
  const rows = shown.map((switching) => [
    switching.at,
    nameOf(switching.relayNumber),
    words.states.words[switching.target],
    personOf(switching, who),
    switching.state === null ? who.moved : who.outcomes[switching.state],
  ]);
  const save = () => saveCsv(fileName("switched"), toCsv([columns, ...rows]));
  return (
    <section className="chart">
      <header className="chart-head">
        <h3>{who.title}</h3>
        <Button size="small" aria-label={words.chart.csvOf(who.title)} onClick={save}>
          {words.chart.csv}
        </Button>
      </header>
      {rows.length === 0 && <p className="muted">{who.none}</p>}
      {rows.length > 0 && (
        <div className="chart-table" {...scrollBox} aria-label={who.title}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((switching, index) => (
                <tr key={switching.commandId ?? `${switching.at} ${switching.relayNumber}`}>
                  <td data-label={who.time}>{formats.timeWithSeconds(fromInstant(switching.at), now)}</td>
                  {rows[index]?.slice(1, 4).map((cell, column) => (
                    <td key={columns[column + 1]} data-label={columns[column + 1]}>
                      {cell}
                    </td>
                  ))}
                  <td data-label={who.outcome}>
                    <Icon name={switching.state === null ? "info" : icons[switching.state]} size={14} /> {rows[index]?.[4]}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function personOf({ by, byName }: Switching, words: HistoryWords["who"]): string {
  switch (by) {
    case "you":
      return words.you;
    case "other":
      return byName ?? words.somebody;
    case "button":
      return words.button;
    case "unknown":
      return words.unknown;
  }
}
