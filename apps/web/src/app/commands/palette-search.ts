/** What a search in the palette finds: entries that hold every word of it, whatever its case and accents. Pure. */

/** A group shows this many; the palette says how many more there are. */
export const mostPerGroup = 24;

export interface Found<T> {
  readonly shown: readonly T[];
  readonly more: number;
}

export function found<T>(query: string, entries: readonly T[], wordsOf: (entry: T) => string): Found<T> {
  const wanted = folded(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  const fitting = entries.filter((entry) => {
    const words = folded(wordsOf(entry));
    return wanted.every((word) => words.includes(word));
  });
  return { shown: fitting.slice(0, mostPerGroup), more: Math.max(0, fitting.length - mostPerGroup) };
}

function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
