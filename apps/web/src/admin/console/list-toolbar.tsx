/** Above a list: words to look for, filters, its columns, and the same rows as a file. */
import "./list-toolbar.css";
import { useEffect, useState, type ReactNode } from "react";
import { lookedFor } from "@relaydeck/contract/visible-text";
import { useCopy } from "../../app/use-copy.ts";
import { useClock } from "../../ui/time.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuToggle } from "../../ui/menu.tsx";
import { useMedia } from "../../ui/use-media.ts";
import type { Column } from "./columns.ts";
import { useConsoleWords } from "./console-words.ts";
import { longestSearch, type ListAddress } from "./list-address.ts";
import type { ListModel } from "./use-list.ts";

interface ListToolbarProps {
  /** Such as `users`: within sentences. */
  lower: string;
  list: ListModel;
  /** Undefined where words cannot be looked for. */
  hasSearch?: boolean;
  /** `FilterChip`s and what else chooses rows. */
  filters: ReactNode;
  columns: readonly Column<never>[];
  hidden: readonly string[];
  /** Address of the file with everything that the filter finds. */
  csv?: string | undefined;
}

export function ListToolbar({ lower, list, hasSearch = true, filters, columns, hidden, csv }: ListToolbarProps) {
  const words = useConsoleWords().list;
  const isPhone = useMedia("screen and (width < 768px)");
  return (
    <div className="list-toolbar">
      {hasSearch && <SearchField lower={lower} list={list} />}
      <div className="list-tools">
        {isPhone && <SortField list={list} columns={columns} />}
        <ColumnsMenu list={list} columns={columns} hidden={hidden} />
        {csv !== undefined && (
          <a href={csv} download aria-label={words.csvOf(lower)} {...buttonLook()}>
            {words.csv}
          </a>
        )}
        <CopyLink />
      </div>
      <div className="list-filters" role="group" aria-label={words.filters}>
        {filters}
      </div>
    </div>
  );
}

/** Typing pauses for so long before it is looked for. */
const settleMs = 300;

function SearchField({ lower, list }: Pick<ListToolbarProps, "lower" | "list">) {
  const words = useConsoleWords().list;
  const clock = useClock();
  const { search } = list.address;
  const [typed, setTyped] = useState(search);
  const [asked, setAsked] = useState(search);
  // The address has changed by something else, such as a card above or the way back.
  if (search !== asked) {
    setAsked(search);
    setTyped(search);
  }
  function ask(text: string) {
    if (text === search) return;
    setAsked(text);
    list.change({ search: text });
  }
  const wanted = lookedFor(typed, longestSearch);
  useEffect(() => (wanted === search ? undefined : clock.after(settleMs, () => ask(wanted))));
  return (
    <form
      role="search"
      className="list-search"
      onSubmit={(event) => {
        event.preventDefault();
        ask(wanted);
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        className="input"
        aria-label={words.search(lower)}
        placeholder={words.search(lower)}
        autoComplete="off"
        maxLength={longestSearch}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}

/** Of the list that the element belongs to; null where words cannot be looked for. */
export function searchNear(element: HTMLElement | null): HTMLElement | null {
  return element?.closest("[role=tabpanel]")?.querySelector<HTMLElement>("[role=search] input") ?? null;
}

/** One of the filters that are a press away; pressed again it is lifted. */
export function FilterChip(props: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <button type="button" className="chip" aria-pressed={props.isOn} onClick={props.onToggle}>
      {props.isOn && <Icon name="tick" size={14} />}
      <span>{props.label}</span>
    </button>
  );
}

/** Between what is there and what was deleted; the words that are looked for hold for both, all else that was asked for one alone. [D23] */
export function BinChip({ list }: { list: ListModel }) {
  const { isBin } = list.address;
  const clear = { isBin: !isBin, filters: {}, sort: null };
  return <FilterChip label={useConsoleWords().bin.filter} isOn={isBin} onToggle={() => list.change(clear)} />;
}

/** A filter that was typed, or came with a link: it can only be lifted. */
export function SetFilter(props: { name: string; value: string; onLift: () => void }) {
  const words = useConsoleWords().list;
  const label = words.only(props.name, props.value);
  return (
    <button type="button" className="chip" data-set="" aria-label={words.without(label)} onClick={props.onLift}>
      <span>{label}</span>
      <Icon name="cross" size={14} />
    </button>
  );
}

function ColumnsMenu({ list, columns, hidden }: Pick<ListToolbarProps, "list" | "columns" | "hidden">) {
  const words = useConsoleWords().list;
  const toggle = (id: string) => list.change({ hidden: [...new Set(hidden).symmetricDifference(new Set([id]))] });
  if (columns.length === 0) return null;
  return (
    <Menu trigger={<Button>{words.columns}</Button>}>
      {columns.slice(1).map(({ id, label }) => (
        <MenuToggle key={id} checked={!hidden.includes(id)} onChange={() => toggle(id)}>
          {label}
        </MenuToggle>
      ))}
    </Menu>
  );
}

/** On a phone no column has a head that could be pressed. */
function SortField({ list, columns }: Pick<ListToolbarProps, "list" | "columns">) {
  const words = useConsoleWords().list;
  const { sort } = list.address;
  const choices = columns.flatMap(({ sort: by, label }) =>
    by === undefined
      ? []
      : (["asc", "desc"] as const).map((order) => ({ by, order, label: words.sortBy(label, order === "desc") })),
  );
  if (choices.length === 0) return null;
  const nameOf = (chosen: NonNullable<ListAddress["sort"]>) => `${chosen.by} ${chosen.order}`;
  return (
    <SelectField
      label={words.sort}
      value={sort === null ? "" : nameOf(sort)}
      onChange={(event) => {
        const chosen = choices.find((choice) => nameOf(choice) === event.target.value);
        list.change({ sort: chosen === undefined ? null : { by: chosen.by, order: chosen.order } });
      }}
    >
      <option value="">{words.sortDefault}</option>
      {choices.map((choice) => (
        <option key={nameOf(choice)} value={nameOf(choice)}>
          {choice.label}
        </option>
      ))}
    </SelectField>
  );
}

/** The address opens this very view elsewhere. */
function CopyLink() {
  const words = useConsoleWords().list;
  const copy = useCopy(words.copied);
  return <Button onClick={() => copy(location.href)}>{words.copyLink}</Button>;
}
