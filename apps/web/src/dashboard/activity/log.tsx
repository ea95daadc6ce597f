/** The rows of the log in a box that scrolls by itself. New rows never move what somebody reads. */
import { useRef, useState } from "react";
import type { Activity } from "@relaydeck/contract/activity";
import { useDashboardTexts, useFormats } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RelativeTime, useNow } from "../../ui/time.tsx";
import { useDashboardData } from "../data.tsx";
import { logThing, RestoreButton } from "./cleared-log.tsx";
import { gapText } from "./gap-text.ts";
import { entryDetails, heldRows, lookOf, type ActivityRow } from "./activity-rows.ts";
import type { LogView } from "./use-log-view.ts";
import type { Older } from "./use-older.ts";

/** A box that scrolls by itself must be reachable by key, and named. */
const scrollBox = { role: "region", tabIndex: 0, "data-thing": logThing } as const;
/** Rows on a phone before “Show all”. */
const phoneRows = 20;

export function Log({ rows, older, view }: { rows: readonly ActivityRow[]; older: Older; view: LogView }) {
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
        <OlderButton older={older} />
        {view.clearedAt !== null && (
          <p className="log-older">
            <RestoreButton view={view} />
          </p>
        )}
      </div>
      {rows.length > phoneRows && <ShowAll rows={rows} older={older} />}
    </div>
  );
}

/** Phones show the newest rows and the rest in a sheet; wider screens scroll the box and never see this button. */
function ShowAll({ rows, older }: { rows: readonly ActivityRow[]; older: Older }) {
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
        <OlderButton older={older} />
      </Dialog>
    </div>
  );
}

function OlderButton({ older }: { older: Older }) {
  const texts = useDashboardTexts().activity;
  if (older.state === "end") return null;
  return (
    <p className="log-older">
      <Button size="small" busy={older.state === "reading" && texts.reading} onClick={older.read}>
        {older.state === "failed" ? texts.olderFailed : texts.older}
      </Button>
    </p>
  );
}

function LogRows({ rows }: { rows: readonly ActivityRow[] }) {
  return (
    <ul className="plain log">
      {rows.map((row) =>
        row.kind === "gap" ? <GapRow key={row.id} from={row.from} to={row.to} /> : <EntryRow key={row.id} {...row} />,
      )}
    </ul>
  );
}

function EntryRow({ entry, text, at }: { entry: Activity; text: string; at: number }) {
  const texts = useDashboardTexts().activity;
  const { user } = useDashboardData();
  const look = lookOf(entry);
  const details = entryDetails({ entry, text }, { userId: user?.id ?? null, you: texts.you });
  const label = entry.commandState === "unconfirmed" ? texts.unconfirmed : texts.kinds[entry.type];
  return (
    <li className="log-row" data-tone={look.tone}>
      <Icon name={look.icon} size={14} label={label} />
      <span className="log-text" data-word={label}>
        {text}
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
  return (
    <li className="log-row log-gap" data-tone="off">
      <Icon name="dashed-ring" size={14} />
      <span className="log-text">{gapText({ from, to }, { texts, formats, now })}</span>
    </li>
  );
}
