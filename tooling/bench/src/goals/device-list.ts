/** GET /api/devices of fifty devices behind a session, beside Fastify with the same bytes. [G10] */
import { inTurns, type Bench } from "../bench.ts";
import type { BareList } from "../list/bare-server.ts";
import type { Asking, ListLoad } from "../list/load.ts";
import { Peer } from "../process/peer.ts";
import { fillProduct } from "../product/filled.ts";
import type { ProductServer } from "../product/server.ts";
import { compared, type Finding } from "../report/finding.ts";

const deviceCount = 50;

export async function measureDeviceList(bench: Bench): Promise<Finding[]> {
  bench.say("Fifty devices behind a session");
  const load = new Peer<ListLoad>(new URL("../list/load.ts", import.meta.url));
  const product = new Peer<ProductServer>(new URL("../product/server.ts", import.meta.url));
  const bare = new Peer<BareList>(new URL("../list/bare-server.ts", import.meta.url));
  try {
    const filled = await fillProduct({ viewers: 1, devices: deviceCount, perViewer: deviceCount });
    const { folder, cookies } = filled;
    const [cookie = ""] = cookies;
    const { port } = await product.call("open", { folder, cloudUrl: (await load.call("openCloud")).url });
    const ours = { port, cookie, path: "/api/devices", server: product };
    const { port: barePort } = await bare.call("open", { folder, body: await load.call("body", ours) });
    const others = ["/cached", "/made", "/trpc/list"].map((path) => ({ port: barePort, cookie, path, server: bare }));
    return await compareLists(load, [ours, ...others]);
  } finally {
    await Promise.all([load.close(), product.close(), bare.close()]);
  }
}

type Subject = Asking & { readonly server: { call(name: "cpu"): Promise<number> } };

async function compareLists(load: Peer<ListLoad>, subjects: readonly Subject[]): Promise<Finding[]> {
  for (const subject of subjects) await askFor(load, subject, 400);
  const runs = await inTurns(subjects, (subject) => askFor(load, subject, 1_000));
  const [ours = [], cached = [], made = [], trpc = []] = runs;
  const facts = { goal: "G10", what: "list of 50 devices", unit: "req/s", ours } as const;
  const versus = (name: string, values: readonly number[], atLeast: number) =>
    compared({ ...facts, baseline: { name, values }, wanted: { atLeast } });
  return [versus("Fastify, cached", cached, 0.8), versus("Fastify, text per request", made, 2), versus("tRPC query", trpc, 7)];
}

/** Requests per second of the server's processor time: the load needs the other core. */
async function askFor(load: Peer<ListLoad>, { server, port, path, cookie }: Subject, ms: number): Promise<number> {
  const before = await server.call("cpu");
  const { answers } = await load.call("ask", { port, path, cookie, ms });
  return (answers * 1e6) / ((await server.call("cpu")) - before);
}
