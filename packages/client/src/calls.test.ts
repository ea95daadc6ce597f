import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createClient } from "./client.ts";
import { isSignedOut, RelaydeckError } from "./relaydeck-error.ts";
import { restError } from "./rest.ts";
import { sessionCookie } from "./testing/session-cookie.ts";
import { startBench } from "./testing/small-bench.ts";
import type { SmallRouter } from "./testing/small-router.ts";
import { until } from "./testing/until.ts";

async function failureOf(call: Promise<unknown>): Promise<RelaydeckError> {
  const error: unknown = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof RelaydeckError)) throw new Error(`Not a RelaydeckError: ${String(error)}`);
  return error;
}

describe("api", () => {
  test("reads of one turn share one request; commands never do", async () => {
    const { client, server } = await startBench();
    await Promise.all([client.api.auth.me.query(), client.api.devices.list.query(), client.api.status.get.query()]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatch(/^\/trpc\/auth\.me,devices\.list,status\.get\?batch=1/);
    const wish = { key: "k1", deviceId: "d", relayNumber: 1, target: "on", validUntil: "2026-11-21T14:02:10.000Z" } as const;
    await Promise.all([client.api.relays.switch.mutate(wish), client.api.relays.switch.mutate({ ...wish, key: "k2" })]);
    expect(server.requests.slice(1)).toEqual(["/trpc/relays.switch", "/trpc/relays.switch"]);
  });

  test("a refusal arrives with the server's code, status and sentence", async () => {
    const { client, world } = await startBench();
    world.signedIn = false;
    const error = await failureOf(client.api.auth.me.query());
    expect(error).toMatchObject({
      status: 401,
      code: "SESSION_REQUIRED",
      message: "Refused: SESSION_REQUIRED",
      issues: [],
      retryAfterSeconds: null,
    });
    expect(isSignedOut(error)).toBe(true);
  });

  test("no answer is status 0 and NO_ANSWER", async () => {
    const { client, server } = await startBench();
    server.cut = { when: "before", path: () => true };
    expect(await failureOf(client.api.auth.me.query())).toMatchObject({ status: 0, code: "NO_ANSWER" });
  });

  test("a page of a proxy in between has its status and no code of ours", async () => {
    const fetch = async () => new Response("<h1>Bad gateway</h1>", { status: 502, statusText: "Bad Gateway" });
    const { client } = await startBench({ fetch });
    expect(await failureOf(client.api.auth.me.query())).toMatchObject({
      status: 502,
      code: "UNKNOWN",
      message: "502: Bad Gateway",
    });
  });

  test("a refusal of the door in front of the procedures keeps its code and its wait", async () => {
    const body = { message: "Too many tries. Wait a moment.", code: "RATE_LIMITED", retryAfterSeconds: 7 };
    const fetch = async () => Response.json(body, { status: 429 });
    const { client } = await startBench({ fetch });
    expect(await failureOf(client.api.auth.me.query())).toMatchObject({ status: 429, ...body });
  });

  test("a program's token and cookie travel with calls", async () => {
    const seen: string[] = [];
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      const headers = new Headers(init?.headers);
      seen.push(`${headers.get("authorization")} ${headers.get("cookie")}`);
      return Response.json({ message: "", code: "FORBIDDEN" }, { status: 403 });
    };
    const { client } = await startBench({ fetch, token: "rd_1", cookie: "relaydeck_session=2" });
    await failureOf(client.api.auth.me.query());
    expect(seen).toEqual(["Bearer rd_1 relaydeck_session=2"]);
  });
});

describe("after close", () => {
  test("every call is refused here with one sentence, and nothing is sent", async () => {
    const { client, server } = await startBench();
    client.close();
    const calls = [
      client.api.auth.me.query(),
      client.api.relays.cancel.mutate({ commandId: "c" }),
      client.rest({ method: "GET", path: "/api/devices" }),
    ];
    for (const call of calls) {
      expect(await failureOf(call)).toMatchObject({
        status: 0,
        code: "NO_ANSWER",
        message: "The client is closed, so nothing was sent.",
      });
    }
    expect(server.requests).toEqual([]);
  });

  test("a call that began before has its answer", async () => {
    const { client } = await startBench();
    const calls = Promise.all([client.api.auth.me.query(), failureOf(client.rest({ method: "GET", path: "/api/devices" }))]);
    client.close();
    expect(await calls).toMatchObject([{ firstName: "Maria" }, { status: 409 }]);
  });
});

describe("who calls", () => {
  test("a session's cookie travels with calls and with the handshake", async () => {
    const { server, world } = await startBench();
    const cookie = await sessionCookie(server.baseUrl, { path: "/api/auth/login", body: { email: "maria@example.com" } });
    expect(cookie).toBe("relaydeck_session=s1; relaydeck_known=k1");
    const client = createClient<SmallRouter>({ baseUrl: server.baseUrl, WebSocket, cookie });
    client.live.start();
    await until(() => client.live.getState().link === "live" && world.calls.includes("status.get"));
    client.close();
    expect(server.cookies).toEqual(["", cookie, cookie]);
  });

  test("Node's own WebSocket class does as well, headers included", async () => {
    const { server } = await startBench();
    const client = createClient<SmallRouter>({ baseUrl: server.baseUrl, cookie: "relaydeck_session=s1" });
    client.live.start();
    await until(() => client.live.getState().link === "live");
    client.close();
    await until(() => server.openSockets() === 0);
    expect(server.cookies[0]).toBe("relaydeck_session=s1");
  });
});

describe("rest", () => {
  test("[D0.3] the message of an error is status, colon, space, body; the status text where there is no body", async () => {
    const { client } = await startBench();
    const error = await failureOf(
      client.rest({ method: "POST", path: "/api/relay-command", body: { deviceId: "d", command: "relay_on" } }),
    );
    expect(error).toMatchObject({
      status: 409,
      code: "DEVICE_NOT_CONNECTED",
      message: '409: {"message":"Device must be online to control relays","code":"DEVICE_NOT_CONNECTED"}',
    });
    expect(restError(503, "Service Unavailable", "").message).toBe("503: Service Unavailable");
    expect(restError(502, "Bad Gateway", "<html>").message).toBe("502: <html>");
  });

  test("an answer is its parsed body, an empty one null, and no answer is NO_ANSWER", async () => {
    const answers = [Response.json([1]), new Response(null, { status: 204 })];
    const fetch = async () => {
      const answer = answers.shift();
      if (answer === undefined) throw new TypeError("fetch failed");
      return answer;
    };
    const { client } = await startBench({ fetch });
    const get = () => client.rest({ method: "GET", path: "/api/devices" });
    expect([await get(), await get()]).toEqual([[1], null]);
    expect(await failureOf(get())).toMatchObject({ status: 0, code: "NO_ANSWER", message: "fetch failed" });
  });

  test("[CM-1] a key that the caller chose travels as Idempotency-Key, and no other call has one", async () => {
    const seen: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      seen.push(new Headers(init?.headers).get("idempotency-key"));
      return Response.json({});
    };
    const { client } = await startBench({ fetch });
    const request = { method: "POST", path: "/api/relay-command", body: { deviceId: "d", command: "relay_on" } } as const;
    await client.rest({ ...request, idempotencyKey: "k1" });
    await client.rest(request);
    expect(seen).toEqual(["k1", null]);
  });

  test("an answer that breaks off in its body is none", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('[{"id":', () => response.destroy());
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const client = createClient<SmallRouter>({ baseUrl: `http://127.0.0.1:${port}` });
    const error = await failureOf(client.rest({ method: "GET", path: "/api/devices" }));
    server.close();
    expect(error).toMatchObject({ status: 0, code: "NO_ANSWER" });
  });

  test("what comes with success and is not JSON is an error without a code of ours, also where it is one of JavaScript's words", async () => {
    const texts = ["<h1>Sign in to this network</h1>", "undefined", '[{"id":1}'];
    const { client } = await startBench({ fetch: async () => new Response(texts[0], { status: 200 }) });
    for (const text of [...texts]) {
      const error = await failureOf(client.rest({ method: "GET", path: "/api/devices" }));
      expect(error).toMatchObject({ status: 200, code: "UNKNOWN", message: `200: ${text}` });
      texts.shift();
    }
  });
});
