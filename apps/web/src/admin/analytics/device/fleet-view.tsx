/** Devices × days: how the connection of each held. Searched and paged by the server, all of it in the address. [C3] */
import { keepPreviousData } from "@tanstack/react-query";
import { useId, useRef, useState, type FormEvent, type RefObject } from "react";
import type { Fleet } from "@relaydeck/contract/analytics-overview";
import { lookedFor } from "@relaydeck/contract/visible-text";
import { trpc } from "../../../app/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback.tsx";
import { longestSearch, useAddress, type Changes } from "../address.ts";
import { useAnalyticsWords } from "../analytics-words.ts";
import { Panel, Part, WhenRead } from "../panel.tsx";
import { zoneInput } from "../system/overview-input.ts";
import { useTold } from "../told.ts";
import { HeatTable } from "./heat-table.tsx";

/** Devices of one page: each is a card of its own on a phone, with a line for each day. */
const perPage = 10;

export function FleetView() {
  const words = useAnalyticsWords().fleet;
  const { days, zone, search, page } = useAddress();
  const field = useRef<HTMLInputElement>(null);
  const asked = search === "" ? {} : { search };
  const fleet = trpc.analytics.fleet.useQuery(
    { days, ...zoneInput(zone), ...asked, limit: perPage, offset: page * perPage },
    { refetchOnMount: "always", placeholderData: keepPreviousData },
  );
  return (
    <WhenRead queries={[fleet]}>
      <Part title={words.title} aside={<FleetSearch field={field} />}>
        <div className="panels">
          <Panel query={fleet} title={words.title} isWide>
            {(data) => <FleetPanel data={data} field={field} />}
          </Panel>
        </div>
      </Part>
    </WhenRead>
  );
}

interface Searched {
  field: RefObject<HTMLInputElement | null>;
}

function FleetSearch({ field }: Searched) {
  const words = useAnalyticsWords().fleet;
  const id = useId();
  const { search, change } = useAddress();
  const [text, setText] = useState(search);
  const [searched, setSearched] = useState(search);
  // The address may change by itself, as by the Back button.
  if (searched !== search) {
    setSearched(search);
    setText(search);
  }
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    change({ search: lookedFor(text, longestSearch), page: null });
  }
  return (
    <form className="choice" role="search" onSubmit={find}>
      <label htmlFor={id}>{words.search}</label>
      <input
        id={id}
        ref={field}
        type="search"
        className="input"
        maxLength={longestSearch}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{words.find}</Button>
    </form>
  );
}

function FleetPanel({ data, field }: Searched & { data: Fleet }) {
  const words = useAnalyticsWords().fleet;
  const { search, change } = useAddress();
  // The button goes with what it leads away from.
  function lookAt(changes: Changes) {
    field.current?.focus();
    change({ ...changes, page: null });
  }
  if (data.devices.length === 0 && data.total > 0)
    return (
      <EmptyState icon="list" action={<Button onClick={() => lookAt({})}>{words.firstPage}</Button>}>
        <p>{words.emptyPage}</p>
      </EmptyState>
    );
  if (data.devices.length === 0 && search !== "")
    return (
      <EmptyState icon="search" action={<Button onClick={() => lookAt({ search: null })}>{words.clear}</Button>}>
        <p>{words.noMatch(search)}</p>
      </EmptyState>
    );
  const isSilent = data.devices.every(({ uptimes }) => uptimes.every((uptime) => uptime === null));
  return (
    <>
      {isSilent && (
        <EmptyState icon="clock">
          <p>{words.empty}</p>
        </EmptyState>
      )}
      {data.devices.length > 0 && <HeatTable data={data} />}
      <Pages total={data.total} count={data.devices.length} />
    </>
  );
}

function Pages({ total, count }: { total: number; count: number }) {
  const words = useAnalyticsWords().fleet;
  const told = useTold();
  const { page, change } = useAddress();
  const first = page * perPage;
  if (total <= perPage) return null;
  const goTo = (wanted: number) => change({ page: wanted === 0 ? null : String(wanted + 1) });
  return (
    <nav className="pages" aria-label={words.pages}>
      <Button size="small" aria-disabled={page === 0} onClick={() => page > 0 && goTo(page - 1)}>
        {words.newer}
      </Button>
      <span>{words.shown(told.number(first + 1), told.number(first + count), told.number(total))}</span>
      <Button size="small" aria-disabled={first + count >= total} onClick={() => first + count < total && goTo(page + 1)}>
        {words.older}
      </Button>
    </nav>
  );
}
