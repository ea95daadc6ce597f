/**
 * How far this machine's clock is from the server's, for pages without a live stream that would tell it. Asked for in one
 * request with who is signed in; and anew once the machine's clock was set. [D53]
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ServerClock } from "@relaydeck/client/server-clock";
import type { Clock } from "@relaydeck/kit/clock";
import { trpc } from "../app/trpc.ts";

/** Server time minus machine time, in milliseconds; 0 while unknown. `lookEveryMs`: how often the machine's clock is looked at. */
export function useServerOffset(clock: Clock, lookEveryMs: number): number {
  const { client } = trpc.useUtils();
  const server = useMemo(() => new ServerClock(clock), [clock]);
  const { data } = useQuery({
    queryKey: ["server-offset"],
    async queryFn() {
      const known = server.offsetMs();
      if (known !== null) return known;
      const askedAt = clock.monotonic();
      const serverTime = Date.parse((await client.admin.clock.query()).serverTime);
      if (!server.measured(serverTime, askedAt)) server.heard(serverTime);
      return server.offsetMs() ?? 0;
    },
    refetchInterval: lookEveryMs,
    refetchOnWindowFocus: "always",
  });
  return data ?? 0;
}
