/** Activity Log: what happened, newest first; searched, filtered, cleared from one's own view and brought back. [D45, D46] */
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import type { Activity } from "@relaydeck/contract/activity";
import { fromInstant } from "@relaydeck/contract/instants";
import { useViewPart } from "../../app/commands/commands.ts";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { useAnnounce } from "../../ui/announcer.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { keepFocusIn } from "../../ui/kept-focus.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Popover } from "../../ui/popover.tsx";
import { useDashboardActions, useDashboardData } from "../data.tsx";
import { ReadFailure } from "../read-failure.tsx";
import { Tile } from "../tile.tsx";
import { activityRows } from "./activity-rows.ts";
import { ClearedLog } from "./cleared-log.tsx";
import { entryText } from "./entry-text.ts";
import { everything, foundText, isFiltering, logFilterOf, logFilterParts, matchesLog, type LogFilter } from "./log-filter.ts";
import { Log } from "./log.tsx";
import type { LogView } from "./use-log-view.ts";
import { useOlder } from "./use-older.ts";

const LogFilterPanel = lazyPart(async () => (await import("./log-filter-panel.tsx")).default, {
  waiting: () => <div className="log-filter log-filter-waiting" aria-busy="true" />,
});

export function ActivityTile({ title }: { title: string | null }) {
  const texts = useDashboardTexts();
  const { activity } = useDashboardData();
  const view = useDashboardActions().useLogView();
  const older = useOlder(activity.data ?? [], view);
  const [filter, setFilter] = useLogFilter();
  const { entries } = older;
  return (
    <Tile
      ref={keepFocusIn}
      kind="activity"
      title={title ?? texts.tiles.activity}
      aside={entries.length > 0 && <LogActions entries={entries} view={view} filter={filter} onFilter={setFilter} />}
    >
      <ActivityFailure />
      <ActivityBody entries={entries} older={older} view={view} filter={filter} onFilter={setFilter} />
    </Tile>
  );
}

/** It begins as the address asks, and is part of a link to this view. */
function useLogFilter() {
  const [search] = useSearchParams();
  const chosen = useState(() => logFilterOf(search));
  const [{ text, deviceId, person, kind }] = chosen;
  useViewPart(logFilterParts.text, text.trim() === "" ? null : text.trim());
  useViewPart(logFilterParts.deviceId, deviceId);
  useViewPart(logFilterParts.person, person);
  useViewPart(logFilterParts.kind, kind);
  return chosen;
}

interface LogProps {
  entries: readonly Activity[];
  view: LogView;
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
}

function LogActions({ entries, view, filter, onFilter }: LogProps) {
  const texts = useDashboardTexts().activity;
  const isOn = isFiltering(filter);
  return (
    <div className="log-actions">
      <Popover
        label={texts.filter.label}
        align="end"
        trigger={<IconButton size="small" icon="search" label={isOn ? texts.filter.active : texts.filter.label} />}
      >
        <LogFilterPanel entries={entries} filter={filter} onFilter={onFilter} />
      </Popover>
      <Button size="small" onClick={view.clear}>
        {texts.clear}
      </Button>
    </div>
  );
}

function ActivityFailure() {
  const { activity } = useDashboardData();
  const { refresh } = useDashboardActions();
  const texts = useDashboardTexts().activity;
  if (!activity.failed) return null;
  return <ReadFailure readAt={activity.readAt} otherwise={texts.failed} onTryAgain={() => void refresh()} />;
}

function ActivityBody(props: LogProps & { older: ReturnType<typeof useOlder> }) {
  const { entries, older, view, filter } = props;
  const { activity, gaps } = useDashboardData();
  const texts = useDashboardTexts();
  if (activity.data === null && !activity.failed) return <SkeletonRows rows={4} height={32} />;
  const clearedAt = view.clearedAt === null ? Number.NEGATIVE_INFINITY : fromInstant(view.clearedAt);
  const all = activityRows(entries, gaps, (entry) => entryText(entry, texts)).filter((row) => row.at > clearedAt);
  const rows = all.filter((row) => matchesLog(row, filter));
  return (
    <>
      <Found filter={filter} text={foundText(texts.activity.filter, { rows, all, older })} onFilter={props.onFilter} />
      {all.length === 0 && view.clearedAt !== null && <ClearedLog view={view} />}
      {all.length === 0 && view.clearedAt === null && !activity.failed && <NothingYet />}
      {all.length > 0 && <Log rows={rows} older={older} view={view} />}
    </>
  );
}

/** How many there are of what was looked for, said also aloud; and how to see all again. */
function Found({ filter, text, onFilter }: { filter: LogFilter; text: string; onFilter: (filter: LogFilter) => void }) {
  const texts = useDashboardTexts().activity.filter;
  const announce = useAnnounce();
  const isOn = isFiltering(filter);
  useEffect(() => {
    if (isOn) announce(text);
  }, [announce, isOn, text]);
  if (!isOn) return null;
  return (
    <p className="log-found">
      <span>{text}</span>
      <Button size="small" onClick={() => onFilter(everything)}>
        {texts.clear}
      </Button>
    </p>
  );
}

function NothingYet() {
  const texts = useDashboardTexts().activity;
  return (
    <EmptyState icon="list">
      <p>{texts.empty}</p>
    </EmptyState>
  );
}
