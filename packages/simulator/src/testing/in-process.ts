/** A call without a socket: what a seeded world does. Everything that was said so far can be read at any moment. */
import type { CloudReply } from "../cloud-call.ts";
import type { Simulator } from "../simulator.ts";
import { parseIfJson } from "./fixture.ts";

export interface InProcessCall {
  /** undefined = nothing answered yet. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: unknown;
  readonly ended: boolean;
  readonly cut: boolean;
  /** The writes of a stream, one entry per write. */
  readonly writes: readonly string[];
  /** The caller goes away. */
  leave(): void;
}

export interface InProcessRequest {
  readonly method?: string;
  readonly path: string;
  /** An object goes as JSON, a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the account's token. */
  readonly token?: string;
}

export function callInProcess(simulator: Simulator, request: InProcessRequest): InProcessCall {
  const { method = "GET", path, body, token = simulator.account.token } = request;
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  const contentType = body === undefined ? {} : { "content-type": "application/json" };
  const headers = { host: "localhost:4010", authorization: `Bearer ${token}`, ...contentType, ...request.headers };
  const heard = new Heard();
  simulator.handle({ method, path, headers, body: new TextEncoder().encode(text) }, replyTo(heard));
  return heard;
}

class Heard implements InProcessCall {
  status: number | undefined;
  headers: Readonly<Record<string, string>> = {};
  ended = false;
  cut = false;
  readonly writes: string[] = [];
  readonly closers = new Set<() => void>();

  get text(): string {
    return this.writes.join("");
  }

  get body(): unknown {
    return parseIfJson(this.text);
  }

  leave(): void {
    const closers = [...this.closers];
    this.closers.clear();
    for (const fn of closers) fn();
  }
}

function replyTo(heard: Heard): CloudReply {
  const write = (chunk: string | Uint8Array) => {
    if (!heard.ended && !heard.cut) heard.writes.push(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk));
  };
  return {
    head: (status, headers) => Object.assign(heard, { status, headers }),
    write,
    end(chunk) {
      if (chunk !== undefined && chunk.length > 0) write(chunk);
      heard.ended = true;
      heard.leave();
    },
    cut() {
      heard.cut = true;
      heard.leave();
    },
    onClose(fn) {
      heard.closers.add(fn);
      return () => void heard.closers.delete(fn);
    },
  };
}
