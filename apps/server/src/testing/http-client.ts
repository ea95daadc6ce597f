/**
 * A browser as far as HTTP goes: cookies kept, `Origin` sent with what changes something. Every header can be overruled.
 *
 * On node:http and not on fetch, which refuses to send foreign hosts, doubled headers and wrong lengths.
 */
import { request, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";

/** Header values; null leaves a usual one out, a list sends it several times. */
export type Headers = Readonly<Record<string, string | readonly string[] | null>>;

export interface Asked {
  readonly headers?: Headers;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: unknown;
}

export class Browser {
  readonly origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string, cookies: Readonly<Record<string, string>> = {}) {
    this.origin = origin;
    for (const [name, value] of Object.entries(cookies)) this.cookies.set(name, value);
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(path: string, headers: Headers = {}): Promise<Answer> {
    return this.call("GET", path, { headers });
  }

  post(path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    return this.call("POST", path, { headers, ...(body === undefined ? {} : { body }) });
  }

  /** A tRPC query. */
  query(procedure: string, input?: unknown): Promise<Answer> {
    const given = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return this.get(`/trpc/${procedure}${given}`);
  }

  /** A tRPC mutation; tRPC's client names the type also of a body that is not there. */
  mutate(procedure: string, input?: unknown): Promise<Answer> {
    return this.post(`/trpc/${procedure}`, input, { "content-type": "application/json" });
  }

  async call(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const text = asked.text ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    const usual: Record<string, string> = {
      ...(this.cookies.size === 0 ? {} : { cookie: this.cookie }),
      ...(/^(GET|HEAD|OPTIONS)$/.test(method) ? {} : { origin: this.origin }),
      ...(asked.body === undefined ? {} : { "content-type": "application/json" }),
      ...(text === undefined ? {} : { "content-length": String(Buffer.byteLength(text)) }),
    };
    const answer = await exchange({ url: new URL(this.origin), method, path, headers: merged(usual, asked.headers ?? {}), text });
    for (const line of answer.headers["set-cookie"] ?? []) this.#keep(line);
    return answer;
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const name = pair.slice(0, pair.indexOf("="));
    if (/;\s*Max-Age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}

function merged(usual: Record<string, string>, given: Headers): Record<string, string | readonly string[]> {
  const all: Record<string, string | readonly string[]> = { ...usual };
  for (const [name, value] of Object.entries(given)) {
    if (value === null) delete all[name.toLowerCase()];
    else all[name.toLowerCase()] = value;
  }
  return all;
}

interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | readonly string[]>;
  readonly text: string | undefined;
}

function exchange(asked: Exchange): Promise<Answer> {
  const { method, path, headers } = asked;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: "127.0.0.1", port: asked.url.port, method, path, headers: { host: asked.url.host, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: jsonOf(text) });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(asked.text);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes these bytes to the server and gives what came back until it closed the connection. */
export function rawExchange(origin: string, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (text += chunk));
    // A reset after the answer is one way for the server to close.
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}
