/** The log and counters of provider calls, as the control door shows them. An entry stands from the call's arrival. */
import { BoundedLog } from "./bounded-log.ts";
import type { SimulatedTime } from "./simulated-time.ts";

export interface LoggedRequest {
  readonly seq: number;
  readonly at: string;
  readonly method: string;
  /** Without tokens. */
  readonly path: string;
  readonly operation: string;
  /** Id of the device that was meant, or what stood in its place. */
  device?: string;
  serial?: string;
  name?: string;
  argument?: string;
  /** null = not answered (yet, or ever). */
  status: number | null;
  /** Whether what was asked for was done. */
  executed: boolean;
  /** From arrival to answer; null = not answered. */
  ms: number | null;
}

export interface OperationCount {
  readonly calls: number;
  /** Answered with 4xx or 5xx, or cut. */
  readonly errors: number;
}

/** Calls kept for `GET /_sim/requests`. */
const requestsKept = 50_000;

export class RequestLog {
  readonly #time: SimulatedTime;
  readonly log = new BoundedLog<LoggedRequest>(requestsKept);
  readonly #counts = new Map<string, { calls: number; errors: number }>();
  readonly #answered = new Map<number, number>();
  readonly #arrivedAt = new WeakMap<LoggedRequest, number>();

  constructor(time: SimulatedTime) {
    this.#time = time;
  }

  begin(method: string, path: string, operation: string): LoggedRequest {
    this.#count(operation).calls += 1;
    const entry = this.log.append((seq) => ({
      seq,
      at: this.#time.iso(),
      method,
      path: path.replace(/([?&]access_token=)[^&]*/g, "$1…"),
      operation,
      status: null,
      executed: false,
      ms: null,
    }));
    this.#arrivedAt.set(entry, this.#time.monotonic());
    return entry;
  }

  answered(entry: LoggedRequest, status: number): void {
    entry.status = status;
    entry.ms = Math.round(this.#time.monotonic() - (this.#arrivedAt.get(entry) ?? 0));
    this.#answered.set(status, (this.#answered.get(status) ?? 0) + 1);
    if (status >= 400) this.#count(entry.operation).errors += 1;
  }

  cut(entry: LoggedRequest): void {
    this.#count(entry.operation).errors += 1;
  }

  /** How often a status was answered. */
  answeredWith(status: number): number {
    return this.#answered.get(status) ?? 0;
  }

  counts(): Record<string, OperationCount> {
    return Object.fromEntries([...this.#counts].map(([operation, count]) => [operation, { ...count }]));
  }

  #count(operation: string): { calls: number; errors: number } {
    let count = this.#counts.get(operation);
    if (count === undefined) {
      count = { calls: 0, errors: 0 };
      this.#counts.set(operation, count);
    }
    return count;
  }
}
