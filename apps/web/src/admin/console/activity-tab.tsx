/** Everybody's log: newest first, by kind, person, device, time and words. [D0.12, C10] */
import { useEffect, useEffectEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Activity } from "@relaydeck/contract/activity";
import type { ActivityFilter } from "@relaydeck/contract/console";
import { fromInstant } from "@relaydeck/contract/instants";
import { trpc } from "../../app/trpc.ts";
import type { ConsoleWords } from "../../texts/console.en.ts";
import { useFormats, useLanguage } from "../../texts/texts.tsx";
import { loadDashboardTexts } from "../../texts/load.ts";
import { Button } from "../../ui/button.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { useHidden, shownColumns, type Column } from "./columns.ts";
import { useAdminWords } from "../admin-words.ts";
import { useConsoleWords } from "./console-words.ts";
import { csvAddress } from "./csv-address.ts";
import { withFilter, type ListSpec } from "./list-address.ts";
import { FilterChip, ListToolbar } from "./list-toolbar.tsx";
import { ListView } from "./list-view.tsx";
import { toInstantText } from "./local-time.ts";
import { MoreFilters } from "./more-filters.tsx";
import { Pager } from "./pager.tsx";
import { consoleLink, LongTime } from "./row-parts.tsx";
import { ShortId } from "./short-id.tsx";
import { useKeptRows, useListAddress, useNewsOptions, type ListModel } from "./use-list.ts";

const types = ["success", "warning", "error", "info"] as const satisfies readonly Activity["type"][];
const sorts = ["timestamp"] as const;
const spec: ListSpec = { filters: { type: types, user: "text", device: "text", from: "text", until: "text" }, sorts };
/** Pages are skipped to as far as this; older entries follow on the last of them. */
const mostSkipped = 100_000;

export function ActivityTab() {
  const words = useConsoleWords();
  const list = useListAddress("activity", spec);
  const columns = useColumns(words);
  const hidden = useHidden(columns, list.address.hidden);
  const { search } = list.address;
  return (
    <>
      <ListToolbar
        lower={words.activity.lower}
        list={list}
        filters={<Filters list={list} />}
        columns={columns}
        hidden={hidden}
        csv={csvAddress("/api/admin/activity-logs.csv", { search, ...filterOf(list) })}
      />
      <Entries list={list} columns={shownColumns(columns, hidden)} />
    </>
  );
}

function filterOf({ address: { filters } }: ListModel): Omit<ActivityFilter, "search"> {
  const type = types.find((known) => known === filters["type"]);
  const { user, device } = filters;
  const [from, until] = [toInstantText(filters["from"]), toInstantText(filters["until"])];
  return {
    ...(type === undefined ? {} : { type }),
    ...(user === undefined ? {} : { userId: user }),
    ...(device === undefined ? {} : { deviceId: device }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  };
}

function Filters({ list }: { list: ListModel }) {
  const words = useConsoleWords();
  const { filters } = list.address;
  return (
    <>
      {types.map((type) => (
        <FilterChip
          key={type}
          label={words.activity.types[type]}
          isOn={filters["type"] === type}
          onToggle={() => list.change({ filters: withFilter(filters, "type", type) })}
        />
      ))}
      <MoreFilters
        list={list}
        ids={[
          { name: "user", label: words.range.userId },
          { name: "device", label: words.range.deviceId },
        ]}
      />
    </>
  );
}

/** Styles of the product document: success default, error destructive, warning secondary, any other outline. */
const variants: Readonly<Record<Activity["type"], { variant: string; icon: IconName }>> = {
  success: { variant: "default", icon: "tick" },
  error: { variant: "destructive", icon: "triangle" },
  warning: { variant: "secondary", icon: "clock" },
  info: { variant: "outline", icon: "info" },
};

function useColumns({ activity: words }: ConsoleWords): readonly Column<Activity>[] {
  const messageOf = useMessages();
  return [
    {
      id: "timestamp",
      label: words.timestamp,
      sort: "timestamp",
      cell: ({ timestamp }) => <LongTime at={timestamp} />,
    },
    {
      id: "user",
      label: words.user,
      cell: ({ userId }) => (userId === null ? words.system : <ShortId id={userId} href={consoleLink("users", { q: userId })} />),
    },
    {
      id: "device",
      label: words.device,
      cell: ({ deviceId }) =>
        deviceId === null ? words.notApplicable : <ShortId id={deviceId} href={consoleLink("devices", { q: deviceId })} />,
    },
    { id: "message", label: words.message, cell: messageOf },
    {
      id: "type",
      label: words.type,
      cell: ({ type }) => (
        <span className="badge type-badge" data-variant={variants[type].variant}>
          <Icon name={variants[type].icon} size={14} />
          <span>{words.types[type]}</span>
        </span>
      ),
    },
  ];
}

/** In the reader's language; the sentences of the users' log are fetched where they are not English. */
function useMessages(): (entry: Activity) => string {
  const language = useLanguage();
  const spoken = useQuery({
    queryKey: ["console", "sentences", language],
    enabled: language !== "en",
    queryFn: async () => {
      const [{ entryText }, texts] = await Promise.all([
        import("../../dashboard/activity/entry-text.ts"),
        loadDashboardTexts(language),
      ]);
      return { say: (entry: Activity) => entryText(entry, texts) };
    },
  });
  return spoken.data?.say ?? (({ message }) => message);
}

function Entries({ list, columns }: { list: ListModel; columns: readonly Column<Activity>[] }) {
  const words = useConsoleWords();
  const formats = useFormats();
  const { sort, page, perPage, before } = list.address;
  const lastPage = Math.floor(mostSkipped / perPage) + 1;
  const { reading, kept, turn } = useEntries(list, lastPage);
  const total = kept.total ?? 0;
  const next = reading.data?.next ?? null;
  const lookedTo = reading.data?.lookedTo ?? null;
  const way = words.activity.ways[sort?.order ?? "desc"];
  // The pages of this look come first: behind the last of them looking goes on where it ended.
  const endOfPages = lookedTo === null ? lastPage : Math.min(lastPage, Math.ceil((reading.data?.total ?? 0) / perPage));
  const goesOn = next !== null && page >= endOfPages;
  const goOn = (from: string | null) => list.change({ before: from, page: 1 });
  const further = (
    <>
      {lookedTo !== null && <p className="list-note">{way.lookedTo(formats.exact(fromInstant(lookedTo)))}</p>}
      {goesOn && <Button onClick={() => goOn(next)}>{lookedTo === null ? way.more : way.lookOn}</Button>}
      {before !== null && <Button onClick={() => goOn(null)}>{way.first}</Button>}
    </>
  );
  const count = lookedTo === null ? words.activity.count : words.activity.countSoFar;
  return (
    <>
      <ListView
        list={list}
        kept={kept}
        reading={reading}
        title={useAdminWords().tabs.activity}
        counted={count(total, formats.number(total))}
        empty={words.activity.empty}
        columns={columns}
        nameOf={({ message }) => message}
        onSort={(sorted) => list.change({ sort: sorted })}
        pager={<Pager lower={words.activity.lower} list={list} total={total} lastPage={lastPage} onTurn={turn} />}
      />
      <div className="list-further">{further}</div>
    </>
  );
}

/**
 * A page of the log, and what of it is kept. What arrives meanwhile would push entries from one page to the next: the later pages
 * count from the entry that stood first on the first one when it was left, which the address keeps.
 */
function useEntries(list: ListModel, lastPage: number) {
  const { search, sort, page, perPage, before, top } = list.address;
  const view = {
    ...(search === "" ? {} : { search }),
    ...filterOf(list),
    ...(sort === null ? {} : { sort: "timestamp" as const, order: sort.order }),
    ...(before === null ? {} : { before }),
    limit: perPage,
  };
  // Where pages begin behind an entry, or with the oldest, nothing arrives before them.
  const canBePushed = before === null && sort?.order !== "asc";
  const first = canBePushed && page > 1 ? top : null;
  const offset = (Math.min(page, lastPage) - 1) * perPage;
  // What is asked for begins after the first entry, which is counted all the same.
  const query = first === null ? { ...view, offset } : { ...view, before: first, offset: offset - 1 };
  const reading = trpc.admin.activity.useQuery(query, {
    ...useNewsOptions(),
    select: (found) => (first === null ? found : { ...found, total: found.total + 1 }),
  });
  const found = reading.isPlaceholderData ? undefined : reading.data;
  const kept = useKeptRows({ key: JSON.stringify(query), page: found });
  useTopThatIsThere(list, first !== null && found?.rows.length === 0 && found.total === 1);
  // Until the first page is there, what stands there is another view's.
  const standsFirst = canBePushed && found !== undefined ? (kept.rows?.[0]?.id ?? null) : null;
  return { reading, kept, turn: (to: number) => list.change({ page: to, top: page > 1 ? first : standsFirst }) };
}

/** The first entry itself may be gone, and with it the place to count from. */
function useTopThatIsThere({ change }: ListModel, isGone: boolean): void {
  const forget = useEffectEvent(() => change({ top: null }));
  useEffect(() => {
    if (isGone) forget();
  }, [isGone]);
}
