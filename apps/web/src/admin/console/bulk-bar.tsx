/** What can be done with the chosen rows. It stands at the lower edge of the window, so that no row moves when it comes. */
import type { ReactNode } from "react";
import { useFormats } from "../../texts/texts.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { useConsoleWords } from "./console-words.ts";
import type { Selection } from "./selection.ts";

interface BulkBarProps {
  selection: Selection;
  /** The buttons. */
  children: ReactNode;
}

export function BulkBar({ selection, children }: BulkBarProps) {
  const words = useConsoleWords();
  const formats = useFormats();
  const { ids } = selection;
  if (ids.length === 0) return null;
  return (
    // Known as the first of them, so that the focus goes there with the bar, and on to the strip that the row becomes. [A2]
    <div className="bulk-bar" role="group" aria-label={words.list.bulk} data-thing={ids[0]}>
      <p>{words.list.chosen(formats.number(ids.length))}</p>
      {children}
      <Button kind="quiet" size="small" onClick={selection.clear}>
        {words.list.unchoose}
      </Button>
    </div>
  );
}

/** `csvPath`: address of the file, to which the ids are added. */
export function ExportChosen({ ids, csvPath }: { ids: readonly string[]; csvPath: string }) {
  const words = useConsoleWords().list;
  return (
    <a href={`${csvPath}?ids=${ids.join(",")}`} download {...buttonLook({ size: "small" })}>
      {words.exportChosen}
    </a>
  );
}

interface ChosenProps {
  ids: readonly string[];
  onPress: () => void;
}

export function RemoveChosen({ ids, onPress }: ChosenProps) {
  const words = useConsoleWords().undo;
  const formats = useFormats();
  return (
    <Button kind="danger" size="small" onClick={onPress}>
      {words.removeMany(formats.number(ids.length))}
    </Button>
  );
}

export function RestoreChosen({ ids, onPress }: ChosenProps) {
  const words = useConsoleWords().undo;
  const formats = useFormats();
  return (
    <Button size="small" onClick={onPress}>
      {words.restoreMany(formats.number(ids.length))}
    </Button>
  );
}
