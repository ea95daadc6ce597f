/** Between two real sockets, of which one reads nothing until the other has gone. [WS-6] */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, test } from "vitest";
import { quiet } from "../testing/quiet.ts";
import { takenBytes } from "./taken-bytes.ts";

test("[WS-6] what the system took of a buffer that it took in part counts, to the byte, and is what the reader gets", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const reader = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  const [writer] = (await once(server, "connection")) as [Socket];
  writer.write(Buffer.alloc(1_000));
  await quiet();
  expect(takenBytes(writer)).toBe(1_000);
  // More than the system buffers between the two ends.
  writer.write(Buffer.alloc(64 * 1024 * 1024));
  await quiet();
  const taken = takenBytes(writer);
  expect(taken).toBeGreaterThan(1_000);
  expect(writer.bytesWritten - writer.writableLength).toBe(1_000);
  writer.destroy();
  let read = 0;
  for await (const bytes of reader) read += (bytes as Buffer).length;
  expect(read).toBe(taken);
  server.close();
});
