import type { Deps } from "@relaydeck/api/deps";
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import type { Random } from "@relaydeck/kit/random";
import type { FastifyInstance } from "fastify";
import type { Settings } from "./settings.ts";

/** What one server is made of; tests hand in their own clock, chance and folder. */
export interface AppOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Where the device cloud is and with which token; in the demo that is the simulator inside. */
  readonly cloud: { readonly url: string; readonly token: string };
  readonly webFolder: string;
  readonly version: string;
  /** Routes and people that only the demo has. */
  readonly demo?: { addRoutes(app: FastifyInstance, deps: Deps): void; seed(deps: Deps): Promise<void> };
}
