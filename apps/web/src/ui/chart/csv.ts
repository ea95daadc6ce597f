/** CSV as a file that the browser saves; what stands in it is made by the contract. [EX-2] */

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
