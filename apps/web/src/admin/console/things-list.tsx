/** A list whose rows can be edited, chosen, deleted and brought back: users and devices. */
import { useRef, useState, type ComponentType, type ReactNode, type RefObject } from "react";
import { useFormats } from "../../texts/texts.tsx";
import { BinOffer } from "./bin-offer.tsx";
import { BulkBar, ExportChosen, RemoveChosen } from "./bulk-bar.tsx";
import type { Column } from "./columns.ts";
import { isGone, type PageOf } from "./kept-rows.ts";
import { ListView, type Reading } from "./list-view.tsx";
import { Pager } from "./pager.tsx";
import { DeletedStrip, RowButtons } from "./row-parts.tsx";
import { useSelection, type Selection } from "./selection.ts";
import type { Deleting } from "./use-deleting.ts";
import { useKeptRows, type ListModel } from "./use-list.ts";

/** What an edit dialog is opened with. */
export interface EditorProps<Row> {
  row: Row;
  onSaved: (row: Row) => void;
  onClose: () => void;
  openedFrom: RefObject<HTMLElement | null>;
}

interface ThingsListProps<Row> {
  kind: "users" | "devices";
  list: ListModel;
  columns: readonly Column<Row>[];
  /** What was asked for, and what came. */
  query: object;
  reading: Reading & { readonly data: PageOf<Row> | undefined };
  deleting: Deleting;
  title: string;
  words: { readonly lower: string; readonly count: (count: number, shown: string) => string; readonly empty: string };
  nameOf: (row: Row) => string;
  /** Where a row's entries of the log are. */
  activityOf: (row: Row) => string;
  csvPath: string;
  /** Further buttons for the chosen rows. */
  bulk?: (selection: Selection) => ReactNode;
  Editor: ComponentType<EditorProps<Row>>;
}

export function ThingsList<Row extends { readonly id: string; readonly version: number }>(props: ThingsListProps<Row>) {
  const { list, reading, deleting, words, nameOf, Editor } = props;
  const formats = useFormats();
  const [edited, setEdited] = useState<Row | null>(null);
  const openedFrom = useRef<HTMLElement>(null);
  const kept = useKeptRows({
    key: JSON.stringify(props.query),
    page: reading.isPlaceholderData ? undefined : reading.data,
    isGone: (row) => isGone(row, deleting.removed),
  });
  const thingOf = (row: Row) => ({ id: row.id, name: nameOf(row), version: row.version });
  const living = (kept.rows ?? []).filter(({ id }) => !kept.removed.has(id)).map(thingOf);
  const selection = useSelection(
    kept.key,
    living.map(({ id }) => id),
  );
  const total = kept.total ?? 0;
  return (
    <>
      <ListView
        {...{ list, kept, reading, selection, nameOf }}
        title={props.title}
        counted={words.count(total, formats.number(total))}
        empty={words.empty}
        elsewhere={<BinOffer kind={props.kind} list={list} />}
        columns={props.columns}
        onSort={(sort) => list.change({ sort })}
        actions={(row) => (
          <RowButtons
            thing={thingOf(row)}
            activity={props.activityOf(row)}
            deleting={deleting}
            onEdit={(button) => {
              openedFrom.current = button;
              setEdited(row);
            }}
          />
        )}
        stripOf={(row) =>
          kept.removed.has(row.id) ? <DeletedStrip name={nameOf(row)} onUndo={() => deleting.restore(row)} /> : null
        }
        bulk={
          <BulkBar selection={selection}>
            <ExportChosen ids={selection.ids} csvPath={props.csvPath} />
            {props.bulk?.(selection)}
            <RemoveChosen
              ids={selection.ids}
              onPress={() => {
                deleting.removeMany(living.filter(({ id }) => selection.ids.includes(id)));
                selection.clear();
              }}
            />
          </BulkBar>
        }
        pager={<Pager lower={words.lower} list={list} total={total} />}
      />
      {edited !== null && (
        <Editor key={edited.id} row={edited} openedFrom={openedFrom} onSaved={kept.put} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
