import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { ManualClock, turn } from "@relaydeck/kit/testing/manual-clock";
import { afterEach, describe, expect, test } from "vitest";
import { HttpExchange } from "./http-exchange.ts";
import { createHttpTransport, type HttpTransportOptions } from "./http-transport.ts";
import { loopbackCertificate, loopbackKey } from "./testing/loopback-certificate.ts";
import { rawAnswer, startRawServer, type RawServer } from "./testing/raw-server.ts";
import { turns, until } from "./testing/rig.ts";
import { longestAnswerBytes, type Transport, type TransportAnswer, type TransportRequest } from "./transport.ts";

const closers: (() => Promise<void>)[] = [];
const clock = new ManualClock();

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function facing(
  onRequest: (socket: Socket, number: number) => void,
  options: Partial<HttpTransportOptions> = {},
): Promise<{ server: RawServer; transport: Transport }> {
  const server = await startRawServer(onRequest);
  closers.push(() => server.close());
  return { server, transport: to(server.url, options) };
}

function to(baseUrl: string, options: Partial<HttpTransportOptions> = {}): Transport {
  const transport = createHttpTransport({ baseUrl, clock, ...options });
  closers.push(() => transport.close());
  return transport;
}

const post: TransportRequest = {
  method: "POST",
  path: "/v1/devices/1/relay",
  headers: { "content-type": "application/json" },
  body: '{"arg":"on"}',
  startWithinMs: 10_000,
  deadlineMs: 60_000,
};

const requestsIn = (server: RawServer) => server.received().split("POST ").length - 1;

describe("bytes", () => {
  test("[CM-3] permission is asked right before the bytes, when the connection stands, and no byte leaves without it", async () => {
    const { server, transport } = await facing((socket) => void socket.write(rawAnswer("200 OK", "{}")));
    const seen: string[] = [];
    const mayStart = (answer: boolean) => () => {
      seen.push(`asked with ${server.connections().length} open, ${server.received().length} bytes`);
      return answer;
    };
    expect(await transport.request({ ...post, mayStart: mayStart(false) })).toMatchObject({
      kind: "not-sent",
      why: "not-allowed",
    });
    await turns();
    expect([server.received(), seen.length]).toEqual(["", 1]);
    expect(await transport.request({ ...post, mayStart: mayStart(true) })).toMatchObject({ kind: "answered", status: 200 });
    expect(seen).toHaveLength(2);
    // The connection of the withdrawn request was kept and used.
    expect(server.connections()).toHaveLength(1);
  });

  test("[CM-3] with every connection taken, a request whose deadline passes never leaves, also when one is free again", async () => {
    let free: () => void = () => {};
    const { server, transport } = await facing(
      (socket) => {
        free = () => void socket.write(rawAnswer("200 OK", "{}"));
      },
      { connections: 1 },
    );
    const first = transport.request(post);
    await until(() => server.received().includes('{"arg":"on"}'), "the first request arrived");
    const deadline = clock.monotonic() + 5_000;
    let asked = 0;
    const second = transport.request({
      ...post,
      path: "/late",
      startWithinMs: 5_000,
      mayStart: () => {
        asked += 1;
        return clock.monotonic() < deadline;
      },
    });
    const third = transport.request({
      ...post,
      path: "/patient",
      startWithinMs: 60_000,
      mayStart: () => clock.monotonic() < deadline,
    });
    await clock.advance(5_000, turns);
    expect(await second).toMatchObject({ kind: "not-sent", why: "too-late" });
    free();
    expect(await first).toMatchObject({ kind: "answered" });
    expect(await third).toMatchObject({ kind: "not-sent", why: "not-allowed" });
    await turns();
    expect([requestsIn(server), asked]).toEqual([1, 0]);
  });

  test("[CM-4] a request that was let through once is never let through again, whatever undici does", () => {
    let sent = 0;
    const answers: TransportAnswer[] = [];
    const exchange = new HttpExchange(
      { ...post, onSent: () => (sent += 1) },
      { clock, settle: (a) => answers.push(a), leftQueue: () => {} },
    );
    const controller = { aborted: false, paused: false, reason: null, abort() {}, pause() {}, resume() {} };
    exchange.onRequestStart(controller);
    expect(() => exchange.onRequestStart(controller)).toThrow();
    exchange.onResponseError(controller, new Error("reset"));
    expect(answers).toEqual([{ kind: "broken", why: "cut", reason: "the connection broke before the answer was complete" }]);
    expect(sent).toBe(1);
  });

  test("[BP-1] the thousand-and-first waiting request is refused unsent", async () => {
    const { server, transport } = await facing(() => {}, { connections: 1 });
    const first = transport.request(post);
    await until(() => requestsIn(server) === 1, "the first request arrived");
    const waiting = Array.from({ length: 1_000 }, () => transport.request(post));
    expect(await transport.request(post)).toMatchObject({ kind: "not-sent", why: "too-many" });
    await transport.close();
    const ends = await Promise.all([first, ...waiting]);
    expect(ends.filter((end) => end.kind === "broken")).toHaveLength(1);
    expect(ends.filter((end) => end.kind === "not-sent")).toHaveLength(1_000);
  });
});

describe("what may have left and has no whole answer is broken [CM-5]", () => {
  test.each([
    ["closes at once", (socket: Socket) => void socket.end()],
    ["resets", (socket: Socket) => void socket.resetAndDestroy()],
    ["cuts the head", (socket: Socket) => void socket.end("HTTP/1.1 200 O")],
    ["cuts the body", (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"return')],
    [
      "cuts a chunked body",
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"ret'),
    ],
    ["speaks no HTTP", (socket: Socket) => void socket.end("SSH-2.0-OpenSSH_9\r\n")],
  ])("[CM-5] the cloud %s", async (_, answer) => {
    const { server, transport } = await facing(answer);
    expect(await transport.request(post)).toMatchObject({ kind: "broken", why: "cut" });
    await turns();
    expect(requestsIn(server)).toBe(1);
  });

  test("[CM-4] a pooled connection that turns out dead is broken, and nothing is sent again", async () => {
    const { server, transport } = await facing((socket, number) => {
      if (number === 1) socket.write(rawAnswer("200 OK", "{}"));
      else socket.resetAndDestroy();
    });
    expect(await transport.request(post)).toMatchObject({ kind: "answered" });
    await turns();
    expect(await transport.request({ ...post, method: "PUT" })).toMatchObject({ kind: "broken" });
    await turns();
    expect(server.received().split("PUT ").length - 1).toBe(1);
    expect(server.connections()).toHaveLength(1);
  });

  test("[checklist 17] more than 1 MiB is not read", async () => {
    let closed = false;
    const { transport } = await facing((socket) => {
      socket.once("close", () => (closed = true));
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 10000000\r\n\r\n${"x".repeat(longestAnswerBytes + 1)}`);
    });
    expect(await transport.request(post)).toMatchObject({ kind: "broken", why: "too-large" });
    await until(() => closed, "the connection was closed");
  });

  test("an answer that drips on is cut at its deadline, and its connection is not used again", async () => {
    const { server, transport } = await facing((socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"));
    const answer = transport.request(post);
    await until(() => requestsIn(server) === 1, "the request arrived");
    await turns();
    await clock.advance(60_000, turns);
    expect(await answer).toMatchObject({ kind: "broken", why: "timeout" });
  });
});

describe("answers", () => {
  test("[checklist 17] a redirect is an answer and is not followed", async () => {
    const { server, transport } = await facing(
      (socket) => void socket.write(rawAnswer("307 Temporary Redirect", "", ["location: /v1/devices"])),
    );
    expect(await transport.request(post)).toMatchObject({ kind: "answered", status: 307 });
    await turns();
    expect(server.received()).not.toContain("/v1/devices HTTP");
  });

  test("an interim answer is passed over", async () => {
    const { transport } = await facing(
      (socket) => void socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${rawAnswer("200 OK", "{}")}`),
    );
    expect(await transport.request(post)).toMatchObject({ kind: "answered", status: 200 });
  });

  test("calls go one after another over one connection that is kept", async () => {
    const { server, transport } = await facing(
      (socket) => void socket.write(rawAnswer("200 OK", "{}", ["x-request-id: 1", "x-two: a", "x-two: b"])),
    );
    const first = await transport.request(post);
    expect(first).toMatchObject({ kind: "answered", headers: { "x-request-id": "1", "x-two": "a" } });
    await turns();
    await transport.request({ ...post, method: "GET", path: "/v1/devices?page=1" });
    expect(server.connections()).toHaveLength(1);
    expect(server.received()).toContain("GET /v1/devices?page=1 HTTP/1.1");
  });

  test("a path of the base address stands before every path", async () => {
    const server = await startRawServer((socket) => void socket.write(rawAnswer("200 OK", "{}")));
    closers.push(() => server.close());
    await to(`${server.url}/proxy/`).request(post);
    expect(server.received()).toContain("POST /proxy/v1/devices/1/relay HTTP/1.1");
  });
});

describe("without a connection nothing was sent [CM-5]", () => {
  test("[CM-5] a closed port", async () => {
    const { server, transport } = await facing(() => {});
    await server.close();
    closers.splice(0, 1);
    expect(await transport.request(post)).toEqual({
      kind: "not-sent",
      why: "unreachable",
      reason: "the device cloud refused the connection",
    });
  });

  test("[CM-5] a name that does not resolve", async () => {
    const answer = await to("http://cloud.invalid").request(post);
    expect(answer).toMatchObject({ kind: "not-sent", why: "unreachable" });
  });

  test("[CM-5] a certificate that nobody vouches for; with it known, the call goes through", async () => {
    const server = createServer({ key: loopbackKey, cert: loopbackCertificate }, (_, response) => void response.end("{}"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closers.push(async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    });
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const distrusted = await to(url).request(post);
    expect(distrusted).toEqual({
      kind: "not-sent",
      why: "unreachable",
      reason: "the certificate of the device cloud is not trusted",
    });
    expect(await to(url, { certificateAuthority: loopbackCertificate }).request(post)).toMatchObject({
      kind: "answered",
      status: 200,
    });
  });

  test("[CM-5] given up by the caller while it waits", async () => {
    const { server, transport } = await facing(() => {}, { connections: 1 });
    void transport.request(post);
    await until(() => requestsIn(server) === 1, "the first request arrived");
    const abort = new AbortController();
    const waiting = transport.request({ ...post, signal: abort.signal });
    await turn();
    abort.abort();
    expect(await waiting).toMatchObject({ kind: "not-sent", why: "aborted" });
  });
});
