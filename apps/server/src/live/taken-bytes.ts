/** How far the system has got with what a socket was given. [WS-6] */
import type { Socket } from "node:net";

/**
 * Node's own count of a TCP socket, undocumented: `lib/net.js` reads the one for `socket.bytesWritten`, the other for the idle
 * timer. Gone once the socket is destroyed.
 */
interface WithHandle {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null;
}

/**
 * Bytes that the system has taken of all that was written to the open socket. Also those of a buffer that it took only in part:
 * the documented figures count a buffer when it is taken whole, and a large one may take a slow reader minutes. Of a socket that
 * was destroyed it may count what was never taken.
 */
export function takenBytes(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = (socket as WithHandle)._handle ?? {};
  if (bytesWritten === undefined || writeQueueSize === undefined) return socket.bytesWritten - socket.writableLength;
  return bytesWritten - writeQueueSize;
}
