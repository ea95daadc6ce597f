/** The official client's event stream over its own real timers: it gives up after 15 seconds of silence. */
import { once } from "node:events";
import { sleep, systemClock } from "@relaydeck/kit/clock";
import Particle from "particle-api-js";
import { describe, expect, test } from "vitest";
import { startFixture } from "./testing/fixture.ts";

async function openStream() {
  const cloud = await startFixture({ devices: 1, simple: 0 });
  const particle = new Particle({ baseUrl: cloud.url, auth: cloud.simulator.account.token });
  return { cloud, stream: await particle.getEventStream({ deviceId: "mine" }) };
}

describe.concurrent("the official client's stream", () => {
  test("[C5] 60 idle seconds pass without a disconnect", { timeout: 75_000 }, async () => {
    const { cloud, stream } = await openStream();
    const seen: string[] = [];
    for (const word of ["event", "disconnect", "reconnect", "error"]) stream.on(word, () => seen.push(word));
    // The quiet itself is what is tested, so it has to pass.
    await sleep(systemClock(), 60_000);
    expect(seen).toEqual([]);
    const heard = once(stream, "event");
    cloud.simulator.control.emit({ name: "still/there", data: null });
    await heard;
    expect(seen).toEqual(["event"]);
    stream.abort();
    await cloud.close();
  });

  test("[C5] after a cut it comes back by itself, once it has noticed", { timeout: 30_000 }, async () => {
    const { cloud, stream } = await openStream();
    const back = once(stream, "reconnect-success");
    cloud.simulator.control.cutStreams();
    await back;
    const heard = once(stream, "event");
    cloud.simulator.control.emit({ name: "again", data: "x" });
    expect(await heard).toMatchObject([{ name: "again", data: "x" }]);
    stream.abort();
    await cloud.close();
  });
});
