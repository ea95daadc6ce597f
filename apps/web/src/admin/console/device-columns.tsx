/** The columns of the devices, as the product document has them; states with the shapes of the whole product. */
import type { AdminDevice } from "@relaydeck/contract/console";
import type { ConsoleWords } from "../../texts/console.en.ts";
import { Badge, StatusBadge, type Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icon.tsx";
import type { Column } from "./columns.ts";
import { consoleLink, LongTime } from "./row-parts.tsx";
import { ShortId } from "./short-id.tsx";

interface Look {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly outline?: boolean;
}

const statusLooks: Readonly<Record<AdminDevice["status"], Look>> = {
  online: { tone: "ok", icon: "disc-tick" },
  offline: { tone: "bad", icon: "square-x", outline: true },
  connecting: { tone: "info", icon: "dashed-ring" },
};
const relayLooks: Readonly<Record<AdminDevice["relayState"], Look>> = {
  on: { tone: "on", icon: "tick" },
  off: { tone: "off", icon: "circle" },
  unknown: { tone: "unk", icon: "diamond-question" },
};

export function deviceColumns({ devices: words }: ConsoleWords): readonly Column<AdminDevice>[] {
  return [
    { id: "name", label: words.name, sort: "name", cell: ({ name }) => name },
    { id: "id", label: words.id, isMinor: true, cell: ({ id }) => <ShortId id={id} /> },
    {
      id: "owner",
      label: words.owner,
      isMinor: true,
      cell: ({ ownerId }) =>
        ownerId === null ? words.unassigned : <ShortId id={ownerId} href={consoleLink("users", { q: ownerId })} />,
    },
    {
      id: "status",
      label: words.status,
      sort: "status",
      cell: ({ status, overridden }) => (
        <span className="list-badges">
          <StatusBadge {...statusLooks[status]}>{words.statuses[status]}</StatusBadge>
          {overridden && <Badge tone="warn">{words.overridden}</Badge>}
        </span>
      ),
    },
    {
      id: "relayState",
      label: words.relayState,
      sort: "relayState",
      cell: ({ relayState }) => <StatusBadge {...relayLooks[relayState]}>{words.relayStates[relayState]}</StatusBadge>,
    },
    { id: "lastUpdate", label: words.lastUpdate, cell: ({ lastUpdate }) => <LongTime at={lastUpdate} /> },
  ];
}
