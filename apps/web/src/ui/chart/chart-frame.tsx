/** What stands around every chart: its name, its numbers as a table, and the same numbers as CSV. [A20] */
import "./chart.css";
import { useId, useState, type ReactNode } from "react";
import { Button } from "../button.tsx";
import type { TableData } from "./chart-data.ts";
import { toCsv, type Cell } from "@relaydeck/contract/csv";
import { saveCsv } from "./csv.ts";

/** A box that scrolls by itself must be reachable by key, and named. */
export const scrollBox = { role: "region", tabIndex: 0 } as const;

export interface ChartWords {
  readonly showTable: string;
  readonly hideTable: string;
  readonly csv: string;
  readonly showTableOf: (title: string) => string;
  readonly hideTableOf: (title: string) => string;
  readonly csvOf: (title: string) => string;
  readonly tableOf: (title: string) => string;
  readonly noData: string;
  readonly nothing: string;
  readonly point: (time: string, values: string) => string;
  readonly keys: string;
}

interface ChartFrameProps {
  title: string;
  unit?: string;
  table: TableData;
  /** How a cell reads; the CSV holds it as it is. */
  show: (cell: Cell, column: number, row: number) => ReactNode;
  fileName: string;
  words: ChartWords;
  children: ReactNode;
}

export function ChartFrame({ title, unit, table, show, fileName, words, children }: ChartFrameProps) {
  const headingId = useId();
  const tableId = useId();
  const [isTable, setTable] = useState(false);
  const save = () => saveCsv(fileName, toCsv([table.columns, ...table.rows]));
  return (
    <section className="chart" aria-labelledby={headingId}>
      <header className="chart-head">
        <h3 id={headingId}>
          {title}
          {unit !== undefined && <span className="chart-unit"> {unit}</span>}
        </h3>
        <div className="chart-actions">
          <Button
            size="small"
            aria-expanded={isTable}
            aria-controls={tableId}
            aria-label={(isTable ? words.hideTableOf : words.showTableOf)(title)}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? words.hideTable : words.showTable}
          </Button>
          <Button size="small" aria-label={words.csvOf(title)} onClick={save}>
            {words.csv}
          </Button>
        </div>
      </header>
      {children}
      <div id={tableId} hidden={!isTable}>
        {isTable && <ChartTable title={title} table={table} show={show} words={words} />}
      </div>
    </section>
  );
}

function hasNumbers({ rows }: TableData, column: number): boolean {
  return rows.some((row) => typeof row[column] === "number");
}

/** Each cell names its column, for screens on which the values of a row stand below each other. */
export function ChartTable({ title, table, show, words }: Pick<ChartFrameProps, "title" | "table" | "show" | "words">) {
  if (table.rows.length === 0) return <p className="muted">{words.nothing}</p>;
  return (
    <div className="chart-table" {...scrollBox} aria-label={words.tableOf(title)}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column, index) => (
              <th key={column} scope="col" data-number={hasNumbers(table, index) ? "" : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td
                  key={table.columns[column]}
                  data-label={table.columns[column]}
                  data-value={cell ?? ""}
                  data-number={typeof cell === "number" ? "" : undefined}
                >
                  {show(cell, column, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
