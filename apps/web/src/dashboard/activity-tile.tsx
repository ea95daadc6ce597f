/** Activity Log: what happened, newest first, in a box that scrolls by itself. New rows never move what somebody reads. */
import { useRef, useState } from "react";
import type { Activity } from "@relaydeck/contract/activity";
import { useDashboardTexts, useFormats } from "../texts/texts.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState, SkeletonRows } from "../ui/feedback.tsx";
import { Icon } from "../ui/icon.tsx";
import { RelativeTime, useNow } from "../ui/time.tsx";
import { activityRows, entryDetails, entryLooks, heldRows, type ActivityRow } from "./activity-rows.ts";
import { useDashboardActions, useDashboardData } from "./data.tsx";
import { TryAgainButton } from "./devices-tile.tsx";
import { Tile } from "./tile.tsx";

/** A box that scrolls by itself must be reachable by key, and named. */
const scrollBox = { role: "region", tabIndex: 0 } as const;
/** Rows on a phone before “Show all”. */
const phoneRows = 20;

export function ActivityTile({ title }: { title: string | null }) {
  const texts = useDashboardTexts();
  return (
    <Tile kind="activity" title={title ?? texts.tiles.activity}>
      <ActivityBody />
    </Tile>
  );
}

function ActivityBody() {
  const { activity, gaps } = useDashboardData();
  const { refresh } = useDashboardActions();
  const texts = useDashboardTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  if (activity.data === null && !activity.failed) return <SkeletonRows rows={4} height={32} />;
  const rows = activityRows(activity.data ?? [], gaps);
  const stale = activity.readAt === null ? texts.activity.failed : texts.devices.lastLoaded(formats.time(activity.readAt, now));
  return (
    <>
      {activity.failed && (
        <p className="tile-error">
          <Icon name="triangle" />
          <span>{stale}</span>
          <TryAgainButton onPress={() => void refresh()} />
        </p>
      )}
      {rows.length === 0 && !activity.failed && (
        <EmptyState icon="list">
          <p>{texts.activity.empty}</p>
        </EmptyState>
      )}
      {rows.length > 0 && <Log rows={rows} />}
    </>
  );
}

function Log({ rows }: { rows: readonly ActivityRow[] }) {
  const texts = useDashboardTexts();
  const box = useRef<HTMLDivElement>(null);
  const [topId, setTopId] = useState<string | null>(null);
  const { shown, newer } = heldRows(rows, topId);
  function onScroll() {
    const isAtTop = (box.current?.scrollTop ?? 0) < 4;
    setTopId((before) => (isAtTop ? null : (before ?? shown[0]?.id ?? null)));
  }
  function toTop() {
    setTopId(null);
    box.current?.scrollTo({ top: 0 });
    box.current?.focus();
  }
  return (
    <div className="log-frame">
      {newer > 0 && (
        <Button size="small" onClick={toTop}>
          {texts.activity.fresh(newer)}
        </Button>
      )}
      <div className="log-box" ref={box} {...scrollBox} aria-label={texts.activity.region} onScroll={onScroll}>
        <LogRows rows={shown} />
      </div>
      {rows.length > phoneRows && <ShowAll rows={rows} />}
    </div>
  );
}

/** Phones show the newest rows and the rest in a sheet; wider screens scroll the box and never see this button. */
function ShowAll({ rows }: { rows: readonly ActivityRow[] }) {
  const texts = useDashboardTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="log-all">
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={texts.tiles.activity}
        trigger={<Button size="small">{texts.activity.showAll(rows.length)}</Button>}
      >
        <LogRows rows={rows} />
      </Dialog>
    </div>
  );
}

function LogRows({ rows }: { rows: readonly ActivityRow[] }) {
  return (
    <ul className="plain log">
      {rows.map((row) =>
        row.kind === "gap" ? (
          <GapRow key={row.id} from={row.from} to={row.to} />
        ) : (
          <EntryRow key={row.id} entry={row.entry} at={row.at} />
        ),
      )}
    </ul>
  );
}

function EntryRow({ entry, at }: { entry: Activity; at: number }) {
  const texts = useDashboardTexts();
  const { user } = useDashboardData();
  const look = entryLooks[entry.type];
  const details = entryDetails(entry, { userId: user?.id ?? null, you: texts.activity.you });
  return (
    <li className="log-row" data-tone={look.tone}>
      <Icon name={look.icon} size={14} label={texts.activity.kinds[entry.type]} />
      <span className="log-text">
        {entry.message}
        {details.length > 0 && <span className="log-device">{details.map((detail) => ` · ${detail}`)}</span>}
      </span>
      <span className="log-time">
        <RelativeTime at={at} />
      </span>
    </li>
  );
}

function GapRow({ from, to }: { from: number; to: number | null }) {
  const texts = useDashboardTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  const text =
    to === null
      ? texts.activity.gapOpen(formats.time(from, now))
      : texts.activity.gap(formats.time(from, now), formats.time(to, now));
  return (
    <li className="log-row log-gap" data-tone="off">
      <Icon name="dashed-ring" size={14} />
      <span className="log-text">{text}</span>
    </li>
  );
}
