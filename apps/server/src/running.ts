/** What this process says of itself on the operations page and in the metrics. */
import type { Running } from "@relaydeck/api/admin/operations/running";
import { mostWaitingCalls, type ApiCallLog } from "./api-call-log.ts";
import type { Listener } from "./listener.ts";
import type { SocketDoor } from "./live/socket-door.ts";
import type { OutboxWorker } from "@relaydeck/mail/outbox-worker";

interface RunningParts {
  readonly version: string;
  readonly startedAt: number;
  readonly callLog: ApiCallLog;
  readonly mail: OutboxWorker;
  /** Null until they are made. */
  listener(): Listener | null;
  sockets(): SocketDoor | null;
}

export function runningFacts(parts: RunningParts): Running {
  const { version, startedAt, callLog, mail } = parts;
  return {
    version,
    runtime: `Node ${process.versions.node}`,
    startedAt,
    memoryBytes: () => process.memoryUsage.rss(),
    mail: () => mail.status().state,
    sockets: () => parts.sockets()?.size ?? 0,
    unreadableEvents: () => parts.listener()?.nonsense ?? new Map(),
    callRecords: () => ({ waiting: callLog.waiting, most: mostWaitingCalls }),
  };
}
