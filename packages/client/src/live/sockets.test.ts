import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { startBench } from "../testing/small-bench.ts";

/** As on Node 20: calls, and a try to watch, each told in one line. A timer that is left would keep it from its end. */
const program = (baseUrl: string) => `
  import { createRelaydeckClient } from "@relaydeck/client/relaydeck";
  const client = createRelaydeckClient({ baseUrl: "${baseUrl}" });
  for (const _ of [1, 2]) {
    try {
      client.live.start();
    } catch (error) {
      console.log(String(error));
    }
  }
  console.log(client.live.getState().link, (await client.api.devices.list.query()).length);
`;

test("without a WebSocket `start` throws a sentence that names the option, leaves nothing behind, and calls still work", async () => {
  const { server } = await startBench();
  const sentence = "Error: This machine has no WebSocket of its own: make the client with the option `WebSocket`.";
  expect(await runWithoutSocket(program(server.baseUrl))).toEqual([sentence, sentence, "idle 2", ""].join("\n"));
});

/** What a program printed on a machine without that class; all that it complained of when it failed or did not end. */
function runWithoutSocket(text: string): Promise<string> {
  const args = ["--no-experimental-websocket", "--input-type=module", "--eval", text];
  const options = { cwd: import.meta.dirname, timeout: 20_000 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, out) => (error === null ? resolve(out) : reject(error)));
  });
}
