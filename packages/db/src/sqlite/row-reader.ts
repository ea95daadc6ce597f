/**
 * Rows of a select, read by a plan that is made once per query; drizzle's own mapping asks anew for each value, and
 * costs more than SQLite itself.
 *
 * Only for columns of tables, alone or grouped by table (`{ device, share }`); everything else is left to drizzle. [G8, G10]
 */
import { Column, getTableName, is, type SelectedFieldsOrdered } from "drizzle-orm";

type Row = Record<string, unknown>;
/** Tables of the query that cannot be absent, as drizzle notes them for a join. */
export type NotNullable = Record<string, boolean> | undefined;

interface ColumnOf {
  readonly key: string;
  readonly index: number;
  /** Null where the value is read as the driver gives it. */
  readonly column: Column | null;
}

interface Group {
  readonly name: string | null;
  readonly table: string;
  readonly columns: ColumnOf[];
}

/** Null when the query holds something else than columns. */
export function rowReader(
  fields: SelectedFieldsOrdered<Column> | undefined,
): ((row: readonly unknown[], notNullable: NotNullable) => Row) | null {
  const groups = fields === undefined ? null : groupsOf(fields);
  if (groups === null) return null;
  const [only] = groups;
  if (groups.length === 1 && only !== undefined && only.name === null) return (row) => readGroup(only, row);
  return (row, notNullable) => {
    const result: Row = {};
    for (const group of groups) {
      if (group.name === null) Object.assign(result, readGroup(group, row));
      else result[group.name] = isAbsent(group, row, notNullable) ? null : readGroup(group, row);
    }
    return result;
  };
}

function groupsOf(fields: SelectedFieldsOrdered<Column>): Group[] | null {
  const groups: Group[] = [];
  for (const [index, { path, field }] of fields.entries()) {
    if (!is(field, Column) || path.length > 2) return null;
    const key = path.at(-1) ?? "";
    const name = path.length === 2 ? (path[0] ?? "") : null;
    const table = getTableName(field.table);
    const column = { key, index, column: isReadAsGiven(field) ? null : field };
    const group = groups.find((candidate) => candidate.name === name);
    if (group === undefined) groups.push({ name, table, columns: [column] });
    // A group out of several tables has its own rule of absence; drizzle knows it.
    else if (name !== null && group.table !== table) return null;
    else group.columns.push(column);
  }
  return groups;
}

function readGroup({ columns }: Group, row: readonly unknown[]): Row {
  const result: Row = {};
  for (const { key, index, column } of columns) {
    const value = row[index];
    result[key] = value === null || column === null ? value : column.mapFromDriverValue(value);
  }
  return result;
}

/** A column of our own words (dialect/columns.ts) without a reading of its own. */
function isReadAsGiven(column: Column): boolean {
  return "mapFrom" in column && column.mapFrom === undefined;
}

/** A joined table without a matching row answers nothing but nulls; its first column says so. */
function isAbsent(group: Group, row: readonly unknown[], notNullable: NotNullable): boolean {
  const first = group.columns[0];
  return notNullable !== undefined && notNullable[group.table] !== true && first !== undefined && row[first.index] === null;
}
