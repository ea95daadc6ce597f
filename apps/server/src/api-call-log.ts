/** Every call to the cloud, kept for analytics: collected in memory, written in one go, never in the way of a call. */
import { quarterOf } from "@relaydeck/core/analytics/quarters";
import { insertApiCalls, type NewApiCall } from "@relaydeck/db/analytics/api-calls";
import { noteLate } from "@relaydeck/db/analytics/rollups";
import type { Store, Tx } from "@relaydeck/db/store";
import { every, type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { Log } from "@relaydeck/kit/log";
import { base62, type Random } from "@relaydeck/kit/random";
import type { ApiCallRecord } from "@relaydeck/provider/cloud";

const writeEveryMs = 1_000;
/** Records that may wait; beyond them the oldest are dropped, as analytics go first. [BP-1] */
export const mostWaitingCalls = 5_000;

interface CallLogDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export class ApiCallLog {
  readonly #deps: CallLogDeps;
  readonly #stopTimer: Disposer;
  #waiting: ApiCallRecord[] = [];

  constructor(deps: CallLogDeps) {
    this.#deps = deps;
    this.#stopTimer = every(deps.clock, writeEveryMs, () => this.#write());
  }

  note(record: ApiCallRecord): void {
    this.#waiting.push(record);
    if (this.#waiting.length > mostWaitingCalls) this.#waiting.shift();
  }

  /** Records that are not written yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  async stop(): Promise<void> {
    this.#stopTimer();
    await this.#write();
  }

  async #write(): Promise<void> {
    const records = this.#waiting;
    if (records.length === 0) return;
    this.#waiting = [];
    try {
      await this.#deps.store.write((tx) => this.#store(tx, records));
    } catch (error) {
      this.#deps.log.warn("api-calls.not-kept", { records: records.length, error: String(error) });
    }
  }

  async #store(tx: Tx, records: readonly ApiCallRecord[]): Promise<void> {
    await insertApiCalls(
      tx,
      records.map((record) => this.#rowOf(record)),
    );
    const now = this.#deps.clock.now();
    // One call of each quarter of an hour, which are seldom two.
    const quarters = new Map(records.map(({ at }) => [quarterOf(at), at]));
    for (const at of quarters.values()) await noteLate(tx, { name: "calls", at, now });
  }

  /** The device is named as the cloud names it; whose call it was is in the command, not here. */
  #rowOf(record: ApiCallRecord): NewApiCall {
    return {
      id: base62(this.#deps.random, 22),
      endpoint: record.endpoint,
      method: record.method,
      deviceId: record.providerId,
      responseStatus: record.status,
      responseTime: Math.round(record.responseTimeMs),
      success: record.success,
      errorMessage: record.errorMessage,
      requestSize: record.requestBytes,
      responseSize: record.responseBytes,
      timestamp: record.at,
    };
  }
}
