/**
 * The simulated cloud's border with whatever carries it: sockets (http-server.ts) or plain function calls in a seeded world.
 *
 * An answer may be given before `handle` returns, later, or never (the `hang` fault).
 */
import type { Disposer } from "@relaydeck/kit/disposer";

export interface CloudRequest {
  readonly method: string;
  /** Path with query, as it stands in the request line. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export interface CloudReply {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  /** One call is one write on the wire: an event is never split. */
  write(chunk: string | Uint8Array): void;
  end(chunk?: string | Uint8Array): void;
  /** The connection is destroyed, whatever was said so far. */
  cut(): void;
  /** Runs `fn` when the caller has gone before the end. */
  onClose(fn: () => void): Disposer;
}

/** Path and query of a request line. Not `new URL`, which throws on what a hostile client may send. */
export function splitPath(path: string): { readonly pathname: string; readonly query: URLSearchParams } {
  const mark = path.indexOf("?");
  if (mark < 0) return { pathname: path, query: new URLSearchParams() };
  return { pathname: path.slice(0, mark), query: new URLSearchParams(path.slice(mark + 1)) };
}
