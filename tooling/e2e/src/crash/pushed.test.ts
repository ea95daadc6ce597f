import { until } from "@relaydeck/server/testing/quiet";
import { Viewer } from "@relaydeck/server/testing/viewer";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, plentyMs, rowOf, type Wish } from "./commands.ts";
import { clock, databases, rounds } from "./matrix.ts";
import { Site } from "./site.ts";

describe.each(databases)("killed when the reply is stored, on %s", (kind) => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open(kind, 1);
  });
  afterAll(() => site?.close());

  test.each(rounds)("[S16-4] whoever was not told is told on resume, once and in order (round %i)", async (round) => {
    const { device } = site;
    const wish = (name: string, relayNumber: number): Wish => {
      const target = round % 2 === 0 ? "on" : "off";
      return { key: `${name}-${round}`, device, relayNumber, target, validUntil: clock.now() + plentyMs };
    };
    // One reads to the end; the other's socket takes nothing any more, so nothing reaches it.
    const [reader, stuck] = [await watch(site), await watch(site)];
    stuck.ws.pause();
    const first = wish("first", 1);
    const answer = ask(site.owner, first);
    await until(async () => ((await rowOf(site, first))?.["answered_at"] ?? null) !== null);
    await site.crash();
    await answer;
    const id = String((await rowOf(site, first))?.["id"]);
    expect(stuck.statesOf(id)).toEqual([]);
    for (const viewer of [reader, stuck]) viewer.close();
    await site.restart();

    const resumed = await Promise.all([reader, stuck].map((viewer) => watch(site, viewer.lastEventId)));
    // A later command ends the wait: what came twice or late would stand before it.
    const second = wish("second", 2);
    await ask(site.owner, second);
    const later = String((await rowOf(site, second))?.["id"]);
    for (const viewer of resumed) await until(() => viewer.statesOf(later).includes("acknowledged"));
    for (const [index, before] of [reader, stuck].entries()) {
      const items = [...before.items, ...(resumed[index]?.items ?? [])];
      const kinds = items.map(({ item }) => item.kind);
      expect(kinds.filter((each) => each === "snapshot" || each === "resync")).toEqual(["snapshot"]);
      const numbers = items.map((item) => Number(item.id.split("-")[1]));
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      const states = [before, resumed[index]].flatMap((viewer) => viewer?.statesOf(id) ?? []);
      expect(states.slice(0, 3)).toEqual(["requested", "sent", "acknowledged"]);
      expect(new Set(states).size).toBe(states.length);
    }
    for (const viewer of resumed) viewer.close();
  });

  test("[S16-4, AD-8] the restarts served in time, and the audit chain verifies", async () => {
    expect(site.restartsInTime).toBe(true);
    expect(await site.auditVerdict()).toMatch(/^\d+ audit rows, all intact\.\n$/);
  });
});

/** A stream of the owner: with an id from there on, else from a snapshot. */
async function watch(site: Site, lastEventId?: string): Promise<Viewer> {
  const url = `${site.origin.replace("http", "ws").replace("localhost", "127.0.0.1")}/trpc`;
  const viewer = new Viewer(url, { headers: { cookie: site.owner.cookie, origin: site.origin } });
  await until(() => viewer.ws.readyState === WebSocket.OPEN);
  viewer.subscribe(1, lastEventId);
  await until(() => viewer.items.length > 0 || (lastEventId !== undefined && viewer.frames.length > 0));
  return viewer;
}
