/** Rows as CSV that a spreadsheet opens without running anything: what could be a formula is made text. [EX-2] */

export type Cell = string | number | null;

/** What begins a formula in some program, in its full-width forms too. */
const formula = /^[\t\r=+\-@＝＋－＠]/u;

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

/** A name that every file system takes, of words that the product chose or a person typed. */
export function csvFileName(...parts: readonly string[]): string {
  const clean = parts.map((part) =>
    part
      .normalize("NFKD")
      .replaceAll(/[^\w-]+/g, "-")
      .replaceAll(/^-+|-+$/g, ""),
  );
  return `${clean
    .filter((part) => part !== "")
    .join("-")
    .toLowerCase()
    .slice(0, 100)}.csv`;
}

/** Hands the text to the browser as a file. */
export function saveCsv(fileName: string, csv: string): void {
  // With the mark at the beginning, spreadsheets read it as UTF-8.
  const url = URL.createObjectURL(new Blob(["\uFEFF", csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
