import { turn } from "@relaydeck/kit/testing/manual-clock";
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { createRelaydeckClient } from "./relaydeck.ts";
import { deviceNames } from "./testing/readme/device-names.ts";
import { switchOn } from "./testing/readme/switch-on.ts";
import { whenOnline } from "./testing/readme/when-online.ts";
import { whoAmI } from "./testing/readme/who-am-i.ts";
import { sampleDevice, sampleVitals, sampleId } from "./testing/samples.ts";
import { startBench } from "./testing/small-bench.ts";
import { until } from "./testing/until.ts";

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}

test("each example of README.md is a file by itself, which is type-checked and run: whoever copies one has all it needs", () => {
  const shown = [...read("../README.md").matchAll(/```tsx?\n([\s\S]*?)```/g)].map((block) => block[1] ?? "");
  const files = readdirSync(new URL("testing/readme", import.meta.url)).map((file) => read(`testing/readme/${file}`));
  expect(shown.toSorted(), "Edit README.md and testing/readme together").toEqual(files.toSorted());
  expect(shown).toHaveLength(5);
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

test("what is said already is not waited for: whenOnline resolves at once on a live client that knows the device on-line", async () => {
  const { server } = await startBench();
  const client = createRelaydeckClient({ baseUrl: server.baseUrl, WebSocket });
  client.live.start();
  await until(() => client.live.getState().snapshot !== null);
  const isOnline = whenOnline(client, sampleId("dev", 1)).then(() => true);
  const turnOver = turn().then(() => false);
  expect(await Promise.race([isOnline, turnOver])).toBe(true);
  client.close();
});
