/** The whole product as a measured process, on a filled database and the load's own cloud. */
import type { StreamState } from "@relaydeck/api/status/status";
import { sleep, systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { answerCalls } from "../process/calls.ts";
import { usageCalls } from "../process/usage.ts";
import { runProduct } from "./run-product.ts";

const clock = systemClock();

async function open(where: { folder: string; cloudUrl: string; databaseUrl?: string }): Promise<{ port: number }> {
  const { app, port } = await runProduct({ clock, random: systemRandom(), ...where });
  // Of several nodes one holds the stream.
  while (!isSettled(app.deps.link.stream.state)) await sleep(clock, 20);
  await app.listener.settled();
  return { port };
}

function isSettled(state: StreamState["state"]): boolean {
  return state === "connected" || state === "standby";
}

const handlers = { open, ...usageCalls };
export type ProductServer = typeof handlers;
answerCalls(handlers);
