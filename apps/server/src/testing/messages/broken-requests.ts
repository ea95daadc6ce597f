/** Requests and handshakes that are broken, in bytes, as no client library would write them. [IN-1, IN-3, WS-1] */
import { maxHeaderBytes, maxHeaderCount, maxUrlBytes } from "@relaydeck/contract/limits";
import { integerBetween, type Random } from "@relaydeck/kit/random";
import { anyBytes, oneOf } from "./chance.ts";

/** One that would be answered, before something in it is broken. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  /** Whole lines, without their ends. */
  readonly headers: readonly string[];
  /** A character per byte. */
  readonly body: string;
}

export interface BrokenRequest {
  readonly bytes: Buffer;
  /** It may end before it is whole: whoever sends it says that there is no more. */
  readonly isCut: boolean;
}

type Breaker = (random: Random, request: Request) => Request;

const bytesOf = ({ method, target, version, headers, body }: Request) =>
  Buffer.from(`${method} ${target} ${version}\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n${body}`, "latin1");

/** One line more, anywhere among the others. */
function withLine({ headers, ...request }: Request, random: Random, line: string): Request {
  const at = integerBetween(random, 1, headers.length);
  return { ...request, headers: [...headers.slice(0, at), line, ...headers.slice(at)] };
}

function without({ headers, ...request }: Request, name: string): Request {
  return { ...request, headers: headers.filter((line) => !line.toLowerCase().startsWith(`${name}:`)) };
}

const methods = ["", "get", "G\0T", "GET:", "X".repeat(300), "GET\t", "()", "BREW2", "\xffGET", "HTTP/1.1", "PRI"];
const targets = ["", " ", "\0", "/a b", "/\x7f", "/trpc\x01", "/%zz", "/trpc /trpc", "http://", "\\", "?", "#"];
const versions = ["", "HTTP/1.2", "HTTP/9.9", "HTTP/1.", "HTTP/11", "http/1.1", "HTTP/1.1 x", "HTP/1.1", "HTTP/-1.1", "\0"];
const lines = [
  ...["no colon", ": no name", "X One: 1", "X-Nul: a\0b", "X-Cr: a\rb", "X-Lf: a\nb", " folded", "\tfolded", "X\x01: 1"],
  ...["X-Delete: \x7f", "(x): 1", "X-\xe4: 1", "\0", "X[]: 1", "X-Bell: \x07", "{}", "GET / HTTP/1.1", "@: 1", "X-Esc: \x1b[2J"],
];
const framings = [
  ...["Content-Length: +2", "Content-Length: -1", "Content-Length: 0x2", "Content-Length: 2, 2", "Content-Length: 1e1"],
  ...["Content-Length: ", "Content-Length: 2 2", "Content-Length: 18446744073709551616", "Content-Length: \xb2"],
  ...["Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: gzip", "Transfer-Encoding: "],
  ...["Transfer-Encoding: ChunKed", "Transfer-Encoding : chunked", "Transfer-Encoding:\x0bchunked"],
];
const chunks = [
  ...["zz\r\n{}\r\n0\r\n\r\n", "-1\r\n", "2\n{}\n0\n\n", "fffffffffffffffff\r\n{}"],
  ...["2\r\n{}}\r\n0\r\n\r\n", "0x2\r\n{}\r\n0\r\n\r\n"],
];
const wrongHosts = ["evil.example", "", "a b", "[::1", "localhost:99999", "localhost:1", "\xff"];
const hosts = wrongHosts.map((host) => `Host: ${host}`);
/** The beginnings of other languages. */
const strangers = [
  ...["\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "SSH-2.0-OpenSSH_9.9\r\n"],
  ...["\x05\x01\0", "EHLO relaydeck\r\n", "\0\0\0\x10JSON", "*1\r\n$4\r\nPING\r\n", "{}\r\n\r\n"],
  ...["\x81\x82\0\0\0\0{}", "RTSP/1.0 200 OK\r\n\r\n"],
];
/** In place of what a handshake or a body says of itself. */
const types = ["text/plain", "application/json\tx", "multipart/form-data; boundary=x", "", "application/jsonp", "\xff"];
const keys = ["", "x", "cmVsYXlkZWNrLXRlc3QhIQ", "cmVsYXlkZWNrLXRlc3QhIQ==,", "\xff".repeat(24), "A".repeat(9_000)];
const webSocketVersions = ["", "7", "0", "-13", "13.5", "13, 13", "NaN", "1e999", "\xb9\xb3"];
const upgrades = ["h2c", "websocket, h2c", "TLS/1.0", "ws"];
const protocols = [",", "a,a", "\xff", "a b", ""];
const origins = ["null", "http://evil.example", "", "http://localhost:1", "\xff", "file://"];
const cookies = ["relaydeck_session=x", "=; ;;", "relaydeck_session=%E0%A4%A", `a=${"x".repeat(9_000)}`, "\xff", ";"];
const otherDoors = ["/", "/api", "/trpc/", "/trpc/live.stream", "/healthz", "//trpc", "*"];

const breakers: readonly Breaker[] = [
  (random, request) => ({ ...request, method: oneOf(random, methods) }),
  (random, request) => ({ ...request, target: oneOf(random, targets) }),
  (random, request) => ({ ...request, version: oneOf(random, versions) }),
  (random, request) => withLine(request, random, oneOf(random, lines)),
  (random, request) => withLine(request, random, oneOf(random, framings)),
  (random, request) => withLine(request, random, oneOf(random, hosts)),
  (random, request) => withLine(without(request, "host"), random, oneOf(random, [...hosts, "X-Host: none"])),
  (random, request) => {
    const count = maxHeaderCount + integerBetween(random, 1, 300);
    return { ...request, headers: [...request.headers, ...Array.from({ length: count }, (_, at) => `x-${at}: 1`)] };
  },
  (random, request) => withLine(request, random, `X-Long: ${"x".repeat(maxHeaderBytes + integerBetween(random, 0, 5_000))}`),
  (random, request) => ({
    ...request,
    target: `${request.target}?${"x".repeat(maxUrlBytes + integerBetween(random, 0, 5_000))}`,
  }),
];

/** Another value, in another place. */
function instead(name: string, values: readonly string[]): Breaker {
  return (random, request) => withLine(without(request, name.toLowerCase()), random, `${name}: ${oneOf(random, values)}`);
}

/** Of a body. */
const bodyBreakers: readonly Breaker[] = [
  (random, request) => {
    const chunked = withLine(without(request, "content-length"), random, "Transfer-Encoding: chunked");
    return { ...chunked, body: oneOf(random, chunks) };
  },
  (random, { body, ...request }) => {
    const broken = oneOf(random, [body.slice(1), body.slice(0, -1), `${body}}`, `[${body}`, body.replace(":", ""), `${body}\0`]);
    return instead("Content-Length", [String(broken.length)])(random, { ...request, body: broken });
  },
  instead("Content-Type", types),
];

/** Of a handshake alone. */
const handshakeBreakers: readonly Breaker[] = [
  instead("Sec-WebSocket-Key", keys),
  instead("Sec-WebSocket-Version", webSocketVersions),
  instead("Sec-WebSocket-Protocol", protocols),
  instead("Upgrade", upgrades),
  instead("Origin", origins),
  instead("Cookie", cookies),
  (random, request) =>
    without(request, oneOf(random, ["sec-websocket-key", "sec-websocket-version", "upgrade", "connection", "cookie"])),
  (random, request) => ({ ...request, method: oneOf(random, ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]) }),
  (random, request) => ({ ...request, target: oneOf(random, otherDoors) }),
];

function breakersOf({ headers, body }: Request): readonly Breaker[] {
  if (headers.some((line) => line.startsWith("Upgrade:"))) return [...breakers, ...handshakeBreakers];
  return body === "" ? breakers : [...breakers, ...bodyBreakers];
}

/** Any byte of the head that a control character, which belongs nowhere in it, has taken the place of. */
function spoiled(random: Random, request: Request): Buffer {
  const bytes = bytesOf(request);
  bytes[integerBetween(random, 0, bytes.length - request.body.length - 1)] = integerBetween(random, 0, 8);
  return bytes;
}

function cut(random: Random, request: Request): Buffer {
  const bytes = bytesOf(request);
  return bytes.subarray(0, integerBetween(random, 1, bytes.length - 1));
}

/** No request at all. Line ends alone would be nothing at all, to which there is no answer. */
function foreign(random: Random): Buffer {
  const start = oneOf(random, [...strangers, String.fromCharCode(integerBetween(random, 14, 255))]);
  return Buffer.concat([Buffer.from(start, "latin1"), anyBytes(random, 200)]);
}

export function brokenRequest(random: Random, request: Request): BrokenRequest {
  const chance = random.next();
  if (chance < 0.1) return { bytes: cut(random, request), isCut: true };
  if (chance < 0.2) return { bytes: foreign(random), isCut: true };
  if (chance < 0.4) return { bytes: spoiled(random, request), isCut: false };
  return { bytes: bytesOf(oneOf(random, breakersOf(request))(random, request)), isCut: false };
}
