/** What rows of several lists are made of: exact times, the strip of a deleted row, the buttons at its end. */
import { fromInstant } from "@relaydeck/contract/instants";
import { Link } from "wouter";
import { paths } from "../../app/paths.ts";
import { useFormats } from "../../texts/texts.tsx";
import { Button, buttonLook, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useConsoleWords } from "./console-words.ts";
import type { Deletable, Deleting } from "./use-deleting.ts";

/** Long date and time with its zone, as administrators' tables have them. [product document, section 9] */
export function LongTime({ at }: { at: string | null }) {
  const words = useConsoleWords().list;
  const formats = useFormats();
  if (at === null) return <span>{words.never}</span>;
  return <time dateTime={at}>{formats.exact(fromInstant(at))}</time>;
}

/** The address of a tab of the console that shows one thing. */
export function consoleLink(tab: string, parts: Readonly<Record<string, string>> = {}): string {
  return `${paths.adminDashboard}?${new URLSearchParams({ tab, ...parts }).toString()}`;
}

/** Where a deleted row stood. */
export function DeletedStrip({ name, onUndo }: { name: string; onUndo: () => void }) {
  const words = useConsoleWords().undo;
  return (
    <div className="list-strip-words">
      <Icon name="trash" />
      <span>{words.deleted(name)}</span>
      <Button size="small" aria-label={words.undoOf(name)} onClick={onUndo}>
        {words.undo}
      </Button>
    </div>
  );
}

interface RowButtonsProps {
  thing: Deletable;
  /** Their entries of the log. */
  activity: string;
  deleting: Deleting;
  /** With the button that was pressed, to which the focus returns. */
  onEdit: (button: HTMLElement) => void;
}

export function RowButtons({ thing, activity, deleting, onEdit }: RowButtonsProps) {
  const words = useConsoleWords().list;
  return (
    <>
      <Link
        href={activity}
        aria-label={words.activityOf(thing.name)}
        title={words.activityOf(thing.name)}
        data-icon-only=""
        {...buttonLook({ kind: "quiet", size: "small" })}
      >
        <Icon name="list" />
      </Link>
      <IconButton
        icon="pencil"
        size="small"
        label={words.edit(thing.name)}
        title={words.edit(thing.name)}
        aria-haspopup="dialog"
        onClick={(event) => onEdit(event.currentTarget)}
      />
      <IconButton
        icon="trash"
        size="small"
        label={words.remove(thing.name)}
        title={words.remove(thing.name)}
        onClick={() => deleting.remove(thing)}
      />
    </>
  );
}
