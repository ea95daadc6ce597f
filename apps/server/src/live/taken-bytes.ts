/** How far the system has got with what a socket was given. [WS-6] */
import type { Socket } from "node:net";

/**
 * What Node keeps of a socket in its own layer, without documenting it; its idle timer reads the same two (`lib/net.js`,
 * `Socket.prototype._onTimeout`). Absent once the socket is closed.
 */
interface WithHandle {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null;
}

/**
 * Bytes that the system has taken of all that was written to the socket. Also those of a buffer that it took only in part:
 * the documented figures count a buffer when it is taken whole, and a large one may take a slow reader minutes.
 */
export function takenBytes(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = (socket as WithHandle)._handle ?? {};
  if (bytesWritten === undefined || writeQueueSize === undefined) return socket.bytesWritten - socket.writableLength;
  return bytesWritten - writeQueueSize;
}
