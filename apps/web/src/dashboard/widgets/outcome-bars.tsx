/** Seven days of outcomes as bars: each part has a pattern and its word, arrow keys read day by day, and the same as table and CSV. [A20] */
import { useId, useState, type KeyboardEvent } from "react";
import type { MyNumbers } from "@relaydeck/contract/analytics";
import { useLanguage } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { toCsv } from "@relaydeck/contract/csv";
import { saveCsv } from "../../ui/chart/csv.ts";
import { useWidgetsWords } from "./widgets-words.ts";

type Day = Record<(typeof parts)[number], number> & Pick<MyNumbers["days"][number], "date">;

const parts = ["confirmed", "answered", "failed", "unconfirmed"] as const;

/** What a device answered and no report has proved, or one has contradicted, is not done. [D52] */
export function toldApart({ successful, ...day }: MyNumbers["days"][number]): Day {
  return { ...day, answered: successful - day.confirmed };
}

export function OutcomeBars(props: { days: MyNumbers["days"] }) {
  const days = props.days.map(toldApart);
  const words = useWidgetsWords().analytics;
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <section className="outcomes" aria-labelledby={id}>
      <div className="outcomes-head">
        <h3 className="tile-subtitle" id={id}>
          {words.chart}
        </h3>
        <span className="actions">
          <Button size="small" kind="quiet" onClick={() => setTable(!isTable)}>
            {isTable ? words.asChart : words.asTable}
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={words.csvNamed}
            onClick={() => saveCsv("commands.csv", toCsv(cellsOf(days, words)))}
          >
            {words.csv}
          </Button>
        </span>
      </div>
      {isTable ? <Table days={days} labelledBy={id} /> : <Chart days={days} labelledBy={id} />}
    </section>
  );
}

interface DaysProps {
  days: readonly Day[];
  labelledBy: string;
}

function Chart({ days, labelledBy }: DaysProps) {
  const words = useWidgetsWords().analytics;
  const longDay = useDayFormat({ weekday: "long", day: "numeric", month: "long" });
  const [at, setAt] = useState<number | null>(null);
  const most = Math.max(1, ...days.map(sumOf));
  const sentence = (day: Day) => words.point(longDay(day), day);
  const shown = at === null ? undefined : days[at];
  return (
    <>
      <div className="outcome-chart" role="group" aria-labelledby={labelledBy}>
        {days.map((day, index) => (
          <DayBar
            key={day.date}
            day={day}
            most={most}
            label={sentence(day)}
            isAt={index === (at ?? days.length - 1)}
            onAt={() => setAt(index)}
          />
        ))}
      </div>
      <p className="outcome-point">{shown === undefined ? words.unit : sentence(shown)}</p>
      <ul className="outcome-legend plain">
        {parts.map((part) => (
          <li key={part}>
            <span data-part={part} />
            {wordOf(part, words)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** One stop of the Tab key for the whole chart; the arrows go on from there. */
function DayBar(props: { day: Day; most: number; label: string; isAt: boolean; onAt: () => void }) {
  const { day, most } = props;
  const shortDay = useDayFormat({ weekday: "short" });
  function go(event: KeyboardEvent<HTMLButtonElement>) {
    const { previousElementSibling: before, nextElementSibling: after } = event.currentTarget;
    const next = event.key === "ArrowRight" ? after : event.key === "ArrowLeft" ? before : null;
    if (next instanceof HTMLButtonElement) next.focus();
  }
  return (
    <button
      type="button"
      className="outcome-day"
      tabIndex={props.isAt ? 0 : -1}
      onFocus={props.onAt}
      onClick={props.onAt}
      onKeyDown={go}
    >
      <span className="visually-hidden">{props.label}</span>
      <span className="outcome-sum" aria-hidden="true">
        {sumOf(day)}
      </span>
      <span className="outcome-bar" aria-hidden="true">
        {parts.map((part) => (
          <span key={part} data-part={part} style={{ height: `${(100 * day[part]) / most}%` }} />
        ))}
      </span>
      <span className="outcome-label" aria-hidden="true">
        {shortDay(day)}
      </span>
    </button>
  );
}

function Table({ days, labelledBy }: DaysProps) {
  const words = useWidgetsWords().analytics;
  const longDay = useDayFormat({ weekday: "short", day: "numeric", month: "short" });
  return (
    <table className="outcome-table" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          {parts.map((part) => (
            <th key={part} scope="col">
              {wordOf(part, words)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.date}>
            <th scope="row">{longDay(day)}</th>
            {parts.map((part) => (
              <td key={part}>{day[part]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same values as the table; days as dates. [A20] */
function cellsOf(days: readonly Day[], words: ReturnType<typeof useWidgetsWords>["analytics"]) {
  const head = [words.day, ...parts.map((part) => wordOf(part, words))];
  return [head, ...days.map((day) => [day.date, ...parts.map((part) => day[part])])];
}

function wordOf(part: (typeof parts)[number], words: ReturnType<typeof useWidgetsWords>["analytics"]): string {
  return { confirmed: words.confirmed, answered: words.answered, failed: words.failedOnes, unconfirmed: words.unconfirmed }[part];
}

function sumOf(day: Day): number {
  return parts.reduce((sum, part) => sum + day[part], 0);
}

/** A day has no zone any more: it is written as it came. */
function useDayFormat(options: Intl.DateTimeFormatOptions): (day: Day) => string {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  return (day) => format.format(new Date(`${day.date}T00:00:00Z`));
}
