/** Whether this machine has the address that HOST names, before anything is opened. */
import { once } from "node:events";
import { createServer } from "node:net";

/** One sentence where nobody can listen there; null where they can, and where no address was asked for. */
export async function hostTrouble(host: string | null): Promise<string | null> {
  if (host === null) return null;
  const server = createServer();
  try {
    server.listen({ host, port: 0 });
    await once(server, "listening");
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return `HOST must be an address or a name of this machine, such as 127.0.0.1, 0.0.0.0 or ::, without a port (${code}).`;
  } finally {
    server.close();
  }
}
