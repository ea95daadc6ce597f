/**
 * Counts WebSocket frames in a stream of bytes without copying them, and reads the event's number at the end of each.
 *
 * As cheap as it can be: at full speed the load must not be what is measured.
 */
export interface FrameEnds {
  /** A text frame is complete; `number` is null when it carries none. */
  text(number: number | null): void;
  ping(): void;
  closed(): void;
}

const digitZero = 48;
const digitNine = 57;
/** `-123"}}` needs at most this much. */
const longestTail = 24;

export class FrameReader {
  readonly #ends: FrameEnds;
  #left = 0;
  #opcode = 0;
  #head: number[] = [];
  /** The last bytes of the chunk before, when a frame's end was cut. */
  #cut: Buffer | null = null;

  constructor(ends: FrameEnds) {
    this.#ends = ends;
  }

  read(bytes: Buffer, length: number, from = 0): void {
    let at = from;
    while (at < length) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, length - at);
        at += step;
        this.#left -= step;
        if (this.#left === 0) this.#end(bytes, at, step);
        else if (this.#left < longestTail) this.#keep(bytes.subarray(Math.max(from, at - longestTail), at));
      } else {
        at = this.#readHead(bytes, at, length);
      }
    }
  }

  #readHead(bytes: Buffer, from: number, length: number): number {
    let at = from;
    while (at < length) {
      this.#head.push(bytes[at] ?? 0);
      at += 1;
      const left = payloadLength(this.#head);
      if (left === null) continue;
      this.#opcode = (this.#head[0] ?? 0) & 0x0f;
      this.#head = [];
      this.#left = left;
      if (left === 0) this.#end(bytes, at, 0);
      return at;
    }
    return at;
  }

  #end(bytes: Buffer, end: number, inThisChunk: number): void {
    if (this.#opcode === 9) this.#ends.ping();
    else if (this.#opcode === 8) this.#ends.closed();
    else if (this.#opcode === 1) this.#ends.text(this.#numberAt(bytes, end, inThisChunk));
    this.#cut = null;
  }

  #keep(part: Buffer): void {
    this.#cut = Buffer.concat(this.#cut === null ? [part] : [this.#cut, part]);
  }

  #numberAt(bytes: Buffer, end: number, inThisChunk: number): number | null {
    if (inThisChunk >= longestTail) return numberBefore(bytes, end);
    if (this.#cut === null) return null;
    const tail = Buffer.concat([this.#cut, bytes.subarray(end - inThisChunk, end)]);
    return numberBefore(tail, tail.length);
  }
}

/** Null while the head is not complete; servers do not mask. */
function payloadLength(head: readonly number[]): number | null {
  const [, short = 0] = head;
  if (head.length < 2) return null;
  if (short < 126) return short;
  if (short === 126) return head.length < 4 ? null : (head[2] ?? 0) * 256 + (head[3] ?? 0);
  return head.length < 10 ? null : head.slice(2).reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The digits of `…-123"}}` that end there, or null. */
function numberBefore(bytes: Buffer, end: number): number | null {
  let at = end - 4;
  let number = 0;
  let scale = 1;
  for (let byte = bytes[at] ?? 0; byte >= digitZero && byte <= digitNine; byte = bytes[at] ?? 0) {
    number += (byte - digitZero) * scale;
    scale *= 10;
    at -= 1;
  }
  return scale > 1 && bytes[at] === 45 ? number : null;
}
