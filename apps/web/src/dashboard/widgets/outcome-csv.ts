/** The table of the chart as a file: the same values, the days as ISO dates. */
import type { MyNumbers } from "@relaydeck/contract/analytics";
import type { WidgetsWords } from "../../texts/widgets.en.ts";

/** Numbers and dates of our own only, so no cell can become a formula. [EX-2] */
export function csvOf(days: readonly MyNumbers["days"][number][], words: WidgetsWords["analytics"]): string {
  const head = [words.day, words.successful, words.failedOnes, words.unconfirmed];
  const rows = days.map(({ date, successful, failed, unconfirmed }) => [date, successful, failed, unconfirmed]);
  return [head, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}

export function saveCsv(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "commands.csv";
  link.click();
  URL.revokeObjectURL(url);
}
