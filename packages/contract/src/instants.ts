/** Epoch milliseconds as the wire writes them. */
export function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Like `toInstant`; absent stays null. */
export function toInstantOrNull(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : toInstant(ms);
}

/** Epoch milliseconds of an instant that a schema has accepted. */
export function fromInstant(instant: string): number {
  return Date.parse(instant);
}
