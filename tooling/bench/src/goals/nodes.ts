/**
 * One SQLite process beside three nodes on Postgres: reports to viewers, and commands. Viewers and commands are spread over
 * the nodes; reports come to the one that leads. Facts, no goals: on one machine three nodes and their database share what
 * the one process has to itself.
 */
import { inTurns, type Bench } from "../bench.ts";
import type { CommandBench } from "../command/load.ts";
import { ownPostgres, type OwnPostgres } from "../process/own-postgres.ts";
import { Peer } from "../process/peer.ts";
import type { FilledProduct } from "../product/fill.ts";
import { fillProduct } from "../product/filled.ts";
import type { ProductServer } from "../product/server.ts";
import { told, type Finding } from "../report/finding.ts";
import type { WholeWay } from "../whole/load.ts";

const fanOutShape = { viewers: 100, devices: 200, perViewer: 200 };
/** 10,000 messages a second to a hundred viewers. */
const eventsPerSecond = 100;
/** A person for each of 64 devices, since one person's commands wait for one another at that person's limit; and who watches. */
const commandShape = { viewers: 65, devices: 64, perViewer: 64 };
const commandsInTurn = 150;

/** One process, or several on one database. */
interface Site {
  readonly count: number;
  /** Of an empty database; absent: a SQLite file. */
  newDatabase(): Promise<{ databaseUrl?: string }>;
}

interface Opened<L> {
  readonly load: L;
  close(): Promise<void>;
}

export async function measureNodes(bench: Bench): Promise<Finding[]> {
  const postgres = await ownPostgres();
  try {
    const sites = [sqlite, onPostgres(postgres)];
    return [...(await fanOut(bench, sites)), ...(await commands(bench, sites))];
  } finally {
    await postgres.stop();
  }
}

const sqlite: Site = { count: 1, newDatabase: async () => ({}) };

function onPostgres(postgres: OwnPostgres): Site {
  return { count: 3, newDatabase: async () => ({ databaseUrl: await postgres.newDatabase() }) };
}

async function fanOut(bench: Bench, sites: readonly Site[]): Promise<Finding[]> {
  bench.say("One process and three nodes: opening 100 viewers each");
  const opened = await inOrder(sites, openFanOut);
  try {
    for (const { load } of opened) {
      await load.call("pace", { eventsPerSecond, ms: 1_500 });
      await load.call("burst", { ms: 500 });
    }
    bench.say("One process and three nodes: 10,000 messages a second, and bursts");
    const steady = await inTurns(opened, async ({ load }) => (await load.call("pace", { eventsPerSecond, ms: 3_000 })).p99);
    const bursts = await inTurns(opened, ({ load }) => load.call("burst", { ms: 1_500 }));
    const of = `cloud to viewer, N=${fanOutShape.viewers}`;
    return [
      versus(`${of}: bursts of ${fanOutShape.devices} reports`, "msg/s", bursts),
      versus(`${of}: p99 at 10k msg/s`, "ms", steady),
    ];
  } finally {
    await Promise.all(opened.map((each) => each.close()));
  }
}

async function commands(bench: Bench, sites: readonly Site[]): Promise<Finding[]> {
  bench.say("One process and three nodes: commands");
  const opened = await inOrder(sites, openCommands);
  try {
    for (const { load } of opened) await load.call("allAtOnce", { ms: 1_000 });
    const latency = await inTurns(opened, async ({ load }) => {
      await load.call("pause");
      return load.call("oneByOne", { count: commandsInTurn });
    });
    const rates = await inTurns(opened, ({ load }) => load.call("allAtOnce", { ms: 1_500 }));
    const p99s = (of: "reply" | "push") => latency.map((runs) => runs.map((run) => run[of].p99));
    return [
      versus("command: reply, p99", "ms", p99s("reply")),
      versus("command: push to another node's viewer, p99", "ms", p99s("push")),
      versus("commands on 64 devices at once", "/s", rates),
    ];
  } finally {
    await Promise.all(opened.map((each) => each.close()));
  }
}

function versus(what: string, unit: string, runs: readonly (readonly number[])[]): Finding {
  const [one = [], three = []] = runs;
  const baseline = { name: "one SQLite process", values: one };
  return told({ goal: "nodes", what: `three nodes, ${what}`, unit, ours: three, baseline });
}

async function openFanOut(site: Site): Promise<Opened<Peer<WholeWay>>> {
  const filled = await fillProduct(fanOutShape, await site.newDatabase());
  const load = new Peer<WholeWay>(new URL("../whole/load.ts", import.meta.url));
  const { url: cloudUrl } = await load.call("openCloud");
  const servers = await openServers(site, filled, cloudUrl);
  const { viewers, devices } = fanOutShape;
  await load.call("open", { ports: servers.ports, cookies: filled.cookies, viewers, devices });
  return { load, close: async () => void (await Promise.all([load.close(), servers.close()])) };
}

async function openCommands(site: Site): Promise<Opened<Peer<CommandBench>>> {
  const filled = await fillProduct(commandShape, await site.newDatabase());
  const load = new Peer<CommandBench>(new URL("../command/load.ts", import.meta.url));
  const { url: cloudUrl } = await load.call("openCloud");
  const servers = await openServers(site, filled, cloudUrl);
  const [viewer = "", ...actors] = filled.cookies;
  await load.call("open", {
    ports: servers.ports,
    path: "/trpc/relays.switch",
    cookies: { actors, viewer },
    deviceIds: filled.deviceIds,
  });
  return { load, close: async () => void (await Promise.all([load.close(), servers.close()])) };
}

/** The first leads: it is alone when it begins. */
async function openServers(
  { count }: Site,
  { folder, databaseUrl }: FilledProduct,
  cloudUrl: string,
): Promise<{ ports: number[]; close(): Promise<void> }> {
  const servers = Array.from({ length: count }, () => new Peer<ProductServer>(new URL("../product/server.ts", import.meta.url)));
  const opened = await inOrder(servers, (server) => server.call("open", { folder, databaseUrl, cloudUrl }));
  const close = async () => void (await Promise.all(servers.map((server) => server.close())));
  return { ports: opened.map(({ port }) => port), close };
}

async function inOrder<S, R>(subjects: readonly S[], open: (subject: S) => Promise<R>): Promise<R[]> {
  const opened: R[] = [];
  for (const subject of subjects) opened.push(await open(subject));
  return opened;
}
