/** Mails that were given up, each with why, and another try whose outcome is shown where it was asked for. [OB-1] */
import { useState } from "react";
import { fromInstant } from "@relaydeck/contract/instants";
import type { MailLine, Operations } from "@relaydeck/contract/operations";
import { mostMailsTold } from "@relaydeck/contract/operations-bounds";
import { trpc } from "../../app/trpc.ts";
import { useFormats } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Banner, EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { keepFocusIn } from "../../ui/kept-focus.ts";
import { RelativeTime, useNow } from "../../ui/time.tsx";
import { useNewsOptions } from "../console/use-list.ts";
import { keptMails, outcomeOf } from "./kept-mails.ts";
import { useOperationsWords } from "./operations-words.ts";
import { Panel, State } from "./panel.tsx";
import { useRetries } from "./use-retry.ts";

export function FailedMails({ mail, onOutcome }: Pick<Operations, "mail"> & { onOutcome: () => void }) {
  const words = useOperationsWords().mails;
  const formats = useFormats();
  const query = trpc.admin.mails.useQuery({ state: "failed" }, useNewsOptions());
  const { retried, asked, retry } = useRetries(() => {
    onOutcome();
    void query.refetch();
  });
  const shown = useKept(query.data, retried);
  return (
    <Panel title={words.title}>
      {mail.state === "outbox-only" && shown.length > 0 && (
        <Banner tone="warn" icon="triangle">
          {words.noServer}
        </Banner>
      )}
      {(mail.failed ?? 0) > mostMailsTold && <p className="ops-note">{words.newest(formats.number(mostMailsTold))}</p>}
      {query.data === undefined && !query.isError && <SkeletonRows rows={2} height={64} />}
      {shown.length > 0 ? (
        <ul className="ops-mails plain" ref={keepFocusIn}>
          {shown.map((line) => (
            <MailRow
              key={line.id}
              line={line}
              isAsked={asked.has(line.id)}
              isRetried={retried.has(line.id)}
              onRetry={() => retry(line)}
            />
          ))}
        </ul>
      ) : (
        query.data !== undefined && (
          <EmptyState icon="disc-tick">
            <p>{words.none}</p>
          </EmptyState>
        )
      )}
    </Panel>
  );
}

/** Rows keep their places while the list is read anew. */
function useKept(failed: readonly MailLine[] | undefined, retried: ReadonlyMap<string, MailLine>): readonly MailLine[] {
  const [kept, setKept] = useState<{ of: unknown; with: unknown; rows: readonly MailLine[] }>({ of: null, with: null, rows: [] });
  if (kept.of === failed && kept.with === retried) return kept.rows;
  const rows = keptMails(kept.rows, failed ?? [], retried);
  setKept({ of: failed, with: retried, rows });
  return rows;
}

interface MailRowProps {
  line: MailLine;
  isAsked: boolean;
  isRetried: boolean;
  onRetry: () => void;
}

function MailRow({ line, isAsked, isRetried, onRetry }: MailRowProps) {
  const words = useOperationsWords().mails;
  const { id, subject, to, createdAt, attempts } = line;
  return (
    <li className="ops-mail" data-thing={id}>
      <div className="ops-mail-head">
        <p className="ops-mail-subject">{subject}</p>
        <p className="ops-mail-to">{to}</p>
        <p className="ops-note">
          {words.written} <RelativeTime at={fromInstant(createdAt)} isWithin /> · {words.tries(attempts)}
        </p>
      </div>
      <Outcome line={line} isRetried={isRetried} />
      {line.state === "failed" && (
        <Button
          size="small"
          aria-label={isAsked ? undefined : words.retryOf(subject, to)}
          busy={isAsked && words.retrying}
          onClick={onRetry}
        >
          {words.retry}
        </Button>
      )}
    </li>
  );
}

function Outcome({ line, isRetried }: { line: MailLine; isRetried: boolean }) {
  const words = useOperationsWords().mails;
  const formats = useFormats();
  const now = useNow(60_000);
  const { lastError, nextAttemptAt } = line;
  const failed = lastError === null ? words.failedUnknown : words.failedFor(lastError);
  if (!isRetried) return <State is="broken">{failed}</State>;
  switch (outcomeOf(line)) {
    case "trying":
      return <State is="moving">{words.trying}</State>;
    case "sent":
      return <State is="good">{words.sent}</State>;
    case "failed":
      return <State is="broken">{failed}</State>;
    case "delayed": {
      const next = nextAttemptAt === null ? "" : `, ${words.nextTry} ${formats.time(fromInstant(nextAttemptAt), now)}`;
      return <State is="doubtful">{`${words.delayed(lastError ?? "")}${next}`}</State>;
    }
  }
}
