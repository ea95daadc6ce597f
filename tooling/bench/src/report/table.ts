import type { Finding } from "./finding.ts";

const heads = ["goal", "what", "figure", "baseline", "ratio", "wanted", "met"] as const;

/** The findings as lines of equal columns. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ goal, what, figure, baseline, ratio, wanted, isMet }) => [
    goal,
    what,
    figure,
    baseline,
    ratio,
    wanted,
    isMet === null ? "-" : isMet ? "yes" : "NO",
  ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(heads), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
