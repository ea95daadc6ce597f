/** An event stream on a rig, with everything it says written down. */
import { silentLog } from "@relaydeck/kit/log";
import {
  createEventStream,
  type EventStream,
  type EventStreamOptions,
  type StreamGap,
  type StreamState,
} from "../event-stream.ts";
import { eventsPath } from "../endpoints.ts";
import type { EventNonsense, ProviderEvent } from "../provider-event.ts";
import { random, type Rig } from "./rig.ts";

export interface HeardStream {
  readonly stream: EventStream;
  readonly events: ProviderEvent[];
  readonly nonsense: EventNonsense[];
  readonly states: StreamState[];
  readonly gaps: StreamGap[];
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
}

export function listenOn(
  rig: Pick<Rig, "clock" | "transport"> & Partial<Rig>,
  change: Partial<EventStreamOptions> = {},
): HeardStream {
  const heard: Pick<HeardStream, "events" | "nonsense" | "states" | "gaps"> = { events: [], nonsense: [], states: [], gaps: [] };
  const stream = createEventStream({
    transport: rig.transport,
    clock: rig.clock,
    random: random(),
    token: rig.simulator?.account.token ?? "5".repeat(40),
    path: eventsPath(),
    log: silentLog,
    onEvent: (event) => heard.events.push(event),
    onNonsense: (reason) => heard.nonsense.push(reason),
    onState: (state) => heard.states.push(state),
    onGap: (gap) => heard.gaps.push(gap),
    ...(rig.gate === undefined ? {} : { gate: rig.gate }),
    ...change,
  });
  return { ...heard, stream, ended: stream.run() };
}
