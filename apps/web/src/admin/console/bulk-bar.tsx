/** What can be done with the chosen rows. It stands at the lower edge of the window, so that no row moves when it comes. */
import type { ReactNode } from "react";
import { useFormats } from "../../texts/texts.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { useConsoleWords } from "./console-words.ts";
import type { Selection } from "./selection.ts";

interface BulkBarProps {
  selection: Selection;
  /** Address of the file, to which the ids are added. */
  csvPath: string;
  onRemove: (ids: readonly string[]) => void;
  /** Further buttons. */
  children?: ReactNode;
}

export function BulkBar({ selection, csvPath, onRemove, children }: BulkBarProps) {
  const words = useConsoleWords();
  const formats = useFormats();
  const { ids } = selection;
  if (ids.length === 0) return null;
  const count = formats.number(ids.length);
  return (
    // Known as the first of them, so that the focus goes there with the bar, and on to the strip that the row becomes. [A2]
    <div className="bulk-bar" role="group" aria-label={words.list.bulk} data-thing={ids[0]}>
      <p>{words.list.chosen(count)}</p>
      <a href={`${csvPath}?ids=${ids.join(",")}`} download {...buttonLook({ size: "small" })}>
        {words.list.exportChosen}
      </a>
      {children}
      <Button
        kind="danger"
        size="small"
        onClick={() => {
          onRemove(ids);
          selection.clear();
        }}
      >
        {words.undo.removeMany(count)}
      </Button>
      <Button kind="quiet" size="small" onClick={selection.clear}>
        {words.list.unchoose}
      </Button>
    </div>
  );
}
