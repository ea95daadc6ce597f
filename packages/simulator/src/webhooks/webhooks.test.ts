/** Dialect section 9: definitions, requests, reply events, the sleep of a failing host; once over real sockets. */
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { systemClock } from "@relaydeck/kit/clock";
import { describe, expect, test } from "vitest";
import { createSimulator } from "../simulator.ts";
import { handMoved } from "../testing/hand-moved.ts";
import { callInProcess } from "../testing/in-process.ts";
import { sendWebhookOverHttp } from "./http-webhooks.ts";
import type { WebhookReply, WebhookRequest } from "./send-webhook.ts";

function hooked(reply: (request: WebhookRequest) => WebhookReply = () => ({ kind: "answered", status: 200, body: "" })) {
  const sent: WebhookRequest[] = [];
  const world = handMoved({
    telemetryMs: 24 * 3_600_000,
    sendWebhook(request, done) {
      sent.push(request);
      done(reply(request));
    },
  });
  const define = (definition: object, base = "/v1") =>
    world.call({ method: "POST", path: `${base}/integrations`, body: definition });
  const names = () => world.simulator.control.events().map((event) => event.name);
  const emit = (name: string, data: string) => world.simulator.control.emit({ device: "P0SIM0001", name, data });
  return { ...world, sent, define, names, emit };
}

describe("definitions", () => {
  test("[C5] are created, listed, read, changed and deleted, in both spellings", () => {
    const world = hooked();
    const made = world.define({ event: "power", url: "https://hooks.test/x", name: "ours" });
    expect(made).toMatchObject({
      status: 201,
      body: {
        ok: true,
        event: "power",
        integration_type: "Webhook",
        noDefaults: false,
        rejectUnauthorized: true,
        hookUrl: expect.stringContaining("/v1/webhooks/"),
      },
    });
    const { id } = made.body as { id: string };
    expect(world.call({ path: "/v1/integrations" }).body).toMatchObject([{ id, url: "https://hooks.test/x" }]);
    expect(world.call({ path: `/v1/webhooks/${id}` }).body).toMatchObject({
      webhook: { id, logs: [], errors: [], counters: [] },
    });
    expect(world.call({ method: "PUT", path: `/v1/integrations/${id}`, body: { event: "other" } }).body).toMatchObject({
      event: "other",
      url: "https://hooks.test/x",
    });
    expect(world.call({ path: "/v1/products/4711/integrations" }).body).toEqual([]);
    expect(world.call({ method: "DELETE", path: `/v1/integrations/${id}` })).toMatchObject({ status: 204, text: "" });
    expect(world.call({ path: `/v1/webhooks/${id}` })).toMatchObject({
      status: 404,
      body: { ok: false, error: "Webhook not found" },
    });
  });

  test.each([
    [{ url: "https://a.test" }, "event"],
    [{ event: "a", url: "ftp://a.test" }, "url"],
    [{ event: "a", url: "https://a.test", requestType: "BREW" }, "requestType"],
    [{ event: "a", url: "https://a.test", json: {}, form: {} }, "exclude"],
  ])("[C5] %o is refused with a sentence about %s", (definition, word) => {
    expect(hooked().define(definition)).toMatchObject({ status: 400, body: { error: expect.stringContaining(word) } });
  });
});

describe("requests", () => {
  test("[C5] without a body template it is a form of the four default fields, for names that begin so", () => {
    const world = hooked();
    world.define({ event: "power", url: "https://hooks.test/x" });
    world.emit("powerone/data", "1 & 2");
    world.emit("empower", "no");
    expect(world.sent).toHaveLength(1);
    expect(world.sent[0]).toMatchObject({
      method: "POST",
      url: "https://hooks.test/x",
      headers: { "user-agent": expect.stringContaining("ParticleBot"), "content-type": "application/x-www-form-urlencoded" },
    });
    expect(Object.fromEntries(new URLSearchParams(world.sent[0]?.body))).toEqual({
      event: "powerone/data",
      data: "1 & 2",
      published_at: "2026-03-01T10:00:00.000Z",
      coreid: world.idOf("P0SIM0001"),
    });
  });

  test("[C5] a JSON template is filled with texts; noDefaults leaves only what it names; secret headers and credentials go along", () => {
    const world = hooked();
    world.define(
      {
        event: "power",
        url: "https://hooks.test/{{PARTICLE_DEVICE_ID}}",
        noDefaults: true,
        json: {
          event: "{{{PARTICLE_EVENT_NAME}}}",
          data: "{{{PARTICLE_EVENT_VALUE}}}",
          id: "{{PARTICLE_EVENT_ID}}",
          product: "{{PRODUCT_ID}}",
          seq: "{{seq}}",
          none: "{{constructor}}{{{toString}}}",
        },
        headers: { "X-Secret": "s3cret" },
        auth: { username: "u", password: "p" },
        query: { from: "{{PARTICLE_EVENT_NAME}}" },
      },
      "/v1/products/4711",
    );
    world.emit("powerone/data", '{"seq":7,"t":"<a>"}');
    const [request] = world.sent;
    expect(request?.url).toBe(`https://hooks.test/${world.idOf("P0SIM0001")}?from=powerone%2Fdata`);
    expect(request?.headers).toMatchObject({
      "x-secret": "s3cret",
      authorization: "Basic dTpw",
      "content-type": "application/json",
      accept: "application/json",
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      event: "powerone/data",
      data: '{"seq":7,"t":"<a>"}',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      product: "4711",
      seq: "7",
      none: "",
    });
  });

  test("[C5] a duplicated event triggers twice, a lost one never, hook events and disabled definitions not at all", () => {
    const world = hooked();
    world.define({ event: "power", url: "https://hooks.test" });
    world.define({ event: "power", url: "https://off.test", disabled: true });
    world.define({ event: "hook-", url: "https://loop.test" });
    world.simulator.control.addFault({
      match: { operation: "event", name: "power/twice" },
      effect: { kind: "duplicate", times: 1 },
    });
    world.simulator.control.addFault({ match: { operation: "event", name: "power/lost" }, effect: { kind: "lose" } });
    world.emit("power/twice", "x");
    world.emit("power/lost", "x");
    expect(world.sent.map((request) => request.url)).toEqual(["https://hooks.test/", "https://hooks.test/"]);
  });
});

describe("replies", () => {
  test("[C5] a body comes back in parts of 512 bytes, an error status as hook-error", () => {
    const world = hooked((request) =>
      request.url.includes("bad")
        ? { kind: "answered", status: 404, body: "no" }
        : { kind: "answered", status: 200, body: "y".repeat(600) },
    );
    world.define({ event: "a", url: "https://good.test" });
    world.emit("a", "1");
    expect(world.names()).toEqual(["a", "hook-sent/a", "hook-response/a/0", "hook-response/a/1"]);
    world.define({ event: "b", url: "https://bad.test" });
    world.emit("b", "1");
    expect(world.simulator.control.events().at(-1)).toMatchObject({
      name: "hook-error/b/0",
      data: "error status 404 from bad.test",
      deviceId: "particle-internal",
    });
  });

  test("[C5] a host that only fails is left to sleep; what was skipped is tried after 30 and 60 seconds, then dropped", () => {
    const world = hooked(() => ({ kind: "failed", reason: "timeout" }));
    world.define({ event: "a", url: "https://down.test" });
    for (let event = 0; event < 11; event += 1) world.emit("a", String(event));
    expect(world.sent).toHaveLength(10);
    expect(world.simulator.control.events().at(-1)?.data).toBe("Sleeping, too many errors, please wait and try again");
    world.advance(30_000);
    expect(world.sent).toHaveLength(11);
  });
});

test("[C5] over the network: the request arrives and a short answer ends it", async () => {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const simulator = createSimulator({ clock: systemClock(), devices: 1, simple: 0, sendWebhook: sendWebhookOverHttp });
  const arrived = once(server, "request");
  callInProcess(simulator, {
    method: "POST",
    path: "/v1/integrations",
    body: { event: "a", url: `http://127.0.0.1:${port}/hook`, json: { x: "{{PARTICLE_EVENT_VALUE}}" } },
  });
  simulator.control.emit({ device: "P0SIM0001", name: "a", data: "42" });
  const [message, response] = (await arrived) as [IncomingMessage, ServerResponse];
  let body = "";
  for await (const chunk of message.setEncoding("utf8")) body += String(chunk);
  expect([message.method, message.url, JSON.parse(body)]).toEqual([
    "POST",
    "/hook",
    expect.objectContaining({ x: "42", event: "a" }),
  ]);
  response.end("fine");
  await expect.poll(() => simulator.control.events().map((event) => event.name)).toContain("hook-response/a/0");
  simulator.close();
  server.close();
  server.closeAllConnections();
});
