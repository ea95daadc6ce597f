/**
 * Rows of a list: a table, or on a phone a card for each row with label and value. On paper it is always a table.
 *
 * Not here: which rows, and what may be done with them; both are the caller's.
 */
import "./data-table.css";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { useMedia } from "../../ui/use-media.ts";
import type { Column } from "./columns.ts";
import { useConsoleWords } from "./console-words.ts";
import { nextSort, type ListAddress } from "./list-address.ts";
import type { Selection } from "./selection.ts";

export interface DataTableProps<Row> {
  /** Of the table, for screen readers. */
  label: string;
  /** Those that are shown; the first names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  sort: ListAddress["sort"];
  /** Without it nothing can be sorted. */
  onSort?: ((sort: ListAddress["sort"]) => void) | undefined;
  selection?: Selection | undefined;
  actions?: ((row: Row) => ReactNode) | undefined;
  /** What stands in place of a row that was deleted; null while it was not. */
  stripOf?: ((row: Row) => ReactNode) | undefined;
}

export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const isPhone = useMedia("screen and (width < 768px)");
  if (isPhone) return <Cards {...props} />;
  return (
    <div className="list-scroll">
      <Table {...props} />
    </div>
  );
}

function Table<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const { columns, rows, selection, actions } = props;
  const words = useConsoleWords().list;
  const width = columns.length + (selection === undefined ? 0 : 1) + (actions === undefined ? 0 : 1);
  return (
    <table className="list-table" aria-label={props.label}>
      <thead>
        <tr>
          {selection !== undefined && (
            <th scope="col" className="list-choose">
              {offersAny(props) && <Choice label={words.chooseAll} checked={selection.hasAll} onChange={selection.toggleAll} />}
            </th>
          )}
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
          {actions !== undefined && (
            <th scope="col" className="list-actions">
              {words.actions}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row.id} row={row} width={width} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function ColumnHead<Row>(props: Pick<DataTableProps<Row>, "sort" | "onSort"> & { column: Column<Row> }) {
  const { column, sort, onSort } = props;
  const by = column.sort;
  if (by === undefined || onSort === undefined) return <th scope="col">{column.label}</th>;
  const order = sort?.by === by ? sort.order : null;
  const spoken = { asc: "ascending", desc: "descending" } as const;
  return (
    <th scope="col" aria-sort={order === null ? "none" : spoken[order]}>
      <button type="button" className="list-sort" data-order={order ?? undefined} onClick={() => onSort(nextSort(sort, by))}>
        <span>{column.label}</span>
        <Icon name="chevron" size={14} />
      </button>
    </th>
  );
}

function TableRow<Row extends { readonly id: string }>(props: DataTableProps<Row> & { row: Row; width: number }) {
  const { row, columns, selection, actions, nameOf } = props;
  const words = useConsoleWords().list;
  const strip = props.stripOf?.(row) ?? null;
  if (strip !== null)
    return (
      <tr data-thing={row.id} className="list-strip">
        <td colSpan={props.width}>{strip}</td>
      </tr>
    );
  return (
    <tr data-thing={row.id} data-chosen={selection?.has(row.id) === true ? "" : undefined}>
      {selection !== undefined && (
        <td className="list-choose">
          {selection.offers(row.id) && (
            <Choice label={words.choose(nameOf(row))} checked={selection.has(row.id)} onChange={() => selection.toggle(row.id)} />
          )}
        </td>
      )}
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.id} scope="row" data-column={column.id}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} data-column={column.id}>
            {column.cell(row)}
          </td>
        ),
      )}
      {actions !== undefined && (
        <td className="list-actions">
          <div className="list-buttons">{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

function Cards<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const words = useConsoleWords().list;
  const { selection } = props;
  return (
    <>
      {selection !== undefined && offersAny(props) && (
        <label className="list-choose-all">
          <Choice checked={selection.hasAll} onChange={selection.toggleAll} />
          <span>{words.chooseAll}</span>
        </label>
      )}
      <ul className="list-cards plain" aria-label={props.label}>
        {props.rows.map((row) => (
          <li key={row.id} data-thing={row.id} className="list-card">
            <Card row={row} {...props} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Card<Row extends { readonly id: string }>(props: DataTableProps<Row> & { row: Row }) {
  const { row, selection, actions, nameOf } = props;
  const words = useConsoleWords().list;
  const strip = props.stripOf?.(row) ?? null;
  if (strip !== null) return <div className="list-strip">{strip}</div>;
  const [head, ...others] = props.columns;
  return (
    <>
      <div className="list-card-head">
        {selection?.offers(row.id) === true && (
          <Choice label={words.choose(nameOf(row))} checked={selection.has(row.id)} onChange={() => selection.toggle(row.id)} />
        )}
        <div className="list-card-name">{head?.cell(row)}</div>
        {actions !== undefined && <div className="list-buttons">{actions(row)}</div>}
      </div>
      <dl className="list-values">
        {others.map((column) => (
          <div key={column.id} data-column={column.id}>
            <dt>{column.label}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** There is something to choose on the page. */
function offersAny<Row extends { readonly id: string }>({ rows, selection }: DataTableProps<Row>): boolean {
  return rows.some(({ id }) => selection?.offers(id) === true);
}

/** Without a label of its own it stands in one. */
function Choice(props: { label?: string; checked: boolean; onChange: () => void }) {
  return (
    <input
      type="checkbox"
      className="list-check"
      aria-label={props.label}
      checked={props.checked}
      onChange={() => props.onChange()}
    />
  );
}
