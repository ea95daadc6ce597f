/** What only the open list of things to try needs to know, read while it is shown. */
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../app/trpc.ts";
import { useDashboardData } from "../data.tsx";
import { seenByAsking, type Check } from "./checklist.ts";
import type { SimulatorDoor } from "./simulator.ts";

export function useSeenByAsking(door: SimulatorDoor): ReadonlySet<Check> {
  const { devices } = useDashboardData();
  const own = devices?.filter(({ userPermission }) => userPermission === "owner") ?? [];
  const shares = trpc.useQueries((ask) => own.map(({ id }) => ask.shares.list({ deviceId: id })));
  const notices = trpc.alerts.history.useQuery({});
  // No word of the stream tells of the mailbox: it is looked at in another tab, or before the page is loaded again.
  const mailbox = useQuery({
    queryKey: ["demo", "mailbox"],
    queryFn: () => door.mailboxReadAt(),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  return seenByAsking({
    shares: shares.flatMap(({ data }) => data ?? []),
    notices: notices.data ?? [],
    mailboxReadAt: mailbox.data?.ok === true ? mailbox.data.value : null,
  });
}
