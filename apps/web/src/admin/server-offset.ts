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
  const ask = useMemo(() => offsetAsked(clock, () => client.admin.clock.query()), [clock, client]);
  const { data } = useQuery({
    queryKey: ["server-offset"],
    queryFn: ask,
    refetchInterval: lookEveryMs,
    refetchOnWindowFocus: "always",
  });
  return data ?? 0;
}

/**
 * Answers the offset, and asks the server for its time until an answer was quick enough to measure it by. A slow one only says
 * that the server's clock is no earlier: that holds until the next question.
 */
export function offsetAsked(clock: Clock, ask: () => Promise<{ readonly serverTime: string }>): () => Promise<number> {
  const server = new ServerClock(clock);
  let isMeasured = false;
  return async () => {
    const known = server.offsetMs();
    if (isMeasured && known !== null) return known;
    isMeasured = false;
    const askedAt = clock.monotonic();
    const serverTime = Date.parse((await ask()).serverTime);
    isMeasured = server.measured(serverTime, askedAt);
    if (!isMeasured) server.heard(serverTime);
    return server.offsetMs() ?? 0;
  };
}
