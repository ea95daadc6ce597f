/**
 * One row of the audit, in the transaction of the change it tells: what changes access, a session or a relay is never
 * kept without it. [AD-8, C10]
 *
 * Rows stay for ever, so `before` and `after` hold no secrets and, beyond ids, nothing personal. [LG-2, DA-2]
 */
import { appendAudit } from "@relaydeck/db/audit/store";
import type { Tx } from "@relaydeck/db/store";
import type { RequestFacts } from "../caller.ts";

export type AuditActor = "user" | "admin" | "device" | "system";

export interface AuditEntry {
  /** Epoch ms. */
  readonly at: number;
  readonly actorKind: AuditActor;
  readonly actorId?: string | null;
  /** Noun and past participle, such as `session.begun`. */
  readonly action: string;
  readonly subjectKind?: string | null;
  readonly subjectId?: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The request that led to it; absent for what the system does by itself. */
  readonly request?: RequestFacts | null;
}

export async function audit(tx: Tx, { request, ...entry }: AuditEntry): Promise<void> {
  await appendAudit(tx, {
    ...entry,
    door: request?.door ?? "system",
    address: request?.address ?? null,
    requestId: request?.requestId ?? null,
  });
}
