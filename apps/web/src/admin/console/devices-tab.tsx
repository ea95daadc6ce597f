/** Every device: looked for, changed, given to somebody else, deleted and brought back, in one or in many. [AD-4, AD-6, AD-7, D23-D25] */
import type { AdminDevice, DeviceFilter } from "@relaydeck/contract/console";
import { trpc } from "../../app/trpc.ts";
import { AssignOwner } from "./assign-dialog.tsx";
import { Bin } from "./bin.tsx";
import { useHidden, shownColumns, type Column } from "./columns.ts";
import { useAdminWords } from "../admin-words.ts";
import { useConsoleWords } from "./console-words.ts";
import { csvAddress } from "./csv-address.ts";
import { deviceColumns } from "./device-columns.tsx";
import { EditDeviceDialog } from "./edit-device-dialog.tsx";
import { pageAsked, withFilter, type ListSpec } from "./list-address.ts";
import { BinChip, FilterChip, ListToolbar, SetFilter } from "./list-toolbar.tsx";
import { consoleLink } from "./row-parts.tsx";
import { shortId } from "../short-id.ts";
import { ThingsList } from "./things-list.tsx";
import { useDeletingDevices } from "./use-deleting.ts";
import { useListAddress, useNewsOptions, type ListModel } from "./use-list.ts";

const sorts = ["name", "status", "relayState"] as const;
const statuses = ["online", "offline", "connecting"] as const satisfies readonly AdminDevice["status"][];
const relayStates = ["on", "off", "unknown"] as const satisfies readonly AdminDevice["relayState"][];
const nobody = "none";
const spec: ListSpec = { filters: { status: statuses, relay: relayStates, owner: "text" }, sorts };
const csvPath = "/api/admin/devices.csv";

export function DevicesTab() {
  const words = useConsoleWords();
  const list = useListAddress("devices", spec);
  const columns = deviceColumns(words);
  const hidden = useHidden(columns, list.address.hidden);
  const { isBin, search } = list.address;
  return (
    <>
      <ListToolbar
        lower={words.devices.lower}
        list={list}
        filters={<Filters list={list} />}
        columns={isBin ? [] : columns}
        hidden={hidden}
        csv={isBin ? undefined : csvAddress(csvPath, { search, ...filterOf(list) })}
      />
      {isBin ? <Bin kind="devices" list={list} /> : <Devices list={list} columns={shownColumns(columns, hidden)} />}
    </>
  );
}

function filterOf({ address: { filters } }: ListModel): Pick<DeviceFilter, "status" | "relayState" | "ownerId"> {
  const { owner } = filters;
  const status = statuses.find((known) => known === filters["status"]);
  const relayState = relayStates.find((known) => known === filters["relay"]);
  return {
    ...(status === undefined ? {} : { status }),
    ...(relayState === undefined ? {} : { relayState }),
    ...(owner === undefined ? {} : { ownerId: owner === nobody ? null : owner }),
  };
}

function Filters({ list }: { list: ListModel }) {
  const words = useConsoleWords();
  const { filters, isBin } = list.address;
  const { owner } = filters;
  const set = (name: string, value: string | null) => list.change({ filters: withFilter(filters, name, value) });
  const chip = (name: string, value: string, label: string) => (
    <FilterChip key={label} label={label} isOn={filters[name] === value} onToggle={() => set(name, value)} />
  );
  return (
    <>
      {!isBin && (
        <>
          {statuses.map((status) => chip("status", status, words.devices.statuses[status]))}
          {relayStates.map((state) =>
            chip("relay", state, words.list.only(words.devices.relayState, words.devices.relayStates[state])),
          )}
          {chip("owner", nobody, words.devices.unassigned)}
          {owner !== undefined && owner !== nobody && (
            <SetFilter name={words.devices.owner} value={shortId(owner)} onLift={() => set("owner", null)} />
          )}
        </>
      )}
      <BinChip list={list} />
    </>
  );
}

function Devices({ list, columns }: { list: ListModel; columns: readonly Column<AdminDevice>[] }) {
  const { devices: words } = useConsoleWords();
  const query = { ...filterOf(list), ...pageAsked(list.address, sorts) };
  return (
    <ThingsList
      {...{ list, columns, query, words, csvPath }}
      kind="devices"
      reading={trpc.admin.devices.useQuery(query, useNewsOptions())}
      deleting={useDeletingDevices()}
      title={useAdminWords().tabs.devices}
      nameOf={({ name }) => name}
      activityOf={({ id }) => consoleLink("activity", { device: id })}
      bulk={(selection) => <AssignOwner deviceIds={selection.ids} onDone={selection.clear} />}
      Editor={EditDeviceDialog}
    />
  );
}
