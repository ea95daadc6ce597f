/**
 * A product on a simulated cloud, over all its crashes: the real `relaydeck serve`, its database, seeded people and devices.
 *
 * A crash is `kill -9`. What freezes it at a point stands outside: held answers of the cloud, locks of the database.
 */
import { assert, present } from "@relaydeck/kit/assert";
import { Browser } from "@relaydeck/server/testing/http-client";
import { until } from "@relaydeck/server/testing/quiet";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Program, type Settings } from "../process/program.ts";
import { Cloud } from "./cloud.ts";
import { openDatabase, type OutsideDatabase } from "./database.ts";

/** The acceptance's bound from the start to the first answer, in milliseconds. */
const restartMs = 5_000;

export interface SiteDevice {
  readonly id: string;
  readonly serial: string;
}

/** Of a `relaydeck serve` on that database and that cloud, at a port of loopback. */
export function serverSettings(port: number, on: { readonly database: OutsideDatabase; readonly cloud: Cloud }): Settings {
  return {
    PORT: String(port),
    HOST: "127.0.0.1",
    DATABASE_URL: on.database.url,
    PARTICLE_ACCESS_TOKEN: "5".repeat(40),
    PARTICLE_API_URL: on.cloud.url,
    RATE_LIMIT_FACTOR: "1000",
    LOG_LEVEL: "warn",
  };
}

interface Ground {
  readonly folder: string;
  readonly database: OutsideDatabase;
  readonly cloud: Cloud;
  readonly port: number;
  readonly settings: Settings;
}

export class Site {
  readonly database: OutsideDatabase;
  readonly cloud: Cloud;
  readonly origin: string;
  /** Signed in; the first owns all devices. */
  readonly people: Browser[] = [];
  readonly devices: SiteDevice[] = [];
  /** Milliseconds from each start to the first answer that says ready. */
  readonly startTimes: number[] = [];
  readonly #ground: Ground;
  #server: Program | null = null;

  private constructor(ground: Ground) {
    this.#ground = ground;
    this.database = ground.database;
    this.cloud = ground.cloud;
    this.origin = `http://localhost:${ground.port}`;
  }

  /** `settings` beside those that every site has. */
  static async open(kind: "sqlite" | "postgres", devices: number, settings: Settings = {}): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), "relaydeck-crash-"));
    const database = await openDatabase(kind, folder);
    // Seeded devices begin behind the eight of the demo.
    const [cloud, port] = await Promise.all([Cloud.start(folder, 2 * devices + 8), freePort()]);
    const site = new Site({ folder, database, cloud, port, settings });
    try {
      await site.#seed(devices);
      await site.start();
      await site.#devicesLive(2 * devices);
      return site;
    } catch (error) {
      await site.close();
      throw error;
    }
  }

  /** The device of most tests, with the owner's eyes. */
  get device(): SiteDevice {
    return present(this.devices[0], "Devices were seeded");
  }

  get owner(): Browser {
    return this.#person(0);
  }

  get friend(): Browser {
    return this.#person(1);
  }

  /** `settings` for this time, over those of the site. */
  async start(settings: Settings = {}): Promise<void> {
    const begun = performance.now();
    this.#server = this.another(settings);
    await this.#server.says(new RegExp(` at ${this.origin}`));
    const { status } = await this.owner.get("/readyz");
    assert(status === 200, `It says that it serves, and /readyz answers ${status}`);
    this.startTimes.push(Math.round(performance.now() - begun));
  }

  /** One more `relaydeck serve` in the same folder on the same database; whoever asks for it ends it. */
  another(settings: Settings = {}): Program {
    return Program.relaydeck(["serve"], { folder: this.#ground.folder, settings: { ...this.#settings(), ...settings } });
  }

  /** kill -9. */
  async crash(): Promise<void> {
    const ended = await this.#server?.end("SIGKILL");
    assert(ended?.signal === "SIGKILL", `It was to be killed, but ended by itself:\n${this.#server?.err ?? ""}`);
  }

  /** After a crash: it serves again, and the live log has no hole. */
  async restart(): Promise<void> {
    await this.start();
    const [log = {}] = await this.database.rows(
      "select count(*) as n, min(number) as first, max(number) as last, (select value from counters where name = 'live') as head from live_events",
    );
    const isWhole =
      Number(log["n"]) === Number(log["last"]) - Number(log["first"]) + 1 && Number(log["head"]) === Number(log["last"]);
    assert(isWhole, `The live log has a hole: ${JSON.stringify(log)}`);
  }

  /** What was asked for has reached the server and waits there: the database is held. */
  async hasArrived(): Promise<void> {
    // Its loop has turned twice since our bytes were in its socket; reading them comes before anything that waits.
    for (let turn = 0; turn < 2; turn += 1) await this.owner.get("/healthz");
    await until(() => this.database.someoneWaits());
  }

  /** How many rows there are: of a table, and of those that a condition behind it names. */
  async count(what: string): Promise<number> {
    return Number((await this.database.rows(`select count(*) as n from ${what}`))[0]?.["n"]);
  }

  /** What `relaydeck audit verify` says, as an operator runs it. */
  async auditVerdict(): Promise<string> {
    const verify = Program.relaydeck(["audit", "verify"], { folder: this.#ground.folder, settings: this.#settings() });
    await verify.ended;
    return verify.err + verify.out;
  }

  /** True when every start keeps the bound. */
  get restartsInTime(): boolean {
    return Math.max(...this.startTimes) < restartMs;
  }

  async close(): Promise<void> {
    await this.#server?.end("SIGKILL");
    await this.cloud.stop();
    await this.database.close();
    rmSync(this.#ground.folder, { recursive: true, force: true });
    console.log(`Start and restarts in ms: ${this.startTimes.join(" ")}`);
  }

  #settings(): Settings {
    return { ...serverSettings(this.#ground.port, this), ...this.#ground.settings };
  }

  #person(number: number): Browser {
    return present(this.people[number], "Two people were seeded");
  }

  /** Devices go round between owner and friend; only the owner's are used. */
  async #seed(devices: number): Promise<void> {
    const { folder } = this.#ground;
    const seeding = Program.relaydeck(["seed", "--users", "2", "--devices", String(2 * devices), "--sessions", "cookies"], {
      folder,
      settings: { DATABASE_URL: this.database.url, PUBLIC_URL: this.origin },
    });
    const { code } = await seeding.ended;
    assert(code === 0, `The seeding failed: ${seeding.err}`);
    for (const cookie of readFileSync(join(folder, "cookies"), "utf8").trim().split("\n")) {
      const [name = "", token = ""] = cookie.split("=");
      this.people.push(new Browser(this.origin, { [name]: token }));
    }
    const rows = await this.database.rows(
      "select d.id, d.serial_number from devices d join users u on u.id = d.owner_id where u.email like 'person1@%' order by d.serial_number",
    );
    this.devices.push(...rows.map((row) => ({ id: String(row["id"]), serial: String(row["serial_number"]) })));
  }

  async #devicesLive(count: number): Promise<void> {
    await until(async () => {
      const [row] = await this.database.rows("select count(*) as n from devices where freshness = 'fresh' and status = 'online'");
      return Number(row?.["n"]) === count;
    }, 30_000);
  }
}
