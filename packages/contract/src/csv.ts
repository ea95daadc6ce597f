/** Rows as CSV that a spreadsheet opens without running anything: what could be a formula is made text. [EX-2] */

/** What one cell holds. */
export type Cell = string | number | null;

/** What begins a formula in some program, in its full-width forms too. */
const formula = /^[\t\r=+\-@＝＋－＠]/u;

/** Lines that each end with CR LF. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

/** Numbers stay numbers, negative ones too; text is quoted. */
function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
