/**
 * Three nodes: the real `relaydeck serve` three times, on one Postgres and one simulated cloud, each with its own address.
 *
 * Devices report only when a test says so, with numbers that are seen once.
 */
import { assert, present } from "@relaydeck/kit/assert";
import { Browser } from "@relaydeck/server/testing/http-client";
import { until } from "@relaydeck/server/testing/quiet";
import { Viewer } from "@relaydeck/server/testing/viewer";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { Cloud } from "../crash/cloud.ts";
import { openDatabase, type OutsideDatabase } from "../crash/database.ts";
import { serverSettings, type SiteDevice } from "../crash/site.ts";
import { Program } from "../process/program.ts";

export class ClusterNode {
  readonly origin: string;
  /** The owner of the devices, at this node. */
  readonly owner: Browser;
  readonly program: Program;

  constructor(origin: string, program: Program, cookies: ReadonlyMap<string, string>) {
    this.origin = origin;
    this.program = program;
    this.owner = new Browser(origin, Object.fromEntries(cookies));
  }

  /** How this node says that the provider's stream stands. */
  async stream(): Promise<string> {
    const { json } = await this.owner.get("/readyz");
    return (json as { parts: { providerStream: { state: string } } }).parts.providerStream.state;
  }

  /** A stream of the owner; behind `lastEventId`, whichever node that came from. */
  async watch(lastEventId?: string): Promise<Viewer> {
    const url = `${this.origin.replace("http", "ws").replace("localhost", "127.0.0.1")}/trpc`;
    const viewer = new Viewer(url, { headers: { cookie: this.owner.cookie, origin: this.origin } });
    await until(() => viewer.ws.readyState === WebSocket.OPEN);
    viewer.subscribe(1, lastEventId);
    await until(() => viewer.items.length > 0 || (lastEventId !== undefined && viewer.frames.length > 0));
    return viewer;
  }
}

interface Ground {
  readonly folder: string;
  readonly database: OutsideDatabase;
  readonly cloud: Cloud;
}

export class Cluster {
  readonly database: OutsideDatabase;
  readonly cloud: Cloud;
  readonly nodes: ClusterNode[] = [];
  /** The owner's. */
  readonly device: SiteDevice;
  readonly #ground: Ground;
  #reports = 0;

  private constructor(ground: Ground, device: SiteDevice) {
    this.#ground = ground;
    this.database = ground.database;
    this.cloud = ground.cloud;
    this.device = device;
  }

  /** The first node leads: it is alone when it begins. */
  static async open(count: number): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), "relaydeck-cluster-"));
    const database = await openDatabase("postgres", folder);
    // Seeded devices begin behind the eight of the demo.
    const cloud = await Cloud.start(folder, 9, ["--telemetry-ms", "3600000"]);
    const seeding = Program.relaydeck(["seed", "--users", "1", "--devices", "1", "--sessions", "cookies"], {
      folder,
      settings: { DATABASE_URL: database.url },
    });
    const { code } = await seeding.ended;
    assert(code === 0, `The seeding failed: ${seeding.err}`);
    const [row] = await database.rows("select id, serial_number from devices");
    const device = { id: String(row?.["id"]), serial: String(row?.["serial_number"]) };
    const cluster = new Cluster({ folder, database, cloud }, device);
    try {
      for (let index = 0; index < count; index += 1) await cluster.addNode();
      await until(async () => (await cluster.node(0).stream()) === "connected", 20_000);
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  node(index: number): ClusterNode {
    return present(this.nodes[index], "It was started");
  }

  async addNode(): Promise<ClusterNode> {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const program = Program.relaydeck(["serve"], { folder: this.#ground.folder, settings: serverSettings(port, this) });
    await program.says(new RegExp(` at ${origin}`));
    const [line = ""] = readFileSync(join(this.#ground.folder, "cookies"), "utf8").trim().split("\n");
    const [name = "", token = ""] = line.split("=");
    const node = new ClusterNode(origin, program, new Map([[name, token]]));
    this.nodes.push(node);
    return node;
  }

  /** The device reports its first relay at so many milliamps, which no report before had. Returns them. */
  async report(): Promise<number> {
    this.#reports += 1;
    const milliamps = 100 + this.#reports;
    const data = { i: [milliamps, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: 1_000_000 + this.#reports, up: 100_000 };
    await this.cloud.door("POST /emit", { device: this.device.serial, name: "powerone/data", data });
    return milliamps;
  }

  /** The lease as the database has it. */
  async lease(): Promise<{ holder: string; fencing: number; beat: number }> {
    const [row = {}] = await this.database.rows("select holder, fencing, beat from leases where name = 'listener'");
    return { holder: String(row["holder"]), fencing: Number(row["fencing"]), beat: Number(row["beat"]) };
  }

  async close(): Promise<void> {
    for (const { program } of this.nodes) program.process.kill("SIGCONT");
    await Promise.all(this.nodes.map(({ program }) => program.end("SIGKILL")));
    await this.cloud.stop();
    await this.database.close();
    rmSync(this.#ground.folder, { recursive: true, force: true });
  }
}

/** What the viewer saw of the first relay, in order. */
export function milliampsSeen(viewer: Viewer): number[] {
  return viewer.ofKind("device").flatMap(({ device }) => device.relays[0]?.milliamps ?? []);
}

/** Numbers of the log that the viewer saw, in the order in which they came. */
export function numbersSeen(viewer: Viewer): number[] {
  return viewer.items.map(({ id }) => Number(id.split("-")[1]));
}
