/** A time without data from the device cloud; `to` is null while it lasts. ISO instants. */
export interface Gap {
  readonly from: string;
  readonly to: string | null;
}

/** What was read of the last day and what the stream has told since; of one gap the stream's word is the newer. */
export function mergedGaps(read: readonly Gap[], heard: readonly Gap[]): readonly Gap[] {
  const told = new Set(heard.map((gap) => gap.from));
  return [...heard, ...read.filter((gap) => !told.has(gap.from))];
}
