import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { createRelaydeckClient } from "./relaydeck.ts";
import { DeviceList } from "./testing/readme/device-list.tsx";
import { sampleDevice, sampleVitals } from "./testing/samples.ts";
import { startBench } from "./testing/small-bench.ts";
import { until } from "./testing/until.ts";

test("[HD-5] the README's component shows what the live store knows, and switches only while that is live", async () => {
  const { server, world } = await startBench();
  const client = createRelaydeckClient({ baseUrl: server.baseUrl, WebSocket });
  const shown = () => renderToStaticMarkup(createElement(DeviceList, { client }));
  expect(shown()).toBe("<p>Connecting</p>");
  client.live.start();
  await until(() => client.live.getState().link === "live");
  expect(shown()).toBe("<p>Device 1 is online. <button>On </button></p><p>Device 2 is online. <button>On </button></p>");
  world.append({ kind: "device", device: sampleDevice(1, { name: "Pump house" }), vitals: sampleVitals });
  await until(() => shown().includes("<p>Pump house is online."));
  client.live.stop();
  expect(shown()).toContain('<p>Pump house is online. <button disabled="">On </button></p>');
  client.close();
});
