/** The newest word on Sync Metrics: the server's of everybody's, or what this page saw fail while the server was out of reach. [D28] */
import type { SyncState } from "@relaydeck/contract/analytics-overview";
import { fromInstant } from "@relaydeck/contract/instants";

export interface LastSync {
  readonly state: SyncState["state"];
  /** Epoch ms by the server's clock: when it began, or when it was done or failed. */
  readonly at: number;
}

/** `failedAt`: when this page saw one fail, epoch ms by the server's clock; null: it saw none. Null: nothing is known of any. */
export function newestSync(told: SyncState | null, failedAt: number | null): LastSync | null {
  const last = told === null ? null : { state: told.state, at: fromInstant(told.at) };
  if (failedAt !== null && (last === null || failedAt > last.at)) return { state: "failed", at: failedAt };
  return last;
}
