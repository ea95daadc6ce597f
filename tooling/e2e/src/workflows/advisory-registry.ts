/**
 * A package registry that knows advisories, on loopback. It speaks the one call in which `pnpm audit` asks for them, and like
 * the public one it answers of the packages that it is asked about, and of no other.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Advisory {
  /** The package. */
  readonly of: string;
  readonly severity: "low" | "moderate" | "high" | "critical";
}

/** What the one call was answered: advisories, or the status and body of a registry that cannot tell any. */
export type Knowledge = readonly Advisory[] | { readonly status: number; readonly body: string };

const path = "/-/npm/v1/security/advisories/bulk";

export class AdvisoryRegistry {
  knows: Knowledge = [];
  /** `name@version` of everything that the last call asked about. */
  asked: ReadonlySet<string> = new Set();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body }) =>
        response.writeHead(status, { "content-type": "application/json" }).end(body),
      );
    });
  }

  static async start(): Promise<AdvisoryRegistry> {
    const registry = new AdvisoryRegistry();
    registry.#server.listen(0, "127.0.0.1");
    await once(registry.#server, "listening");
    return registry;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const body = await text(request);
    if (request.method !== "POST" || request.url !== path) return { status: 404, body: "{}" };
    const versions = JSON.parse(body) as Readonly<Record<string, readonly string[]>>;
    this.asked = new Set(Object.entries(versions).flatMap(([name, each]) => each.map((version) => `${name}@${version}`)));
    const { knows } = this;
    if (!isList(knows)) return knows;
    const told = knows.filter(({ of }) => Object.hasOwn(versions, of)).map((one, index) => [one.of, [entry(one, index)]]);
    return { status: 200, body: JSON.stringify(Object.fromEntries(told)) };
  }
}

function isList(knows: Knowledge): knows is readonly Advisory[] {
  return Array.isArray(knows);
}

/** Of every version, in the shape of the public registry. */
function entry({ of, severity }: Advisory, index: number) {
  return {
    id: 1_100_000 + index,
    url: `https://github.com/advisories/GHSA-aaaa-bbbb-000${index}`,
    title: `${of} does what it should not`,
    severity,
    vulnerable_versions: ">=0.0.0",
    cwe: ["CWE-20"],
    cvss: { score: 7.5, vectorString: null },
  };
}
