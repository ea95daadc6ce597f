/** Events of the live log, before and after they have their number. [architecture 6] */

export interface NewLiveEvent {
  readonly kind: string;
  /** The device or the user that the event speaks of; who may see it is asked when it is sent. */
  readonly deviceId?: string | null;
  readonly userId?: string | null;
  /** Plain JSON. */
  readonly body: unknown;
}

/** One committed row of the live log. */
export interface LiveEvent {
  readonly number: number;
  readonly at: number;
  readonly kind: string;
  readonly deviceId: string | null;
  readonly userId: string | null;
  readonly body: unknown;
}
