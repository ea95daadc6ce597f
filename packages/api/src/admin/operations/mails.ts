/** The outbox at the operations page: what failed or waits, and another try of what failed. [OB-1, AD-8] */
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import type { MailLine, MailsQuery } from "@relaydeck/contract/operations";
import { mostMailsTold } from "@relaydeck/contract/operations-bounds";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { retryMail as letWaitAgain } from "@relaydeck/db/mail/outbox";
import { findMail, mailsOf, type MailHead } from "@relaydeck/db/operations/mails";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../../audit/audit.ts";
import type { Ground } from "../../ground.ts";
import { adminDoing, recorded, type Administering } from "../recorded.ts";

type MailDeps = Pick<Ground, "store" | "clock" | "log" | "wakeMail">;

export async function mails({ store }: Pick<MailDeps, "store">, { state }: MailsQuery): Promise<MailLine[]> {
  return (await mailsOf(store.read, { state, limit: mostMailsTold })).map(toLine);
}

/** Also of one that was sent meanwhile: what became of another try. */
export async function mail({ store }: Pick<MailDeps, "store">, mailId: string): Promise<Result<MailLine, Refusal>> {
  const row = await findMail(store.read, mailId);
  return row === null ? refuse("NOT_FOUND") : ok(toLine(row));
}

/**
 * Lets a failed mail leave once more, at once. One that waits or was sent stays as it is, so a second press sends nothing
 * twice. Written longer ago than mails are tried for, it is tried this one time.
 */
export function retryMail(deps: MailDeps, asked: Administering & { mailId: string }): Promise<Result<MailLine, Refusal>> {
  const { mailId } = asked;
  const by = adminDoing(asked);
  return recorded(deps, { by, action: "mail.retried", kind: "mail", id: mailId }, () =>
    deps.store.write(async (tx) => {
      const before = await findMail(tx, mailId);
      if (before === null) return refuse("NOT_FOUND");
      const now = deps.clock.now();
      if (!(await letWaitAgain(tx, { id: mailId, now }))) return ok(toLine(before));
      await audit(tx, {
        at: now,
        ...by,
        action: "mail.retried",
        subjectKind: "mail",
        subjectId: mailId,
        before: { state: before.state, attempts: before.attempts, lastError: before.lastError },
        after: { state: "waiting", template: before.template },
      });
      tx.afterCommit(deps.wakeMail);
      return ok(toLine(present(await findMail(tx, mailId), "It was there a moment ago")));
    }),
  );
}

function toLine(row: MailHead): MailLine {
  const { id, to, subject, template, state, attempts, lastError } = row;
  return {
    ...{ id, to, subject, template, state, attempts, lastError },
    createdAt: toInstant(row.createdAt),
    nextAttemptAt: state === "waiting" ? toInstant(row.nextAttemptAt) : null,
    sentAt: toInstantOrNull(row.sentAt),
  };
}
