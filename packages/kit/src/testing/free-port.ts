import { once } from "node:events";
import { createServer } from "node:net";
import { assert } from "../assert.ts";

/** A port that was free a moment ago, for an address that has to be known before somebody listens there. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert(typeof address === "object" && address !== null, "A listening server has an address");
  server.close();
  await once(server, "close");
  return address.port;
}
