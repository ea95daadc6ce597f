/**
 * tRPC's subscription messages and WebSocket's text frames, as bytes. The one place of ours that knows both formats.
 *
 * The stock tRPC client must not be able to tell the difference; trpc-equivalence.test.ts holds that. [architecture 6]
 */
import type { LiveMessage } from "@relaydeck/api/live/item";

/** A request id as the client sent it, already as JSON: a number or a string. */
export type RequestId = string;

/** `{"id":…,"result":{"type":"data","data":{"id":…,"data":…},"id":…}}`, as the stock adapter writes a tracked item. */
export function dataText(requestId: RequestId, message: LiveMessage): string {
  const id = JSON.stringify(message.id);
  return `{"id":${requestId},"result":{"type":"data","data":{"id":${id},"data":${message.json()}},"id":${id}}}`;
}

export function stateText(requestId: RequestId, type: "started" | "stopped"): string {
  return `{"id":${requestId},"result":{"type":"${type}"}}`;
}

/** An unmasked, unfragmented text frame of RFC 6455, section 5.2. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}
