/** The WebSocket class given to tRPC's client: the caller's own, with our headers, and each new socket shown to us. */

/** Any WebSocket class: a browser's, Node's own, or that of the `ws` package. */
export type AnyWebSocket = new (...args: never[]) => object;

/** How sockets are made, and who is shown each of them. */
export interface SocketWishes {
  /** The machine's own class when absent. */
  readonly WebSocket?: AnyWebSocket | undefined;
  /** Only outside browsers, which neither need nor allow them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Called before tRPC's client adds its own listeners. */
  readonly onSocket: (socket: WebSocket) => void;
}

/** The caller's class or the machine's own; throws where there is none, as in Node 20. */
export function socketClass(given: AnyWebSocket | undefined): typeof WebSocket {
  // The border: classes that differ in type only, and agree in what tRPC's client uses.
  const found = (given ?? globalThis.WebSocket) as unknown as typeof WebSocket | undefined;
  if (found !== undefined) return found;
  throw new Error("This machine has no WebSocket of its own: make the client with the option `WebSocket`.");
}

/** A class that tRPC's client takes for a plain WebSocket. */
export function shownSockets(wishes: SocketWishes): typeof WebSocket {
  const hasHeaders = Object.keys(wishes.headers).length > 0;
  return new Proxy(socketClass(wishes.WebSocket), {
    construct(target, [url]) {
      // `ws` and Node's own class both take an object of options in the second place.
      const socket: WebSocket = Reflect.construct(target, hasHeaders ? [url, { headers: wishes.headers }] : [url]);
      wishes.onSocket(socket);
      return socket;
    },
  });
}

/** Ends a socket without waiting for the other end, where the class can do that. */
export function endSocket(socket: WebSocket): void {
  if ("terminate" in socket && typeof socket.terminate === "function") socket.terminate();
  else socket.close();
}
