/** What the alerts of a device told lately: how urgent, what became of the mail, and two ways to put it away. */
import type { AlertNotice, AlertSeverity } from "@relaydeck/contract/alerts";
import type { Device } from "@relaydeck/contract/devices";
import { fromInstant } from "@relaydeck/contract/instants";
import { useId, useState } from "react";
import { messageOfServer } from "../../app/server-message.ts";
import { trpc } from "../../app/trpc.ts";
import { useFormats, useTexts } from "../../texts/texts.tsx";
import { StatusBadge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { useToasts } from "../../ui/toast.tsx";
import { useSituation } from "../data.tsx";
import { TryAgainButton } from "../devices-tile.tsx";
import { useAlertsWords } from "./alerts-words.tsx";
import { mailTold } from "./last-mail.ts";
import { firstShown, moreThan, toRead, whatFollows } from "./notice-pages.ts";
import { triggerText } from "./trigger-text.ts";
import { useNotices } from "./use-notices.ts";

const looks: Readonly<Record<AlertSeverity, { tone: Tone; icon: IconName }>> = {
  critical: { tone: "bad-solid", icon: "triangle" },
  warning: { tone: "warn", icon: "triangle" },
  info: { tone: "info", icon: "info" },
};

export function AlertHistory({ device }: { device: Device }) {
  const words = useAlertsWords().history;
  const headingId = useId();
  const [shown, setShown] = useState(firstShown);
  const { data, isUnread, isReading, refetch } = useNotices(device.id, toRead(shown));
  const unread = isUnread && <Unread isReading={isReading} onTryAgain={() => void refetch()} />;
  if (data === undefined || data.length === 0) return unread;
  const follows = whatFollows(shown, data.length);
  return (
    <section aria-labelledby={headingId}>
      <h4 id={headingId} className="alert-heading">
        {words.heading}
      </h4>
      <ul className="plain alert-rows">
        {data.slice(0, shown).map((notice) => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
      </ul>
      {unread}
      {!isUnread && follows === "more" && (
        <Button size="small" aria-label={words.moreOf(device.name)} onClick={() => setShown(moreThan(shown))}>
          {words.more}
        </Button>
      )}
      {!isUnread && follows === "cut" && <p className="device-note">{words.cut(data.length)}</p>}
    </section>
  );
}

/** Nothing in its place would read as nothing told. */
function Unread({ isReading, onTryAgain }: { isReading: boolean; onTryAgain: () => void }) {
  const words = useAlertsWords().history;
  return (
    <p className="device-note">
      {words.unread} <TryAgainButton isReading={isReading} onPress={onTryAgain} />
    </p>
  );
}

function NoticeRow({ notice }: { notice: AlertNotice }) {
  const { history: words, types } = useAlertsWords();
  const { isDemo } = useSituation();
  const marking = useMarking();
  const formats = useFormats();
  const title = types[notice.alertType];
  const trigger = triggerText(notice, { words: words.trigger, formats });
  const facts = [
    ...(trigger === null ? [] : [trigger]),
    words.mail[mailTold(notice.mail, isDemo)],
    ...(notice.acknowledged ? [words.acknowledged] : []),
    ...(notice.resolved ? [words.over] : []),
  ];
  return (
    <li className="alert-row">
      <div className="alert-facts">
        <p className="alert-type">
          <StatusBadge {...looks[notice.severity]}>{words.severity[notice.severity]}</StatusBadge> {title}
        </p>
        <p className="alert-meta">
          <RelativeTime at={fromInstant(notice.timestamp)} /> · {facts.join(" · ")}
        </p>
      </div>
      <div className="alert-actions">
        {!notice.acknowledged && (
          <Button size="small" aria-label={words.acknowledgeNamed(title)} onClick={() => marking.acknowledge(notice.id)}>
            {words.acknowledge}
          </Button>
        )}
        {!notice.resolved && (
          <Button size="small" aria-label={words.resolveNamed(title)} onClick={() => marking.resolve(notice.id)}>
            {words.resolve}
          </Button>
        )}
      </div>
    </li>
  );
}

function useMarking() {
  const words = useAlertsWords().history;
  const texts = useTexts();
  const toasts = useToasts();
  const utils = trpc.useUtils();
  const told = {
    onError: (error: unknown) =>
      void toasts.show({ title: words.failed, body: messageOfServer(error) ?? texts.pleaseTryAgain, tone: "bad" }),
    onSettled: () => utils.alerts.history.invalidate(),
  };
  const acknowledge = trpc.alerts.acknowledge.useMutation(told);
  const resolve = trpc.alerts.resolve.useMutation(told);
  return {
    acknowledge: (noticeId: string) => acknowledge.mutate({ noticeId }),
    resolve: (noticeId: string) => resolve.mutate({ noticeId }),
  };
}
