/**
 * Our clock beside the device cloud's, read from the `Date` of the answers to our calls. Ends of commands, sessions and tokens
 * are instants of ours, so one that is far off is told to whoever runs the server. Nothing is decided by it. [TI-1]
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import type { Transport } from "@relaydeck/provider/transport";

/** Further apart is trouble, milliseconds. */
const mostApartMs = 30_000;
/** The header tells whole seconds. */
const secondMs = 1_000;

/** The same transport. `told` hears at each answer that has a `Date` what is wrong with our clock and what to do, or null. */
export function watchClock(transport: Transport, clock: Clock, told: (trouble: string | null) => void): Transport {
  return {
    stream: (asked) => transport.stream(asked),
    close: () => transport.close(),
    async request(asked) {
      const askedAt = clock.monotonic();
      const answer = await transport.request(asked);
      const theirs = answer.kind === "answered" ? Date.parse(answer.headers["date"] ?? "") : Number.NaN;
      if (Number.isNaN(theirs)) return answer;
      const ours = clock.now();
      // It was written at some time since we asked: only what lies outside of that is apart for certain.
      const tookMs = clock.monotonic() - askedAt;
      const isFar = ours - theirs < -mostApartMs || ours - theirs > mostApartMs + tookMs + secondMs;
      told(isFar ? troubleOf(ours, theirs) : null);
      return answer;
    },
  };
}

/** One warning when the clocks come apart, and none more until they have been together. */
export function warnOfClock(log: Log): (trouble: string | null) => void {
  let isTold = false;
  return (trouble) => {
    if (trouble !== null && !isTold) log.warn("clock.apart", { action: trouble });
    isTold = trouble !== null;
  };
}

function troubleOf(ours: number, theirs: number): string {
  const [here, there] = [ours, theirs].map((at) => new Date(at).toISOString());
  return `this machine's clock says ${here}, the device cloud's ${there}. Set it right (NTP): commands, sessions and tokens end by it.`;
}
