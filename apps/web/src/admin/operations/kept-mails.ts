/**
 * The list of failed mails under somebody's eyes: what is there keeps its place, what newly failed comes on top, and a mail
 * that was told to be tried again stays until its outcome was seen.
 */
import type { MailLine } from "@relaydeck/contract/operations";

/** What becomes of another try. `trying`: nothing is known yet. */
export type Outcome = "trying" | "sent" | "failed" | "delayed";

/** A retried mail begins anew without tries and without an error, so whatever it says since then is the answer. */
export function outcomeOf(mail: Pick<MailLine, "state" | "lastError">): Outcome {
  if (mail.state !== "waiting") return mail.state;
  return mail.lastError === null ? "trying" : "delayed";
}

/** `retried`: mails that were tried again here, as they are now, by id. */
export function keptMails(
  before: readonly MailLine[],
  failed: readonly MailLine[],
  retried: ReadonlyMap<string, MailLine>,
): readonly MailLine[] {
  const now = new Map([...failed.map((mail) => [mail.id, mail] as const), ...retried]);
  const known = before.flatMap(({ id }) => now.get(id) ?? []);
  const places = new Set(before.map(({ id }) => id));
  return [...[...now.values()].filter(({ id }) => !places.has(id)), ...known];
}
