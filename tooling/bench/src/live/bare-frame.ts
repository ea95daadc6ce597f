/** The bytes of a WebSocket text frame around an event, as short as they can be written: the baseline's own code. */

/** The id under which the load subscribes. */
export const requestId = 1;

/** Tells which event it was; the load finds the number at the end of every frame. */
export function eventId(number: number): string {
  return `bench-${number}`;
}

/** The same text that the product sends, so that all targets move the same bytes. */
export function eventText(number: number, item: unknown): string {
  const id = eventId(number);
  return `{"id":${requestId},"result":{"type":"data","data":{"id":"${id}","data":${JSON.stringify(item)}},"id":"${id}"}}`;
}

export function bareFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length < 126 || length > 65_535) throw new Error("The bench's events have frames of the middle size");
  const frame = Buffer.allocUnsafe(4 + length);
  frame[0] = 0x81;
  frame[1] = 126;
  frame.writeUInt16BE(length, 2);
  frame.write(text, 4);
  return frame;
}
