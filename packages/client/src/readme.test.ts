import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { createRelaydeckClient } from "./relaydeck.ts";
import { deviceNames, switchOn, whenOnline, whoAmI } from "./testing/readme-examples.ts";
import { sampleDevice, sampleVitals, sampleId } from "./testing/samples.ts";
import { startBench } from "./testing/small-bench.ts";
import { until } from "./testing/until.ts";

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}

test.each([
  ["ts", "testing/readme-examples.ts", 4],
  ["tsx", "testing/readme-react.tsx", 1],
])("README.md shows the very examples that run below, in %s", (language, file, count) => {
  const regions = [...read(file).matchAll(/\/\/ #region \w+\n([\s\S]*?)\/\/ #endregion/g)];
  const shown = [...read("../README.md").matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))];
  expect(regions.map((region) => region[1])).toEqual(shown.map((block) => block[1]));
  expect(regions).toHaveLength(count);
});

test("the examples do what they say", async () => {
  const { server, world } = await startBench();
  expect(await deviceNames(server.baseUrl, "rd_token")).toEqual(["Device 1", "Device 2"]);
  const client = createRelaydeckClient({ baseUrl: server.baseUrl, WebSocket });
  expect(await switchOn(client, sampleId("dev", 1))).toBe("No connection to the server. Switching is paused.");
  world.devices = [sampleDevice(1, { isConnected: false })];
  let isOnline = false;
  const waiting = whenOnline(client, sampleId("dev", 1)).then(() => (isOnline = true));
  await until(() => client.live.getState().link === "live");
  expect(isOnline).toBe(false);
  world.append({ kind: "device", device: sampleDevice(1), vitals: sampleVitals });
  await waiting;
  expect(await switchOn(client, sampleId("dev", 1))).toBe("The command is acknowledged.");
  expect(await whoAmI(client)).toBe("maria@example.com");
  world.signedIn = false;
  expect(await whoAmI(client)).toBe("nobody");
  client.close();
});
