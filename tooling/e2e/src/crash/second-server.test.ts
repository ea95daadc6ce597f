/** A second server on a database file that one serves already: it changes nothing, and says why it ends. */
import { present } from "@relaydeck/kit/assert";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { until } from "@relaydeck/server/testing/quiet";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Program } from "../process/program.ts";
import { ask, hanging, plentyMs, rowOf, stored, type Wish } from "./commands.ts";
import { clock } from "./matrix.ts";
import { Site } from "./site.ts";

let site: Site;
beforeAll(async () => {
  site = await Site.open("sqlite", 1);
});
afterAll(() => site?.close());

const seconds: Program[] = [];
afterEach(async () => {
  for (const second of seconds.splice(0)) await second.end("SIGKILL");
});

/** What a server that finds itself alone would change: commands under way, the audit, gaps, and what the cloud is asked for. */
async function facts() {
  const tables = ["relay_commands order by id", "audit_log order by number", "stream_gaps order by id"];
  const rows = await Promise.all(tables.map((table) => site.database.rows(`select * from ${table}`)));
  const requests = (await site.cloud.door("GET /requests?since=0")) as { operation: string }[];
  const asked = ["function", "stream"].map((name) => requests.filter(({ operation }) => operation === name).length);
  return { rows, asked };
}

test.each([
  { where: "its port", relayNumber: 1, settings: async () => ({}) },
  { where: "another port", relayNumber: 2, settings: async () => ({ PORT: String(await freePort()) }) },
])("[C1, CM-7] at $where leaves a sent command and the one behind it alone", async ({ relayNumber, settings }) => {
  const wish = (target: "on" | "off"): Wish => {
    return {
      key: `second-${relayNumber}-${target}`,
      device: site.device,
      relayNumber,
      target,
      validUntil: clock.now() + plentyMs,
    };
  };
  const [on, off] = [wish("on"), wish("off")];
  const answers = [...(await hanging(site, [on])), ask(site.owner, off)];
  await stored(site, [off], "requested");
  // Its row is stored first; then it leaves.
  await until(async () => (await site.cloud.callsOf({ serial: site.device.serial, relayNumber })).length === 1);
  const before = await facts();

  const second = site.another(await settings());
  seconds.push(second);
  expect(await second.ended).toEqual({ code: 1, signal: null });
  const file = site.database.url.slice("file:".length);
  expect([second.out, second.err]).toEqual([
    "",
    `DATABASE_URL: A server runs on the database file ${file} already. Stop that one first, or name another file.\n`,
  ]);
  expect(await facts()).toEqual(before);

  // Killed without a word, the first one leaves the file to the next start, which is alone now.
  await site.crash();
  expect(await Promise.all(answers)).toEqual([null, null]);
  await site.restart();
  expect(present(await rowOf(site, on), "It was stored")["state"]).toBe("unconfirmed");
});
