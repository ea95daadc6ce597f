/**
 * Another try of a failed mail, followed until it is known what came of it: that the server took the wish proves nothing.
 */
import { useEffect, useRef, useState } from "react";
import type { MailLine } from "@relaydeck/contract/operations";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useClock } from "../../ui/time.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { outcomeOf } from "./kept-mails.ts";
import { useOperationsWords } from "./operations-words.ts";

/** How often a mail under way is looked at. */
const lookEveryMs = 1_000;

export interface Retries {
  /** Mails that were tried again here, as they are now. */
  readonly retried: ReadonlyMap<string, MailLine>;
  /** Those of which the wish is not answered yet. */
  readonly asked: ReadonlySet<string>;
  readonly retry: (mail: MailLine) => void;
}

/** `onOutcome`: something moved that the rest of the page tells as well. */
export function useRetries(onOutcome: () => void): Retries {
  const [retried, setRetried] = useState<ReadonlyMap<string, MailLine>>(new Map());
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set());
  const toasts = useToasts();
  const words = useOperationsWords().mails;
  const texts = useTexts();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.retryMail.useMutation();
  const tell = useToldOutcome();

  function note(line: MailLine): void {
    setRetried((before) => new Map(before).set(line.id, line));
  }
  useFollowing(retried, async (id) => {
    const line = await utils.admin.mail.fetch({ mailId: id }, { staleTime: 0 });
    note(line);
    if (outcomeOf(line) === "trying") return;
    tell(line);
    onOutcome();
  });
  async function retry(mail: MailLine): Promise<void> {
    if (asked.has(mail.id)) return;
    setAsked((before) => new Set(before).add(mail.id));
    try {
      note(await mutateAsync({ mailId: mail.id }));
    } catch (error) {
      toasts.show({ title: words.retryFailed, body: messageOfServer(error) ?? texts.pleaseTryAgain, tone: "bad" });
    }
    setAsked((before) => new Set([...before].filter((id) => id !== mail.id)));
  }
  return { retried, asked, retry: (mail) => void retry(mail) };
}

function useToldOutcome(): (line: MailLine) => void {
  const toasts = useToasts();
  const words = useOperationsWords().mails;
  return (line) => {
    const isSent = line.state === "sent";
    const reason = line.lastError === null ? {} : { body: line.lastError };
    toasts.show(
      isSent ? { title: words.sentToast, body: line.subject, tone: "ok" } : { title: words.failedToast, ...reason, tone: "bad" },
    );
  };
}

/** Looks at each mail that is being tried, until it is not. A look that fails is made again. */
function useFollowing(retried: ReadonlyMap<string, MailLine>, look: (id: string) => Promise<void>): void {
  const clock = useClock();
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  const open = [...retried.values()].flatMap((line) => (outcomeOf(line) === "trying" ? line.id : []));
  const key = open.join();
  useEffect(() => {
    if (key === "") return undefined;
    let stop = clock.after(lookEveryMs, pass);
    function pass() {
      stop = clock.after(lookEveryMs, pass);
      for (const id of key.split(",")) latest.current(id).catch(() => {});
    }
    return () => stop();
  }, [clock, key]);
}
