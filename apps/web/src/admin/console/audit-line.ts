import type { AuditEntry } from "@relaydeck/contract/console";

/** A row of the audit as it arrives: what was nothing is left out on the way. */
export type ArrivedEntry = Omit<AuditEntry, "before" | "after"> & { readonly before?: unknown; readonly after?: unknown };

/** The same in a list; lists know their rows by text. */
export type AuditLine = ArrivedEntry & { readonly id: string };
