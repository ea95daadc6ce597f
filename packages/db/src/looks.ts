/** Rows that are looked at a portion after the other, in order of a time, because not all of them go. Times are epoch ms. */
export interface Look {
  /** Where it begins. */
  readonly from: number;
  /** What is older may go. */
  readonly before: number;
  /** Rows that it is over. */
  readonly limit: number;
}

export interface Looked {
  /** How many went. */
  readonly gone: number;
  /** Where the next one begins; null: there is nothing more to look at. */
  readonly next: number | null;
}
