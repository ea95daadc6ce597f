import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "./free-port.ts";

it("gives no port twice, and none that a system gives away by itself", async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, freePort));

  expect(new Set(ports).size).toBe(100);
  expect(ports.filter((port) => port < 10_240 || port > 15_999)).toEqual([]);
});

it("leaves it free to listen at, on every address, and keeps other processes from being given it", async () => {
  const port = await freePort();
  const server = createServer().listen(port);
  await once(server, "listening");
  server.close();

  const bind = `socket.on("error", ({ code }) => console.log(code)).bind(${port}, "127.0.0.1").unref()`;
  const said = execFileSync(process.execPath, ["--eval", `const socket = require("node:dgram").createSocket("udp4"); ${bind}`]);
  expect(String(said).trim()).toBe("EADDRINUSE");
});
