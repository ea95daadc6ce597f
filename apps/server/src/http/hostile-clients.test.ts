/** Clients that send too much, too slowly, or two things at once; on real sockets and, for slowness, in real time. [checklist 10] */
import { every, systemClock } from "@relaydeck/kit/clock";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawExchange } from "../testing/http-client.ts";
import { addPerson, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

const clock = systemClock();
let product: Product;
let close: () => Promise<void>;
let maria: Person;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  maria = await addPerson(product);
});
afterAll(() => close());

const host = () => `Host: ${new URL(product.origin).host}\r\n`;
const json = () => `${host()}Origin: ${product.origin}\r\nContent-Type: application/json\r\n`;
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
/** A second request, which a server that lost count would answer too. */
const smuggled = () => `GET /healthz HTTP/1.1\r\n${host()}\r\n`;

describe("too much", () => {
  const deep = `${'{"a":'.repeat(21)}1${"}".repeat(21)}`;
  const calls = [
    ["POST", "/api/register-device"],
    ["POST", "/trpc/devices.register"],
  ] as const;

  test.each(calls)(
    "[IN-1] %s %s: a body over 64 KiB is 413, JSON deeper than 20 is 400, within a second",
    async (method, path) => {
      const begun = clock.monotonic();
      const large = JSON.stringify({ serialNumber: "x".repeat(64 * 1024), deviceName: "Pump" });
      for (const [text, status, code] of [
        [large, 413, "BODY_TOO_LARGE"],
        [deep, 400, "VALIDATION"],
      ] as const) {
        const answer = await maria.browser.call(method, path, { text, headers: { "content-type": "application/json" } });
        expect(answer).toMatchObject({ status, json: { code } });
      }
      expect(clock.monotonic() - begun).toBeLessThan(1_000);
    },
  );

  test.each(["/api/devices", "/trpc/devices.list", "/", "/healthz"])(
    "[IN-1] GET %s: over 100 headers or 16 KiB of them 431, an address over 4 KiB 414",
    async (path) => {
      const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, "1"]));
      expect((await maria.browser.get(path, many)).status).toBe(431);
      expect((await maria.browser.get(path, { "x-long": "x".repeat(17 * 1024) })).status).toBe(431);
      expect((await maria.browser.get(`${path}?q=${"x".repeat(4 * 1024)}`)).status).toBe(414);
    },
  );
});

describe("two things at once", () => {
  const body = '5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n';
  const requests: readonly [string, (head: string) => string][] = [
    ["two different lengths", (head) => `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ["the same length twice", (head) => `${head}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ["a list of lengths", (head) => `${head}Content-Length: 2, 2\r\n\r\n{}`],
    ["a signed length", (head) => `${head}Content-Length: +2\r\n\r\n{}`],
    ["a length and chunks", (head) => `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${body}`],
    ["chunks and a length", (head) => `${head}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n${body}`],
    ["chunks in odd letters", (head) => `${head}Transfer-Encoding: ChunKed\r\n\r\n${body}`],
    ["chunks said twice", (head) => `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${body}`],
    ["chunks in a list", (head) => `${head}Transfer-Encoding: chunked, chunked\r\n\r\n${body}`],
    ["another coding first", (head) => `${head}Transfer-Encoding: gzip, chunked\r\n\r\n${body}`],
    ["an unknown coding", (head) => `${head}Transfer-Encoding: xchunked\r\n\r\n${body}`],
    ["a coding after a tab", (head) => `${head}Transfer-Encoding:\tchunked\x0b\r\n\r\n${body}`],
    ["a chunk without size", (head) => `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ["bare line feeds", (head) => `${head.replaceAll("\r\n", "\n")}Content-Length: 2\n\n{}`],
    ["one bare line feed", (head) => `${head}X-One: 1\nX-Two: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ["a bare carriage return", (head) => `${head}X-One: 1\rX-Two: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ["a folded header", (head) => `${head}X-One: 1\r\n  two\r\nContent-Length: 2\r\n\r\n{}`],
    ["a blank before the colon", (head) => `${head}Content-Length : 2\r\n\r\n{}`],
    ["no host", (head) => `${head.replace(/Host: .*\r\n/, "")}Content-Length: 2\r\n\r\n{}`],
    ["two hosts", (head) => `${head}${host()}Content-Length: 2\r\n\r\n{}`],
    ["no HTTP at all", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
  ];

  test.each(requests)("[IN-3] %s: 400, and the connection is closed", async (_what, write) => {
    const head = `POST /api/auth/logout HTTP/1.1\r\n${json()}`;
    const answer = await rawExchange(product.origin, `${write(head)}${smuggled()}`);
    expect(new Set(statusesIn(answer))).toEqual(new Set([400]));
    expect(answer.toLowerCase()).toContain("connection: close");
    expect((await product.browser().get("/healthz")).status).toBe(200);
  });
});

/** Sends these bytes, one a second; tells when and with what the server ended it. */
function drip(bytes: { atOnce: string; then: string }): Promise<{ status: number; ms: number }> {
  const begun = clock.monotonic();
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(new URL(product.origin).port), "127.0.0.1", () => socket.write(bytes.atOnce));
    let sent = 0;
    let text = "";
    const stop = every(clock, 1_000, () => {
      if (socket.writable) socket.write(bytes.then[sent % bytes.then.length] ?? "x");
      sent += 1;
    });
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    // A reset is one way for the server to end it.
    socket.on("error", () => {});
    socket.on("close", () => {
      stop();
      resolve({ status: statusesIn(text)[0] ?? 0, ms: clock.monotonic() - begun });
    });
  });
}

describe("too slow", () => {
  test("[IN-2] 500 clients that drip: heads end after 10 s, bodies after 15 s, and others are served as ever", async () => {
    const heads = Array.from({ length: 250 }, () =>
      drip({ atOnce: `GET /api/devices HTTP/1.1\r\n${host()}`, then: "X-a: b\r\n" }),
    );
    const head = `POST /api/auth/logout HTTP/1.1\r\n${json()}Content-Length: 1000\r\n\r\n{`;
    const bodies = Array.from({ length: 250 }, () => drip({ atOnce: head, then: " " }));
    let isOver = false;
    const ended = Promise.all([Promise.all(heads), Promise.all(bodies)]).finally(() => (isOver = true));
    const times: number[] = [];
    while (!isOver) {
      const begun = clock.monotonic();
      expect((await maria.browser.get("/api/devices")).status).toBe(200);
      times.push(clock.monotonic() - begun);
      await new Promise<void>((resolve) => void clock.after(50, resolve));
    }
    expect(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]).toBeLessThan(300);
    const [headEnds, bodyEnds] = await ended;
    for (const [ends, limitMs] of [
      [headEnds, 10_000],
      [bodyEnds, 15_000],
    ] as const) {
      expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([408]));
      expect(Math.min(...ends.map(({ ms }) => ms))).toBeGreaterThanOrEqual(limitMs - 1_000);
      expect(Math.max(...ends.map(({ ms }) => ms))).toBeLessThan(limitMs + 3_000);
    }
  });

  test("[IN-2] a connection says that it is kept for 65 s, that its 1,000th request is the last, and serves no other", async () => {
    const socket = connect(Number(new URL(product.origin).port), "127.0.0.1", () => socket.write(smuggled().repeat(1_000)));
    let said = "";
    socket.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await until(() => statusesIn(said).length === 1_000);
    socket.write(smuggled());
    await until(() => statusesIn(said).length === 1_001 || socket.closed);
    expect((await product.browser().get("/healthz")).status).toBe(200);
    expect(statusesIn(said).filter((status) => status === 200)).toHaveLength(1_000);
    expect(said.match(/keep-alive: timeout=65/gi)).toHaveLength(999);
    expect(said.lastIndexOf("HTTP/1.1 200")).toBeLessThan(said.search(/connection: close/i));
    socket.destroy();
  });
});
