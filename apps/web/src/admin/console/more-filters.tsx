/** Filters that are typed: times and ids. They stand behind a button, as they are seldom wanted; those that are set stand beside it. */
import { lookedFor } from "@relaydeck/contract/visible-text";
import { useFormats } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Popover } from "../../ui/popover.tsx";
import { useConsoleWords } from "./console-words.ts";
import { longestText, withFilter } from "./list-address.ts";
import { SetFilter } from "./list-toolbar.tsx";
import { toInstantText, toLocal } from "./local-time.ts";
import { shortId } from "../short-id.ts";
import type { ListModel } from "./use-list.ts";

/** A filter that takes an id. */
interface IdFilter {
  readonly name: string;
  readonly label: string;
}

const ends = ["from", "until"] as const;

/** Lists that have it know the filters `from` and `until`, and those that are named. */
export function MoreFilters({ list, ids }: { list: ListModel; ids: readonly IdFilter[] }) {
  const words = useConsoleWords();
  const formats = useFormats();
  const { filters } = list.address;
  const lift = (name: string) => list.change({ filters: withFilter(filters, name, null) });
  const set = (name: string, value: string) =>
    value === "" ? lift(name) : list.change({ filters: { ...filters, [name]: value } });
  return (
    <>
      <Popover trigger={<Button size="small">{words.list.moreFilters}</Button>} label={words.list.moreFilters}>
        <div className="more-filters">
          {ends.map((end) => (
            <TextField
              key={end}
              type="datetime-local"
              label={words.range[end]}
              value={toLocal(filters[end])}
              onChange={(event) => set(end, toInstantText(event.target.value) ?? "")}
            />
          ))}
          {ids.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              autoComplete="off"
              spellCheck={false}
              maxLength={longestText}
              value={filters[name] ?? ""}
              onChange={(event) => set(name, lookedFor(event.target.value, longestText))}
            />
          ))}
        </div>
      </Popover>
      {ends.map((end) => {
        const instant = toInstantText(filters[end]);
        if (instant === undefined) return null;
        return (
          <SetFilter key={end} name={words.range[end]} value={formats.exact(Date.parse(instant))} onLift={() => lift(end)} />
        );
      })}
      {ids.map(({ name, label }) => {
        const id = filters[name];
        return id !== undefined && <SetFilter key={name} name={label} value={shortId(id)} onLift={() => lift(name)} />;
      })}
    </>
  );
}
