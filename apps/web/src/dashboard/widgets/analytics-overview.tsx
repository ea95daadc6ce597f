/** The viewer's own commands in four numbers and seven days. What is only answered is told apart; the rate is judged before it is rounded. [D7, D27, D52] */
import "./widgets.css";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import type { MyNumbers } from "@relaydeck/contract/analytics";
import { useClient } from "../../app/client.tsx";
import { trpc } from "../../app/trpc.ts";
import { useFormats, useLanguage } from "../../texts/texts.tsx";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { keepFocusIn } from "../../ui/kept-focus.ts";
import { useNow } from "../../ui/time.tsx";
import { useDashboardData } from "../data.tsx";
import { LastKnown, ReadFailure } from "../read-failure.tsx";
import { DevicesOnline } from "./devices-online.tsx";
import { OutcomeBars, toldApart } from "./outcome-bars.tsx";
import { useWidgetsWords } from "./widgets-words.ts";

export function AnalyticsOverview() {
  const words = useWidgetsWords().analytics;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = trpc.analytics.mine.useQuery({ timeZone });
  useNewsOfCommands(() => void query.refetch());
  useNextDay(query.data, () => void query.refetch());
  const offsetMs = useClient().live.getState().clockOffsetMs ?? 0;
  const numbers = query.data;
  if (numbers === undefined && !query.isError) return <SkeletonRows rows={2} height={48} />;
  if (numbers === undefined) {
    return (
      <EmptyState icon="triangle" action={<Button onClick={() => void query.refetch()}>{words.tryAgain}</Button>}>
        <p>{words.failed}</p>
      </EmptyState>
    );
  }
  const readAt = query.dataUpdatedAt + offsetMs;
  return (
    <div className="analytics" ref={keepFocusIn}>
      {query.isError && <ReadFailure readAt={readAt} otherwise={words.failed} onTryAgain={() => void query.refetch()} />}
      <LastKnown />
      {isEmpty(numbers) ? (
        <EmptyState icon="clock">
          <p>{words.comingSoon}</p>
        </EmptyState>
      ) : (
        <>
          <Numbers numbers={numbers} />
          <OutcomeBars days={numbers.days} />
        </>
      )}
    </div>
  );
}

/** Whenever the newest day of the answer is over where the viewer is; asked each minute until the server says so, too. [D27] */
function useNextDay(numbers: MyNumbers | undefined, onNext: () => void): void {
  const now = useNow(60_000);
  const look = useEffectEvent(() => {
    if (numbers !== undefined && isDayOver(numbers, now)) onNext();
  });
  useEffect(() => look(), [now]);
}

/** `now` in epoch milliseconds on the server's clock. */
export function isDayOver({ days, timeZone }: Pick<MyNumbers, "days" | "timeZone">, now: number): boolean {
  const today = days.at(-1)?.date;
  // In this language a date is written as the contract writes it.
  return today !== undefined && new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now) > today;
}

function isEmpty({ days, commandsToday }: MyNumbers): boolean {
  return commandsToday === 0 && days.every(({ successful, failed, unconfirmed }) => successful + failed + unconfirmed === 0);
}

/** Whenever a command of the viewer's own has come to something. */
function useNewsOfCommands(onNews: () => void): void {
  const { live } = useClient();
  const tell = useEffectEvent(onNews);
  useEffect(
    () =>
      live.onItem((item) => {
        if (item.kind === "resync") tell();
        if (item.kind !== "command" || item.command.by !== "you") return;
        if (item.command.state !== "requested" && item.command.state !== "sent") tell();
      }),
    [live],
  );
}

function Numbers({ numbers }: { numbers: MyNumbers }) {
  const words = useWidgetsWords().analytics;
  const formats = useFormats();
  const language = useLanguage();
  const { devices, link } = useDashboardData();
  const short = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const { successRate, medianConfirmMs } = numbers;
  const answered = numbers.days.reduce((sum, day) => sum + toldApart(day).answered, 0);
  return (
    <dl className="analytics-numbers">
      <Fact label={words.today}>
        <Value>{short.format(numbers.commandsToday)}</Value>
      </Fact>
      <Fact label={words.rate}>
        <Value>{successRate === null ? <None /> : formats.percent(successRate)}</Value>
        {successRate !== null && <Rating rate={successRate} />}
        {answered > 0 && <span className="analytics-note">{words.notProved(answered)}</span>}
      </Fact>
      <Fact label={words.median}>
        <Value>{medianConfirmMs === null ? <None /> : words.seconds(short.format(medianConfirmMs / 1_000))}</Value>
      </Fact>
      <Fact label={words.online}>
        <DevicesOnline devices={devices} link={link} />
      </Fact>
    </dl>
  );
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div className="analytics-fact">
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Value({ children }: { children: ReactNode }) {
  return <span className="analytics-number">{children}</span>;
}

function None() {
  return <span className="analytics-none">{useWidgetsWords().analytics.none}</span>;
}

/** The specification's thresholds, on the number as it is. */
function Rating({ rate }: { rate: number }) {
  const words = useWidgetsWords().analytics;
  if (rate >= 95) {
    return (
      <StatusBadge tone="ok" icon="tick">
        {words.good}
      </StatusBadge>
    );
  }
  return rate >= 80 ? (
    <StatusBadge tone="warn" icon="clock">
      {words.warning}
    </StatusBadge>
  ) : (
    <StatusBadge tone="bad" icon="triangle">
      {words.bad}
    </StatusBadge>
  );
}
