/** A time without data from the device cloud; `to` is null while it lasts. ISO instants. */
export interface Gap {
  readonly from: string;
  readonly to: string | null;
}

/** What was read of the last day and what the stream has told since; of one gap the end stands, whoever told it: none opens again. */
export function mergedGaps(read: readonly Gap[], heard: readonly Gap[]): readonly Gap[] {
  const readByFrom = new Map(read.map((gap) => [gap.from, gap]));
  const told = new Set(heard.map((gap) => gap.from));
  const known = heard.map((gap) => (gap.to === null ? (readByFrom.get(gap.from) ?? gap) : gap));
  return [...known, ...read.filter((gap) => !told.has(gap.from))];
}
