/**
 * What a time without data may have hidden, however short it was: who is there, what became of open commands, and what is true
 * of those whose last word is still shown as fresh. Rate-governed by the adapter. [architecture 5, C3]
 *
 * One try asks what the cloud can be asked now, and gives back what is left for the next one. When that comes is the caller's
 * to say, who knows what else waits; `ReconcilePace` says when it makes sense.
 */
import { commandShownMs } from "@relaydeck/core/devices/view";
import { findDevicesByIds, findDevicesByProviderIds, type DeviceRow } from "@relaydeck/db/devices/store";
import { freshDevices, neverHeardDevices } from "@relaydeck/db/devices/quiet";
import { unconfirmedCommands } from "@relaydeck/db/relays/unsettled";
import { longestPauseSeconds } from "@relaydeck/provider/budget";
import { Backoff } from "@relaydeck/kit/backoff";
import type { Random } from "@relaydeck/kit/random";
import type { CloudTrouble, DeviceChecks } from "../devices/check-device.ts";
import type { Ground } from "../ground.ts";
import type { CloudLink } from "../status/status.ts";
import type { Ingest, WordSource } from "./ingest.ts";
import { noteListed } from "./vitals.ts";

export interface ReconcileDeps extends Pick<Ground, "store" | "clock" | "log" | "provider" | "profiles"> {
  readonly ingest: Ingest;
  readonly link: CloudLink;
  readonly checks: DeviceChecks;
}

/** Never-heard devices that one pass asks; the others report by themselves. */
const mostNeverHeard = 50;
/** Fresh devices of a profile that one pass asks, a tenth of what the cloud allows in five minutes. [C14] */
const mostFresh = 1_000;
/** How many of the first, and of the others beside them, are asked at a time; the other lanes are for people. [BP-1] */
const readAtOnce = 20;

/** With the 35 s after which a device counts as silent it is less than a minute: a cloud that is back is heard within one. [S17-12] */
const longestWaitMs = 20_000;

export interface Missed {
  /** Whose words these are, the leader's or those of the node that lost some. */
  readonly source: WordSource;
  /** Provider ids of those who may have spoken. */
  readonly unheard: ReadonlySet<string> | "anybody";
  /** Provider ids of those who may have spoken since the try before: what that one learned of them is not true any more. */
  readonly since?: ReadonlySet<string>;
  /** Ends the reading, at once: a device may take half a minute to be silent. [BP-2] */
  readonly signal: AbortSignal;
}

/** What the cloud could not be asked for. */
export interface Left {
  /** The cloud told who is there. */
  readonly isListed: boolean;
  readonly unread: Unread;
  /** Provider ids of devices that were asked for. */
  readonly read: ReadonlySet<string>;
  /** Something was learned in this try of what the one before had left. What came new says nothing of a cloud in trouble. [C14] */
  readonly isLess: boolean;
  /** The longest time for which the cloud, or our own budget, wants to be left alone; 0: none was said. */
  readonly retryAfterSeconds: number;
}

/** As they were seen: one that reports meanwhile need not be read. */
interface Unread {
  readonly first: readonly DeviceRow[];
  readonly others: readonly DeviceRow[];
}

/** One try, the first or what the one before left over. Null: nothing is left. */
export async function reconcile(deps: ReconcileDeps, missed: Missed, before: Left | null = null): Promise<Left | null> {
  const since = missed.since ?? nobody;
  const isTheRest = before !== null && since.size === 0;
  const listTrouble = isTheRest && before.isListed ? null : await takeList(deps, missed);
  const isListed = listTrouble === null || isLasting(listTrouble);
  const readAndKnown = [...(before?.read ?? nobody)].filter((id) => !since.has(id));
  const round: Round = { signal: missed.signal, troubles: [], read: new Set(readAndKnown) };
  // Who is there is known only now: some are to be read that nobody thought of.
  const isChosenAnew = !isTheRest || (isListed && !before.isListed);
  const toRead = isChosenAnew ? await choose(deps, missed, round.read) : await stillUnread(deps, before.unread);
  const unread = await Promise.all([readBack(deps, toRead.first, round), readBack(deps, toRead.others, round)]);
  const lasting = [listTrouble, ...round.troubles].find(isLasting);
  if (lasting !== undefined) deps.log.warn("reconcile.not-told", { code: lasting.code, action: "It is not asked for again" });
  const [first, others] = round.troubles.some(isLasting) ? [[], []] : unread;
  if (isListed && first.length + others.length === 0) return null;
  const waits = [listTrouble, ...round.troubles].map((trouble) => trouble?.retryAfterSeconds ?? 0);
  const isLess = before !== null && ((isListed && !before.isListed) || idsOf(before.unread).some((id) => round.read.has(id)));
  return { isListed, unread: { first, others }, read: round.read, isLess, retryAfterSeconds: Math.max(0, ...waits) };
}

/** No waiting mends it, so it is the cloud's word. An unreadable answer may be a page of maintenance, which goes by. [C14] */
function isLasting(trouble: CloudTrouble | null): trouble is CloudTrouble {
  return trouble?.code === "SCOPE_MISSING";
}

const nobody: ReadonlySet<string> = new Set();

/** Provider ids. */
export function idsOf({ first, others }: Unread): string[] {
  return [...first, ...others].flatMap(({ providerId }) => providerId ?? []);
}

/** When what is left is worth another try: not before the cloud wants it, and less and less often while nothing is learned. */
export class ReconcilePace {
  readonly #backoff: Backoff;

  constructor(random: Random) {
    this.#backoff = new Backoff({ baseMs: 1_000, maxMs: longestWaitMs, random });
  }

  waitMs({ isLess, retryAfterSeconds }: Pick<Left, "isLess" | "retryAfterSeconds">): number {
    if (isLess) this.#backoff.reset();
    return Math.max(this.#backoff.nextMs(), Math.min(retryAfterSeconds, longestPauseSeconds) * 1_000);
  }
}

/** The cloud's word on who is there, and on what they run. Null: it came. */
async function takeList(deps: ReconcileDeps, { source, signal }: Missed): Promise<CloudTrouble | null> {
  const { provider, ingest, link, store } = deps;
  const listed = await provider.listDevices(signal);
  if (listed.kind === "failed") return listed;
  link.heard(false);
  await noteListed(store, listed.value, listed.startedAt);
  const known = await findDevicesByProviderIds(
    store.read,
    listed.value.map((device) => device.providerId),
  );
  const ours = new Set(known.map((device) => device.providerId));
  for (const { providerId, online } of listed.value.filter((device) => ours.has(device.providerId))) {
    await ingest.take({ kind: "presence", providerId, online, at: listed.startedAt, isSession: false }, source);
  }
  return null;
}

/** The devices with commands whose outcome only data can tell, those of which nothing was ever heard, and the unheard. */
async function choose(deps: ReconcileDeps, { unheard }: Missed, read: ReadonlySet<string>): Promise<Unread> {
  const { store, clock } = deps;
  const unknown = await unconfirmedCommands(store.read, { since: clock.now() - commandShownMs });
  const ids = unknown.map((command) => command.deviceId);
  const first = [...(await findDevicesByIds(store.read, ids)), ...(await neverHeardDevices(store.read, mostNeverHeard))];
  const others = await (unheard === "anybody" ? freshOnes(deps) : findDevicesByProviderIds(store.read, [...unheard]));
  const isToRead = (device: DeviceRow) => mayAnswer(device) && !read.has(device.providerId ?? "");
  const byId = new Map(first.filter(isToRead).map((device) => [device.id, device]));
  return { first: [...byId.values()], others: others.filter((device) => isToRead(device) && !byId.has(device.id)) };
}

/** Those that have not reported since they were seen. */
async function stillUnread({ store }: ReconcileDeps, { first, others }: Unread): Promise<Unread> {
  const now = await findDevicesByIds(
    store.read,
    [...first, ...others].map(({ id }) => id),
  );
  const rows = new Map(now.filter(mayAnswer).map((device) => [device.id, device]));
  const isSilent = (seen: DeviceRow) => rows.get(seen.id)?.lastObservedAt === seen.lastObservedAt;
  return { first: first.filter(isSilent), others: others.filter(isSilent) };
}

const mayAnswer = ({ cloudOnline, updating }: DeviceRow): boolean => cloudOnline === true && !updating;

interface Round {
  readonly signal: AbortSignal;
  readonly troubles: CloudTrouble[];
  readonly read: Set<string>;
}

/** Returns who is left, those last that were asked for in vain: one of which the cloud never tells holds up nobody. */
async function readBack({ checks }: ReconcileDeps, devices: readonly DeviceRow[], round: Round): Promise<DeviceRow[]> {
  const queue = [...devices];
  const inVain: DeviceRow[] = [];
  const readOneAfterAnother = async () => {
    // A cloud that could not be asked once is not asked for the next one at once.
    while (round.troubles.length === 0 && !round.signal.aborted) {
      const device = queue.shift();
      if (device === undefined) return;
      // It gives way to people: a stream that breaks again and again must not use up what they may ask. [C14]
      const trouble = await checks.read(device, { signal: round.signal, class: "background" });
      if (trouble === null) round.read.add(device.providerId ?? "");
      else {
        round.troubles.push(trouble);
        inVain.push(device);
      }
    }
  };
  await Promise.all(Array.from({ length: readAtOnce }, readOneAfterAnother));
  return [...queue, ...inVain];
}

async function freshOnes({ store, profiles }: ReconcileDeps): Promise<DeviceRow[]> {
  const found = profiles.map(({ id }) => freshDevices(store.read, { profileId: id, limit: mostFresh }));
  return (await Promise.all(found)).flat();
}
