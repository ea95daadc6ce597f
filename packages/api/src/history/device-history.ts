/**
 * What a device did over its last hour, day, week or month, as far as the viewer may know it. [C10, C12, AD-7]
 *
 * Moves and silences are exact; measures are thinned to the last report of each kind in each step. Nothing is bridged: a time without a
 * report is a gap, and before the first known move a relay's state is unknown, as it is before the oldest move that is told
 * where there are more than one answer tells. [C3]
 */
import type { DeviceHistory, HistoryQuery, HistorySample, RelayStep } from "@relaydeck/contract/history";
import { historyRanges } from "@relaydeck/contract/history-ranges";
import { toInstant } from "@relaydeck/contract/instants";
import type { Refusal } from "@relaydeck/contract/refusals";
import { accessTo } from "@relaydeck/db/devices/access";
import { relaysOf, type RelayRow } from "@relaydeck/db/devices/store";
import { listRelayChanges, relayChangeBefore, type RelayChangeRow } from "@relaydeck/db/relays/changes";
import type { Reader } from "@relaydeck/db/store";
import { reportAt, silences, thinnedMetrics } from "@relaydeck/db/telemetry/history";
import type { MetricRow } from "@relaydeck/db/telemetry/rows";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller } from "../caller.ts";
import { reachFor } from "../devices/access.ts";
import { profileOf } from "../devices/facts.ts";
import type { Ground } from "../ground.ts";
import { switchingsOf } from "./switchings.ts";

/** Steps of a range; a chart on a wide screen shows no more. */
const steps = 300;
/** Moves of one answer; a device that chatters more than this is told with its newest. */
const mostChanges = 5_000;

interface Span {
  readonly deviceId: string;
  readonly from: number;
  readonly to: number;
}

export async function deviceHistory(
  deps: Pick<Ground, "store" | "clock" | "profiles">,
  asked: { caller: Caller; query: HistoryQuery },
): Promise<Result<DeviceHistory, Refusal>> {
  const from = deps.store.read;
  const now = deps.clock.now();
  const { deviceId, range } = asked.query;
  const found = await reachFor(from, "see", { ...asked.caller, deviceId, now });
  if (!found.ok) return found;
  const { device, access } = found.value;
  const since = (await accessTo(from, { deviceId, userId: asked.caller.userId, now }))?.since ?? now;
  const span = { deviceId, from: Math.max(now - historyRanges[range], since), to: now };
  // What the card calls not heard is no data here.
  const { changes, ...told } = await deviceReports(from, { span, silenceMs: profileOf(deps.profiles, device).staleAfterMs });
  const viewer = { userId: asked.caller.userId, permission: access };
  return ok({
    from: toInstant(span.from),
    to: toInstant(span.to),
    ...told,
    switchings: await switchingsOf(from, { span: { ...span, commandsAfter: device.commandsAfter }, changes, viewer }),
  });
}

/** What a device reported over a span, whoever asks: moves, measures, and silences longer than `silenceMs`. */
export async function deviceReports(from: Reader, { span, silenceMs }: { span: Span; silenceMs: number }) {
  const relays = await relaysOf(from, [span.deviceId]);
  const newest = await listRelayChanges(from, { ...span, limit: mostChanges + 1 });
  const changes = newest.slice(-mostChanges);
  const toldFrom = newest.length > mostChanges ? present(changes[0], "As many as are told").at : span.from;
  return {
    changes,
    relays: await Promise.all(relays.map((relay) => movesOf(from, { relay, changes, span, toldFrom }))),
    samples: (await thinnedMetrics(from, { ...span, stepMs: stepOf(span) })).map((row) => sampleOf(row, relays)),
    gaps: await gapsIn(from, { ...span, longestMs: silenceMs }),
  };
}

/** Of what is told, which may be less than what was asked for. */
function stepOf(span: Span): number {
  return Math.max(1, Math.ceil((span.to - span.from) / steps));
}

interface Moves {
  readonly relay: RelayRow;
  readonly changes: readonly RelayChangeRow[];
  readonly span: Span;
  /** What was before is not told. */
  readonly toldFrom: number;
}

async function movesOf(from: Reader, { relay, changes, span, toldFrom }: Moves) {
  const { number, name } = relay;
  const known = await relayChangeBefore(from, { deviceId: span.deviceId, relayNumber: number, before: toldFrom + 1 });
  const moves = changes.filter((change) => change.relayNumber === number && change.at > toldFrom);
  const untold: RelayStep = { at: toInstant(span.from), state: "unknown" };
  const first = known === null ? [] : [{ at: toInstant(toldFrom), state: known.state }];
  const begin = known === null || toldFrom > span.from ? [untold, ...first] : first;
  return { number, name, steps: [...begin, ...moves.map(({ at, state }) => ({ at: toInstant(at), state }))] };
}

function sampleOf(row: MetricRow, relays: readonly RelayRow[]): HistorySample {
  const measured = new Map(row.relays?.map((relay) => [relay.number, relay.milliamps]));
  return {
    at: toInstant(row.timestamp),
    milliamps: relays.map(({ number }) => measured.get(number) ?? null),
    batteryPercent: row.batteryLevel,
    signalPercent: row.signalStrength,
  };
}

/** Silences within, and those that reach over the ends: what came before the viewer's right is not told. */
async function gapsIn(from: Reader, { longestMs, ...span }: Span & { longestMs: number }): Promise<DeviceHistory["gaps"]> {
  const before = await reportAt(from, { ...span, from: 0, to: span.from, end: "last" });
  const first = await reportAt(from, { ...span, end: "first" });
  const last = await reportAt(from, { ...span, end: "last" });
  if (first === null || last === null) return [gap(span, before ?? span.from, span.to)];
  const leading = first - (before ?? span.from) > longestMs ? [gap(span, span.from, first)] : [];
  const inner = await silences(from, { ...span, longestMs });
  const trailing = span.to - last > longestMs ? [gap(span, last, span.to)] : [];
  return [...leading, ...inner.map((silence) => gap(span, silence.from, silence.to)), ...trailing];
}

function gap(span: Span, from: number, to: number) {
  return { from: toInstant(Math.max(from, span.from)), to: toInstant(to) };
}
