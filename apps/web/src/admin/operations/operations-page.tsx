/**
 * How the installation does: what runs, what waits, what failed. Administration has no live stream, so it is read again while
 * somebody looks. What was read stays when a reading fails, with its time and why.
 */
import "./operations.css";
import { useState } from "react";
import type { Operations } from "@relaydeck/contract/operations";
import { fromInstant } from "@relaydeck/contract/instants";
import { PageHeading } from "../../app/page.tsx";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useFormats, useTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Banner, EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { Instant, useNow } from "../../ui/time.tsx";
import { useNewsOptions } from "../console/use-list.ts";
import { DatabasePanel } from "./database-panel.tsx";
import { FailedMails } from "./failed-mails.tsx";
import { LimitsPanel } from "./limits-panel.tsx";
import { MailPanel } from "./mail-panel.tsx";
import { useOperationsWords } from "./operations-words.ts";
import { QueuesPanel } from "./queues-panel.tsx";
import { LeaderPanel, ServerPanel } from "./server-panels.tsx";
import { StreamPanel } from "./stream-panel.tsx";

export function OperationsPage() {
  const words = useOperationsWords();
  const query = trpc.admin.operations.useQuery(undefined, useNewsOptions());
  const readAgain = () => void query.refetch();
  return (
    <>
      <div className="admin-head">
        <PageHeading title={words.title} />
        <div className="ops-as-of">
          {query.data !== undefined && <AsOf at={query.data.asOf} />}
          <Button size="small" onClick={readAgain}>
            {words.readAgain}
          </Button>
        </div>
      </div>
      {query.data === undefined ? (
        <Unread error={query.error} onRetry={readAgain} />
      ) : (
        <>
          {query.isError && <Stale error={query.error} at={query.data.asOf} />}
          <Panels facts={query.data} onOutcome={readAgain} />
        </>
      )}
    </>
  );
}

function Panels({ facts, onOutcome }: { facts: Operations; onOutcome: () => void }) {
  // What needs a person is on top; where it stood when the page came, so that nothing moves under a hand.
  const [isProblem] = useState((facts.mail.failed ?? 0) > 0);
  const mails = <FailedMails mail={facts.mail} onOutcome={onOutcome} />;
  return (
    <div className="ops">
      {isProblem && mails}
      <div className="ops-panels">
        <DatabasePanel {...facts} />
        <StreamPanel {...facts} />
        <MailPanel {...facts} />
        <QueuesPanel {...facts} />
        <LeaderPanel {...facts} />
        <ServerPanel {...facts} />
      </div>
      {!isProblem && mails}
      <LimitsPanel {...facts} />
    </div>
  );
}

function AsOf({ at }: { at: string }) {
  const words = useOperationsWords();
  const formats = useFormats();
  const now = useNow(60_000);
  return (
    <p className="ops-note">
      {words.asOf} <Instant at={fromInstant(at)} shown={formats.timeWithSeconds(fromInstant(at), now)} />
    </p>
  );
}

function Stale({ error, at }: { error: unknown; at: string }) {
  const words = useOperationsWords();
  const formats = useFormats();
  const now = useNow(60_000);
  return (
    <Banner tone="bad" icon="triangle">
      {words.stale(formats.timeWithSeconds(fromInstant(at), now))} {messageOfServer(error)}
    </Banner>
  );
}

function Unread({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useOperationsWords();
  const texts = useTexts();
  if (error === null) return <SkeletonRows rows={6} height={120} />;
  return (
    <EmptyState
      icon="triangle"
      action={
        <Button kind="primary" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      }
    >
      <p>{words.unreadable}</p>
      <p>{messageOfServer(error)}</p>
    </EmptyState>
  );
}
