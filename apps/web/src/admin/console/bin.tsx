/** What was deleted in the last 30 days, last deleted first, with the way back. [D23] */
import type { DeletedThing } from "@relaydeck/contract/console";
import { trpc } from "../../app/trpc.ts";
import { useFormats } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { BulkBar, RestoreChosen } from "./bulk-bar.tsx";
import type { Column } from "./columns.ts";
import { useConsoleWords } from "./console-words.ts";
import { pageAsked } from "./list-address.ts";
import { ListView } from "./list-view.tsx";
import { Pager } from "./pager.tsx";
import { LongTime } from "./row-parts.tsx";
import { useSelection } from "./selection.ts";
import { useDeletingDevices, useDeletingUsers } from "./use-deleting.ts";
import { useKeptRows, useNewsOptions, type ListModel } from "./use-list.ts";

interface BinProps {
  kind: "users" | "devices";
  list: ListModel;
}

export function Bin({ kind, list }: BinProps) {
  const words = useConsoleWords();
  const formats = useFormats();
  const restoring = { users: useDeletingUsers(), devices: useDeletingDevices() }[kind];
  const query = { kind, ...pageAsked(list.address, []) };
  const reading = trpc.admin.deleted.useQuery(query, useNewsOptions());
  const now = reading.isPlaceholderData ? undefined : reading.data;
  // What was brought back is no longer here, and nobody looks for it here: each answer is shown as it is.
  const key = JSON.stringify([query, now?.rows.map(({ id }) => id)]);
  const kept = useKeptRows({ key, page: now });
  const total = kept.total ?? 0;
  const choosable = (kept.rows ?? []).filter(({ keptFrom }) => keptFrom === null);
  // What comes or goes meanwhile leaves the choice.
  const selection = useSelection(
    JSON.stringify(query),
    choosable.map(({ id }) => id),
  );
  return (
    <ListView
      list={list}
      {...{ kept, selection }}
      reading={reading}
      title={words.bin.filter}
      counted={words.bin.count(total, formats.number(total))}
      empty={words.bin.empty}
      note={<p className="list-note">{words.bin.note}</p>}
      columns={useBinColumns(kind)}
      nameOf={({ name }) => name}
      actions={(thing) =>
        thing.keptFrom === null ? (
          <Button size="small" aria-label={words.undo.undoOf(thing.name)} onClick={() => restoring.restore(thing)}>
            {words.undo.undo}
          </Button>
        ) : (
          <span className="list-note">{words.bin.keptFrom[thing.keptFrom]}</span>
        )
      }
      bulk={
        <BulkBar selection={selection}>
          <RestoreChosen
            ids={selection.ids}
            onPress={() => {
              restoring.restoreMany(selection.ids);
              selection.clear();
            }}
          />
        </BulkBar>
      }
      pager={<Pager lower={words.bin.filter} list={list} total={total} />}
    />
  );
}

function useBinColumns(kind: BinProps["kind"]): readonly Column<DeletedThing>[] {
  const { bin: words } = useConsoleWords();
  const by = { self: words.bySelf, owner: words.byOwner, admin: words.byAdmin };
  return [
    { id: "name", label: words.name, cell: ({ name, detail }) => (name === "" ? detail : name) },
    { id: "detail", label: kind === "users" ? words.email : words.serial, cell: ({ detail }) => detail },
    { id: "deleted", label: words.deleted, cell: ({ deletedAt }) => <LongTime at={deletedAt} /> },
    { id: "by", label: words.by, cell: ({ deletedBy }) => (deletedBy === null ? words.byUnknown : by[deletedBy]) },
    { id: "until", label: words.until, cell: ({ undoUntil }) => <LongTime at={undoUntil} /> },
  ];
}
