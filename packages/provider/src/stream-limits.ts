/** Milliseconds, but for the count. */
export interface StreamLimits {
  readonly silence: number;
  readonly headWithin: number;
  /** First and longest wait after a break. The longest keeps recovery within 60 s of the cloud's return. */
  readonly firstWait: number;
  readonly longestWait: number;
  /** First and longest wait after 429 and 529. */
  readonly firstBusyWait: number;
  readonly longestBusyWait: number;
  /** A stream that lived this long starts the waits afresh. */
  readonly stableAfter: number;
  readonly opens: number;
  readonly opensWithin: number;
}
