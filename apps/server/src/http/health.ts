/** What machines ask: does the process live, is it ready, what does it count. [operator-interface] */
import type { FastifyInstance } from "fastify";
import { timingSafeEqual } from "node:crypto";
import { sendRefusal } from "./build-http.ts";
import { refuseOtherMethods } from "./other-methods.ts";

export interface Readiness {
  readonly database: { readonly state: "ok" | "down" | "migrating" };
  readonly providerStream: {
    readonly state: "connected" | "connecting" | "down" | "standby";
    readonly since: string;
    readonly lastEventAt: string | null;
  };
  readonly mail: { readonly state: "ok" | "outbox-only" | "failing"; readonly waiting: number };
}

export interface HealthDeps {
  readonly version: string;
  readonly metricsToken: string | null;
  readiness(): Promise<Readiness>;
  /** Every gauge and counter, as Prometheus reads them. */
  metrics(): Promise<string>;
}

export function addHealth(app: FastifyInstance, deps: HealthDeps): void {
  app.get("/healthz", (_request, reply) => reply.send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const parts = await deps.readiness();
    const ready = parts.database.state === "ok";
    return reply.code(ready ? 200 : 503).send({ ready, parts, version: deps.version });
  });
  app.get("/metrics", async (request, reply) => {
    const addresses = [request.ip, request.socket.remoteAddress ?? ""];
    if (!mayReadMetrics(deps.metricsToken, { token: request.headers.authorization, addresses })) {
      return sendRefusal(reply, { code: "NOT_FOUND" });
    }
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(await deps.metrics());
  });
  for (const path of ["/healthz", "/readyz", "/metrics"]) refuseOtherMethods(app, path, ["GET", "HEAD"]);
}

const ofThisMachine = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

interface Given {
  readonly token: string | undefined;
  /** What proxies say, which a caller who passes them by can choose, and the socket's own. */
  readonly addresses: readonly string[];
}

/** With a token by token; without one only from this machine. */
function mayReadMetrics(wanted: string | null, given: Given): boolean {
  if (wanted === null) return given.addresses.every((address) => ofThisMachine.has(address));
  const expected = Buffer.from(`Bearer ${wanted}`);
  const actual = Buffer.from(given.token ?? "");
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
