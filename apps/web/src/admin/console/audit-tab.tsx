/** The record that cannot be changed: who did what, on what, when and from where. Newest first; it is told by its numbers. [AD-8, C10] */
import { useRef, useState } from "react";
import type { AuditFound, AuditQuery } from "@relaydeck/contract/console";
import { fromInstant } from "@relaydeck/contract/instants";
import { trpc } from "../../app/trpc.ts";
import { useFormats } from "../../texts/texts.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { useAuditColumns } from "./audit-columns.tsx";
import { AuditDialog } from "./audit-dialog.tsx";
import type { ArrivedEntry, AuditLine } from "./audit-line.ts";
import { useHidden, shownColumns, type Column } from "./columns.ts";
import { useAdminWords } from "../admin-words.ts";
import { useConsoleWords } from "./console-words.ts";
import { csvAddress } from "./csv-address.ts";
import { withFilter, type ListSpec } from "./list-address.ts";
import { FilterChip, ListToolbar } from "./list-toolbar.tsx";
import { ListView } from "./list-view.tsx";
import { toInstantText } from "./local-time.ts";
import { MoreFilters } from "./more-filters.tsx";
import { PerPage } from "./pager.tsx";
import { useKeptRows, useListAddress, useNewsOptions, type ListModel } from "./use-list.ts";

const kinds = ["user", "admin", "device", "system"] as const satisfies readonly NonNullable<AuditQuery["actorKind"]>[];
const spec: ListSpec = {
  filters: { who: kinds, action: "text", actor: "text", object: "text", from: "text", until: "text" },
  sorts: [],
};

export function AuditTab() {
  const words = useConsoleWords();
  const list = useListAddress("audit", spec);
  const columns = useAuditColumns();
  const hidden = useHidden(columns, list.address.hidden);
  return (
    <>
      <ListToolbar
        lower={words.audit.lower}
        list={list}
        hasSearch={false}
        filters={<Filters list={list} />}
        columns={columns}
        hidden={hidden}
        csv={csvAddress("/api/admin/audit.csv", filterOf(list))}
      />
      <Lines list={list} columns={shownColumns(columns, hidden)} />
    </>
  );
}

function filterOf({ address: { filters } }: ListModel): Omit<AuditQuery, "limit" | "before"> {
  const actorKind = kinds.find((known) => known === filters["who"]);
  const { action, actor, object } = filters;
  const [from, until] = [toInstantText(filters["from"]), toInstantText(filters["until"])];
  return {
    ...(actorKind === undefined ? {} : { actorKind }),
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(object === undefined ? {} : { objectId: object }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  };
}

function Filters({ list }: { list: ListModel }) {
  const { audit: words } = useConsoleWords();
  const { filters } = list.address;
  const actions = trpc.admin.auditActions.useQuery(undefined, { gcTime: 0 }).data ?? [];
  const { action = "" } = filters;
  const known = action === "" || actions.includes(action) ? actions : [action, ...actions];
  return (
    <>
      {kinds.map((kind) => (
        <FilterChip
          key={kind}
          label={words.kinds[kind]}
          isOn={filters["who"] === kind}
          onToggle={() => list.change({ filters: withFilter(filters, "who", kind) })}
        />
      ))}
      <SelectField
        label={words.action}
        value={action}
        onChange={(event) =>
          list.change({ filters: withFilter(withFilter(filters, "action", null), "action", event.target.value) })
        }
      >
        <option value="">{words.any}</option>
        {known.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <MoreFilters
        list={list}
        ids={[
          { name: "actor", label: words.actorId },
          { name: "object", label: words.objectId },
        ]}
      />
    </>
  );
}

function Lines({ list, columns }: { list: ListModel; columns: readonly Column<AuditLine>[] }) {
  const words = useConsoleWords();
  const formats = useFormats();
  const [opened, setOpened] = useState<AuditLine | null>(null);
  const openedFrom = useRef<HTMLElement>(null);
  const { perPage, before } = list.address;
  const from = /^\d{1,15}$/.test(before ?? "") ? Number(before) : undefined;
  const query = { ...filterOf(list), ...(from === undefined ? {} : { before: from }), limit: perPage };
  const reading = trpc.admin.audit.useQuery(query, { ...useNewsOptions(), select: toLines });
  const kept = useKeptRows({
    key: JSON.stringify(query),
    page: reading.isPlaceholderData ? undefined : reading.data,
  });
  const { next = null, lookedTo = null } = reading.data ?? {};
  const count = kept.rows?.length ?? 0;
  return (
    <>
      <ListView
        list={list}
        kept={kept}
        reading={reading}
        title={useAdminWords().tabs.audit}
        counted={words.audit.shown(count, formats.number(count))}
        empty={words.audit.empty}
        note={
          <>
            <p className="list-note">{words.audit.kept}</p>
            {lookedTo !== null && (
              <p className="list-note">{words.activity.ways.desc.lookedTo(formats.exact(fromInstant(lookedTo)))}</p>
            )}
          </>
        }
        columns={columns}
        nameOf={(line) => line.id}
        actions={(line) => (
          <IconButton
            icon="eye"
            size="small"
            label={words.audit.detailsOf(formats.number(line.number))}
            title={words.audit.detailsOf(formats.number(line.number))}
            aria-haspopup="dialog"
            onClick={(event) => {
              openedFrom.current = event.currentTarget;
              setOpened(line);
            }}
          />
        )}
        pager={
          <nav className="pager" aria-label={words.list.pages(words.audit.lower)}>
            <PerPage list={list} />
            <div className="pager-ways">
              <Button aria-disabled={before === null} onClick={() => before !== null && list.change({ before: null })}>
                {words.audit.newest}
              </Button>
              <Button aria-disabled={next === null} onClick={() => next !== null && list.change({ before: String(next) })}>
                {lookedTo === null ? words.audit.older : words.activity.ways.desc.lookOn}
              </Button>
            </div>
          </nav>
        }
      />
      {opened !== null && <AuditDialog key={opened.id} line={opened} openedFrom={openedFrom} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Defined once, so that the same answer gives the same lines. */
function toLines({ rows, ...rest }: Omit<AuditFound, "rows"> & { readonly rows: readonly ArrivedEntry[] }) {
  return { ...rest, rows: rows.map((row): AuditLine => ({ ...row, id: String(row.number) })), total: null };
}
