import { createServer } from "node:http";
import { once } from "node:events";
import { systemClock } from "@relaydeck/kit/clock";
import { afterEach, expect, test } from "vitest";
import { startProduct } from "../testing/product.ts";
import { inWords } from "./finding.ts";
import { serverFinding } from "./running-server.ts";

const clock = systemClock();

async function serverLine(settings: Parameters<typeof serverFinding>[0]): Promise<string> {
  return inWords(await serverFinding(settings, clock));
}
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function answering(text: string): Promise<number> {
  const server = createServer((_request, response) => response.end(text)).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a server that runs tells what only it knows", async () => {
  const token = "the doctor reads these metrics";
  const { product, close } = await startProduct({ environment: { METRICS_TOKEN: token } });
  ends.push(close);
  await product.passUntil(() => product.deps.link.stream.state === "connected");
  const { port, host, metricsToken } = product.settings;
  const here = host ?? "127.0.0.1";
  expect(await serverLine({ port, host, metricsToken })).toMatch(
    /^server: ok, at http:\S+, its event stream is open, \d+ of 10000 provider calls, waiting: 0 events, 0 hashes, \d+ calls, 0 live viewers$/,
  );
  expect(await serverLine({ port, host: here, metricsToken: null })).toMatch(/none of ours, or METRICS_TOKEN is another$/);
});

test.each([
  ["a database that is down", "relaydeck_database_up 0\n", /^server: wrong: its database does not answer/],
  [
    "a refused token",
    "relaydeck_database_up 1\nrelaydeck_provider_token_refused 1\n",
    /^server: wrong: the device cloud refuses/,
  ],
  ["a server that does not lead", "relaydeck_database_up 1\nrelaydeck_leader 0\n", /another server listens to the device cloud/],
  ["something else", "<html>hello</html>", /is none of ours/],
])("%s is told", async (_name, text, told) => {
  expect(await serverLine({ port: await answering(text), host: "127.0.0.1", metricsToken: null })).toMatch(told);
});

test("nobody at the address is nothing wrong", async () => {
  expect(await serverLine({ port: 1, host: null, metricsToken: null })).toBe("server: none answers at http://127.0.0.1:1");
});
