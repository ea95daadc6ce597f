/** What only the socket can do wrong. The bench page is served here too. */
import { connect } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SimulatorFixture, startFixture } from "./testing/fixture.ts";

let cloud: SimulatorFixture;
beforeAll(async () => {
  cloud = await startFixture();
});
afterAll(() => cloud.close());

test("[C5] a body over 1 MiB is 413 and reaches nothing", async () => {
  const response = await fetch(`${cloud.url}/v1/devices`, {
    method: "POST",
    headers: { authorization: cloud.bearer },
    body: "x".repeat(1024 * 1024 + 1),
  });
  expect(response.status).toBe(413);
  expect(cloud.simulator.control.requests()).toEqual([]);
});

test("[C5] a request line that is no address is 404, and the simulator lives", async () => {
  const socket = connect(Number(new URL(cloud.url).port), "127.0.0.1");
  socket.write("GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toContain("HTTP/1.1 404");
  expect((await cloud.fetch("GET", "/v1/%E0%A4%A")).status).toBe(404);
  expect((await cloud.fetch("GET", "/v1/devices")).status).toBe(200);
});

test("[C5] answers are dated by the simulated clock", async () => {
  const still = await startFixture({ clockMode: "manual" });
  still.simulator.control.advance(86_400_000);
  const { headers } = await still.fetch("GET", "/v1/devices");
  const simulated = Date.parse(still.simulator.control.clock().now);
  expect(Date.parse(headers.get("date") ?? "")).toBe(simulated - (simulated % 1_000));
  await still.close();
});

test("[C1] drop-reply ends the connection without a byte of an answer", async () => {
  cloud.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "drop-reply" } });
  const call = cloud.fetch("POST", "/v1/devices/p0sim0001/ctrl_relay1", { arg: "on" });
  await expect(call).rejects.toThrow("fetch failed");
  expect(cloud.simulator.control.device("P0SIM0001")?.executedCalls).toBe(1);
});

test("[C5] a call that hangs is forgotten when the caller leaves", async () => {
  cloud.simulator.control.addFault({ match: { operation: "devices" }, effect: { kind: "hang" } });
  const leave = new AbortController();
  const call = fetch(`${cloud.url}/v1/devices`, { headers: { authorization: cloud.bearer }, signal: leave.signal });
  await expect.poll(() => cloud.simulator.control.requests().at(-1)).toMatchObject({ operation: "devices", status: null });
  leave.abort();
  await expect(call).rejects.toThrow("aborted");
  expect((await cloud.fetch("GET", "/v1/devices")).status).toBe(200);
});

test("[C5] an answer of 10 MB, HTML, nothing, or a redirect goes out as it was set", async () => {
  const set = (effect: object) =>
    cloud.fetch("POST", "/_sim/faults", { match: { operation: "devices" }, effect: { kind: "status", ...effect } });
  await set({ status: 200, body: "<h1>Hello</h1>" });
  expect(await cloud.fetch("GET", "/v1/devices")).toMatchObject({ status: 200, body: "<h1>Hello</h1>" });
  await set({ status: 200, body: "" });
  expect((await cloud.fetch("GET", "/v1/devices")).body).toBe("");
  await set({ status: 302, headers: { Location: "/elsewhere" } });
  const redirect = await cloud.fetch("GET", "/v1/devices");
  expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "/elsewhere"]);
  cloud.simulator.control.addFault({
    match: { operation: "devices" },
    effect: { kind: "status", status: 200, body: "y".repeat(10_000_000) },
  });
  expect(String((await cloud.fetch("GET", "/v1/devices")).body)).toHaveLength(10_000_000);
});

test("[C5] a reader that does not read is cut before it fills the memory", async () => {
  const socket = connect(Number(new URL(cloud.url).port), "127.0.0.1");
  socket.write(`GET /v1/devices/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${cloud.bearer}\r\n\r\n`);
  await once(socket, "readable");
  socket.pause();
  await expect.poll(() => cloud.simulator.control.counters().streams.open).toBe(1);
  const data = "z".repeat(100_000);
  await expect
    .poll(() => {
      for (let event = 0; event < 20; event += 1) cloud.simulator.control.emit({ name: "big", data });
      return cloud.simulator.control.counters().streams.open;
    })
    .toBe(0);
  socket.destroy();
});

test("[C5] the bench page is three files of its own that load nothing from elsewhere", async () => {
  const page = await cloud.fetch("GET", "/");
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page.headers.get("access-control-allow-origin")).toBeNull();
  const linked = [...String(page.body).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? "");
  expect(linked.toSorted()).toEqual(["/bench.css", "/bench.js"]);
  for (const path of linked) expect((await cloud.fetch("GET", path)).status).toBe(200);
  expect(String(page.body)).not.toMatch(/https?:\/\//);
});
