/** The simulated cloud as a process of its own: it lives on when the product is killed, and remembers every call. */
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
  readonly #program: Program;

  private constructor(program: Program, url: string) {
    this.#program = program;
    this.url = url;
  }

  /** `more`: flags of `relaydeck simulate`. */
  static async start(folder: string, devices: number, more: readonly string[] = []): Promise<Cloud> {
    const flags = ["--port", "0", "--devices", String(devices), "--simple", "0", "--latency-ms", "0,0", ...more];
    const program = Program.relaydeck(["simulate", ...flags], { folder });
    const [, url = ""] = await program.says(/Simulator at (http:\S+),/);
    return new Cloud(program, url);
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
}
