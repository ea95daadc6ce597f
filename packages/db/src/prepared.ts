/** The few statements that differ by dialect or must not be built per call. One file per dialect implements them. [G8] */
export interface Prepared {
  /** True while this fencing number still holds the lease; keeps it so until the transaction ends. [LE-1] */
  holdsLease(name: string, fencing: number): Promise<boolean>;
}
