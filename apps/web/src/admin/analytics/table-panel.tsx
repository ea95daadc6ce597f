/** Numbers that are a table to begin with, and the same as CSV. */
import { useId, type ReactNode } from "react";
import { toCsv, type Cell } from "@relaydeck/contract/csv";
import { Button } from "../../ui/button.tsx";
import type { TableData } from "../../ui/chart/chart-data.ts";
import { ChartTable } from "../../ui/chart/chart-frame.tsx";
import { saveCsv } from "../../ui/chart/csv.ts";
import { useChartWords } from "./analytics-words.ts";

interface TablePanelProps {
  title: string;
  table: TableData;
  show: (cell: Cell, column: number, row: number) => ReactNode;
  fileName: string;
  empty: string;
}

export function TablePanel({ title, table, show, fileName, empty }: TablePanelProps) {
  const headingId = useId();
  const words = useChartWords();
  return (
    <section className="chart table-panel" aria-labelledby={headingId}>
      <header className="chart-head">
        <h3 id={headingId}>{title}</h3>
        <CsvButton title={title} table={table} fileName={fileName} />
      </header>
      <ChartTable title={title} table={table} show={show} words={{ ...words, nothing: empty }} />
    </section>
  );
}

function CsvButton({ title, table, fileName }: Pick<TablePanelProps, "title" | "table" | "fileName">) {
  const words = useChartWords();
  return (
    <div className="chart-actions">
      <Button
        size="small"
        aria-label={words.csvOf(title)}
        onClick={() => saveCsv(fileName, toCsv([table.columns, ...table.rows]))}
      >
        {words.csv}
      </Button>
    </div>
  );
}
