/** Old snapshot and what was heard since, beside a snapshot of now: per viewer they are one. [C3, WS-8, contract/live.ts] */
import { endExpiredShares } from "@relaydeck/api/shares/end-shares";
import { sweepFreshness } from "@relaydeck/api/telemetry/freshness-sweep";
import type { LiveSnapshot } from "@relaydeck/contract/live";
import type { History } from "./history.ts";
import type { Viewer } from "./viewer.ts";
import type { World } from "./world.ts";

/** Lets time's own passes run, so that both sides stand at this moment, and compares every open viewer. */
export async function compareViewers(world: World, history: History, viewers: readonly Viewer[]): Promise<void> {
  const { deps } = world.server;
  const passes = Promise.all([sweepFreshness(deps), endExpiredShares(deps)]);
  await world.settle();
  await passes;
  for (const viewer of viewers) {
    if (!viewer.isOpen || viewer.snapshot === null) continue;
    const fresh = await freshSnapshot(world, viewer);
    if (fresh === null || !viewer.isOpen) continue;
    const differing = differences(comparable(viewer.snapshot), comparable(fresh));
    if (differing.length > 0)
      history.breach("C3", `${viewer.label} was told, but a fresh snapshot says:\n  ${differing.join("\n  ")}`);
  }
}

async function freshSnapshot(world: World, viewer: Viewer): Promise<LiveSnapshot | null> {
  const { deps } = world.server;
  let fresh: LiveSnapshot | null = null;
  const caller = { userId: viewer.person.id, sessionId: viewer.person.sessionId };
  const sink = {
    push: (messages: readonly { item: { kind: string } }[]) => {
      const first = messages[0]?.item;
      if (first?.kind === "snapshot") fresh = first as unknown as LiveSnapshot; // The first item of a stream without an id.
    },
    end: () => {},
  };
  const stream = await deps.feed.open(caller, null, sink);
  if (stream !== null) deps.feed.leave(stream);
  return fresh;
}

/** Without what changes by looking: the server's time, its last contact, and the calls of the window. */
function comparable(snapshot: LiveSnapshot): unknown {
  const { devices, status, user } = snapshot;
  const { connectionStatus, activeDevices, activeCount, totalCount } = status;
  return { user, status: { connectionStatus, activeDevices, activeCount, totalCount }, devices };
}

/** Where two pieces of plain data differ, as `path: told / read`. */
function differences(told: unknown, read: unknown, path = ""): string[] {
  if (told === read) return [];
  if (!isTree(told) || !isTree(read)) return [`${path}: ${JSON.stringify(told)} / ${JSON.stringify(read)}`];
  const keys = new Set([...Object.keys(told), ...Object.keys(read)]);
  return [...keys].flatMap((key) => differences(told[key], read[key], path === "" ? key : `${path}.${key}`));
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
