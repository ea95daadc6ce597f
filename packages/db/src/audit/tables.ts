import { sql } from "drizzle-orm";
import type { Dialect } from "../dialect/columns.ts";

export function auditTables(d: Dialect) {
  /** Append-only; each row carries the hash of the one before it. [AD-8, C10] */
  const auditLog = d.table(
    "audit_log",
    {
      number: d.big().primaryKey(),
      at: d.time().notNull(),
      actorKind: d.text().notNull(),
      actorId: d.text(),
      action: d.text().notNull(),
      subjectKind: d.text(),
      subjectId: d.text(),
      door: d.text(),
      address: d.text(),
      addressSalt: d.text(),
      addressHash: d.text(),
      requestId: d.text(),
      before: d.jsonAsFound(),
      after: d.jsonAsFound(),
      previousHash: d.text().notNull(),
      hash: d.text().notNull(),
    },
    (t) => [
      // Those of one transaction share an instant.
      d.index("audit_log_at").on(t.at, t.number),
      // By time within each, as the console lists them, so that no filter of it reads the whole record, nor all of one of these.
      d.index("audit_log_subject").on(t.subjectId, t.at, t.number),
      d.index("audit_log_actor").on(t.actorId, t.at, t.number),
      d.index("audit_log_action").on(t.action, t.at, t.number),
      d.index("audit_log_actor_kind").on(t.actorKind, t.at, t.number),
      // Addresses go by their age; the rows that have none any more stay for ever. [DA-4]
      d.index("audit_log_addressed").on(t.at).where(sql.raw("address is not null")),
    ],
  );
  return { auditLog };
}
