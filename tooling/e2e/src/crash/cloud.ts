/** The simulated cloud as a process of its own: it lives on when the product is killed, and remembers every call. */
import { freePort } from "@relaydeck/kit/testing/free-port";
import { Program } from "../process/program.ts";

/** One call as the cloud saw it; of a function where it has a name and an argument. */
export interface SeenCall {
  readonly seq: number;
  /** Such as "function" or "variable". */
  readonly operation: string;
  readonly serial: string;
  readonly name: string;
  readonly argument: string;
  /** Null while it is not answered. */
  readonly status: number | null;
  readonly executed: boolean;
}

export class Cloud {
  readonly url: string;
  readonly #begin: () => Promise<Program>;
  #program: Program;

  private constructor(url: string, program: Program, begin: () => Promise<Program>) {
    this.url = url;
    this.#program = program;
    this.#begin = begin;
  }

  /** `more`: flags of `relaydeck simulate`. */
  static async start(folder: string, devices: number, more: readonly string[] = []): Promise<Cloud> {
    const port = String(await freePort());
    const flags = ["--port", port, "--devices", String(devices), "--simple", "0", "--latency-ms", "0,0", ...more];
    const begin = async () => {
      const program = Program.relaydeck(["simulate", ...flags], { folder });
      await program.says(/Simulator at http:/);
      return program;
    };
    return new Cloud(`http://127.0.0.1:${port}`, await begin(), begin);
  }

  /** A call of the control door, such as `POST /faults`. */
  async door(call: string, body?: unknown): Promise<unknown> {
    const [method = "GET", path = ""] = call.split(" ");
    const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const answer = await fetch(`${this.url}/_sim${path}`, { method, ...json });
    if (!answer.ok) throw new Error(`The control door answered ${answer.status} to ${call}`);
    return answer.json();
  }

  /** The next call of this relay meets the effect. */
  async fault(relay: { serial: string; relayNumber: number }, effect: object): Promise<void> {
    const match = { device: relay.serial, operation: "function", name: `ctrl_relay${relay.relayNumber}` };
    await this.door("POST /faults", { match, effect, times: 1 });
  }

  /** Every call of this relay since the cloud began, in order of arrival. */
  async callsOf(relay: { serial: string; relayNumber: number }): Promise<SeenCall[]> {
    return (await this.allCalls()).filter(
      (call) => call.operation === "function" && call.serial === relay.serial && call.name === `ctrl_relay${relay.relayNumber}`,
    );
  }

  /** Of whatever kind, since the cloud began. */
  async allCalls(): Promise<SeenCall[]> {
    return (await this.door("GET /requests?since=0")) as SeenCall[];
  }

  async stop(): Promise<void> {
    await this.#program.end("SIGTERM");
  }

  /** After a stop, at the same address: its devices as they were when it first began, and no call remembered. */
  async startAgain(): Promise<void> {
    this.#program = await this.#begin();
  }
}
