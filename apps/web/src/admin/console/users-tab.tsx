/** Every user: looked for, changed, deleted and brought back, in one or in many. [AD-3, AD-5, D23, D24] */
import type { AdminUser, UserFilter } from "@relaydeck/contract/console";
import { trpc } from "../../app/trpc.ts";
import { Badge, StatusBadge } from "../../ui/badge.tsx";
import type { ConsoleWords } from "../../texts/console.en.ts";
import { Bin } from "./bin.tsx";
import { useHidden, shownColumns, type Column } from "./columns.ts";
import { useAdminWords } from "../admin-words.ts";
import { useConsoleWords } from "./console-words.ts";
import { csvAddress } from "./csv-address.ts";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { pageAsked, withFilter, type ListSpec } from "./list-address.ts";
import { BinChip, FilterChip, ListToolbar } from "./list-toolbar.tsx";
import { personName } from "./person-name.ts";
import { consoleLink, LongTime } from "./row-parts.tsx";
import { ThingsList } from "./things-list.tsx";
import { useDeletingUsers } from "./use-deleting.ts";
import { useListAddress, useNewsOptions, type ListModel } from "./use-list.ts";

const sorts = ["firstName", "email", "authProvider", "emailVerified", "createdAt"] as const;
const providers = ["email", "google"] as const satisfies readonly AdminUser["authProvider"][];
const spec: ListSpec = { filters: { verified: ["yes", "no"], provider: providers }, sorts };
const csvPath = "/api/admin/users.csv";

export function UsersTab() {
  const words = useConsoleWords();
  const list = useListAddress("users", spec);
  const columns = columnsOf(words);
  const hidden = useHidden(columns, list.address.hidden);
  const { isBin, search } = list.address;
  return (
    <>
      <ListToolbar
        lower={words.users.lower}
        list={list}
        filters={<Filters list={list} />}
        columns={isBin ? [] : columns}
        hidden={hidden}
        csv={isBin ? undefined : csvAddress(csvPath, { search, ...filterOf(list) })}
      />
      {isBin ? <Bin kind="users" list={list} /> : <Users list={list} columns={shownColumns(columns, hidden)} />}
    </>
  );
}

function filterOf({ address: { filters } }: ListModel): Pick<UserFilter, "emailVerified" | "authProvider"> {
  const { verified, provider } = filters;
  const authProvider = providers.find((known) => known === provider);
  return {
    ...(verified === undefined ? {} : { emailVerified: verified === "yes" }),
    ...(authProvider === undefined ? {} : { authProvider }),
  };
}

function Filters({ list }: { list: ListModel }) {
  const words = useConsoleWords();
  const { filters, isBin } = list.address;
  const chip = (name: string, value: string, label: string) => (
    <FilterChip
      key={label}
      label={label}
      isOn={filters[name] === value}
      onToggle={() => list.change({ filters: withFilter(filters, name, value) })}
    />
  );
  return (
    <>
      {!isBin && (
        <>
          {chip("verified", "yes", words.users.isVerified)}
          {chip("verified", "no", words.users.isNotVerified)}
          {providers.map((provider) => chip("provider", provider, words.list.only(words.users.provider, provider)))}
        </>
      )}
      <BinChip list={list} />
    </>
  );
}

function columnsOf({ users: words }: ConsoleWords): readonly Column<AdminUser>[] {
  return [
    { id: "name", label: words.name, sort: "firstName", cell: (user) => personName(user) },
    { id: "email", label: words.email, sort: "email", cell: ({ email }) => email },
    { id: "provider", label: words.provider, sort: "authProvider", isMinor: true, cell: ({ authProvider }) => authProvider },
    {
      id: "verified",
      label: words.verified,
      sort: "emailVerified",
      cell: ({ emailVerified }) =>
        emailVerified ? (
          <StatusBadge tone="ok" icon="disc-tick">
            {words.isVerified}
          </StatusBadge>
        ) : (
          <Badge>{words.isNotVerified}</Badge>
        ),
    },
    { id: "created", label: words.created, sort: "createdAt", cell: ({ createdAt }) => <LongTime at={createdAt} /> },
  ];
}

function Users({ list, columns }: { list: ListModel; columns: readonly Column<AdminUser>[] }) {
  const { users: words } = useConsoleWords();
  const query = { ...filterOf(list), ...pageAsked(list.address, sorts) };
  return (
    <ThingsList
      {...{ list, columns, query, words, csvPath }}
      kind="users"
      reading={trpc.admin.users.useQuery(query, useNewsOptions())}
      deleting={useDeletingUsers()}
      title={useAdminWords().tabs.users}
      nameOf={personName}
      activityOf={({ id }) => consoleLink("activity", { user: id })}
      Editor={EditUserDialog}
    />
  );
}
