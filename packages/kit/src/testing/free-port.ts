/**
 * Ports for addresses that have to be known before somebody listens there, and that stay good while nobody does: between a
 * crash and the start after it.
 *
 * They lie below the ports that systems give to outgoing connections and to whoever asks for any port (from 32768 on Linux,
 * from 49152 on others, from 16000 under gVisor), so that none of those comes in between. Of two processes that look
 * here, one gets it: a UDP socket of the same number holds it, which is in nobody's way and ends with its process.
 */
import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once, type EventEmitter } from "node:events";
import { createServer } from "node:net";

const [lowest, highest] = [10_240, 15_999];
const mostTries = 1_000;

/** A port of loopback where nobody listens. Nobody else is given it while this process lives. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < mostTries; tried += 1) {
    const port = randomInt(lowest, highest + 1);
    if ((await isHeld(port)) && (await isQuiet(port))) return port;
  }
  throw new Error(`No port from ${lowest} to ${highest} is free`);
}

/** True when it is this process that holds it now. */
async function isHeld(port: number): Promise<boolean> {
  const socket = createSocket("udp4").unref();
  socket.bind({ port, address: "127.0.0.1", exclusive: true });
  if (await hasCome(socket, "listening")) return true;
  socket.close();
  return false;
}

/** True when a server could listen there. */
async function isQuiet(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  if (!(await hasCome(server, "listening"))) return false;
  server.close();
  await once(server, "close");
  return true;
}

/** False when it is an address in use that comes instead. */
async function hasCome(emitter: EventEmitter, name: string): Promise<boolean> {
  try {
    await once(emitter, name);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return false;
    throw error;
  }
}
