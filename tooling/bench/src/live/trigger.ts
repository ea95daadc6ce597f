/** Where events begin, in every target alike: two bytes on a connection of its own are one event of that device. */
import { createServer, type AddressInfo } from "node:net";

/** Calls `onEvent` for each event in order; resolves with the port. */
export function listenForTriggers(onEvent: (device: number) => void): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    let half: number | null = null;
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      for (const byte of bytes) {
        if (half === null) half = byte;
        else {
          onEvent(half + byte * 256);
          half = null;
        }
      }
    });
  });
  return listening(server);
}

/** Listens on a free port of this machine alone. */
export function listening(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
}): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
