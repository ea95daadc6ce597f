/** The demo: a simulated cloud inside this process, reached over HTTP by the same adapter as the real one. [D0.5] */
import type { Deps } from "@relaydeck/api/deps";
import type { Clock } from "@relaydeck/kit/clock";
import { every } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import { demoWorld } from "@relaydeck/simulator/demo-world";
import { startSimulatorServer } from "@relaydeck/simulator/http-server";
import { createSimulator, type Simulator } from "@relaydeck/simulator/simulator";
import type { FastifyInstance } from "fastify";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { addDemoRoutes } from "./demo-routes.ts";
import { removeDemo, seedDemo } from "./demo-seed.ts";
import { mailboxStyle } from "./mailbox-page.ts";

export interface Demo {
  readonly simulator: Simulator;
  readonly url: string;
  readonly token: string;
  addRoutes(app: FastifyInstance, deps: Deps): void;
  seed(deps: Deps): Promise<void>;
  close(): Promise<void>;
}

const saveEveryMs = 5_000;

export interface DemoOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly port: number;
  readonly stateFile: string;
}

export async function openDemo(options: DemoOptions): Promise<Demo> {
  const { clock, log, stateFile } = options;
  const simulator = createSimulator({ clock, ...demoWorld });
  if (existsSync(stateFile)) {
    const restored = simulator.restore(JSON.parse(readFileSync(stateFile, "utf8")));
    if (!restored.ok) log.warn("simulator.not-restored", { file: stateFile, reason: restored.error });
  }
  const onDefect = (error: unknown) => log.error("simulator.defect", { error: String(error) });
  const listening = startSimulatorServer({ simulator, host: "127.0.0.1", port: options.port, onDefect });
  const server = await listening.catch((error: unknown) => {
    simulator.close();
    throw error;
  });
  const stopSaving = every(clock, saveEveryMs, () => save(simulator, stateFile));
  const providerIdOf = (serial: string) => simulator.control.device(serial)?.id ?? "";
  const seed = (deps: Deps) => seedDemo(deps, providerIdOf);
  return {
    simulator,
    url: server.url,
    token: simulator.account.token,
    seed,
    addRoutes(app, deps) {
      app.get("/demo/mailbox.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(mailboxStyle));
      addDemoRoutes(app, deps, {
        simulator,
        seed: () => seed(deps),
        async startOver() {
          await removeDemo(deps, providerIdOf);
          simulator.control.reset(demoWorld);
          await seed(deps);
        },
      });
    },
    async close() {
      stopSaving();
      save(simulator, stateFile);
      await server.close();
      simulator.close();
    },
  };
}

/** Written beside and renamed, so that a crash leaves the old or the new truth, never half of one. */
function save(simulator: Simulator, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(simulator.snapshot()), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
