/**
 * The frames that one loop turn has for a socket, shared by all sockets that got the same ones in the same order.
 *
 * A list is a node of a tree: appending a message leads to the one child for it, so a thousand viewers who read the
 * same events stand on the same node, and its bytes are concatenated once. [performance G1]
 */
import type { LiveMessage } from "@relaydeck/api/live/item";
import { dataText, textFrame, type RequestId } from "./wire.ts";

/** No single buffer handed to a socket is larger, unless one frame alone is. */
export const chunkBytes = 64 * 1024;

export class TurnList {
  readonly #frames: FramesOfTurn;
  readonly #parent: TurnList | null;
  readonly #framed: Framed | null;
  #lastChild: TurnList | null = null;
  #children: Map<LiveMessage, TurnList> | null = null;
  #chunks: readonly Chunk[] | null = null;

  private constructor(frames: FramesOfTurn, step: { parent: TurnList; message: LiveMessage } | null) {
    this.#frames = frames;
    this.#parent = step?.parent ?? null;
    this.#framed = step === null ? null : frames.of(step.message);
  }

  /** An empty list for streams that the clients opened under this request id. */
  static root(requestId: RequestId): TurnList {
    return new TurnList(new FramesOfTurn(requestId), null);
  }

  /** This list and one message more. */
  with(message: LiveMessage): TurnList {
    const last = this.#lastChild;
    if (last !== null && last.#framed?.message === message) return last;
    const known = this.#children?.get(message);
    if (known !== undefined) return known;
    const child = new TurnList(this.#frames, { parent: this, message });
    if (last !== null) {
      this.#children ??= new Map(last.#framed === null ? [] : [[last.#framed.message, last]]);
      this.#children.set(message, child);
    }
    this.#lastChild = child;
    return child;
  }

  /** The bytes in order, cut at frame borders; made at the first call. */
  chunks(): readonly Chunk[] {
    this.#chunks ??= toChunks(this.#path());
    return this.#chunks;
  }

  #path(): readonly Framed[] {
    const path: Framed[] = [];
    if (this.#framed !== null) path.push(this.#framed);
    for (let node = this.#parent; node !== null; node = node.#parent) if (node.#framed !== null) path.push(node.#framed);
    return path.reverse();
  }
}

/** Each message's frame is made once, also when viewers come to it by different ways. [performance G2] */
class FramesOfTurn {
  readonly #requestId: RequestId;
  readonly #made = new Map<LiveMessage, Framed>();

  constructor(requestId: RequestId) {
    this.#requestId = requestId;
  }

  of(message: LiveMessage): Framed {
    let framed = this.#made.get(message);
    if (framed === undefined)
      this.#made.set(message, (framed = { frame: textFrame(dataText(this.#requestId, message)), message }));
    return framed;
  }
}

export interface Chunk {
  readonly bytes: Buffer;
  readonly messages: readonly LiveMessage[];
}

interface Framed {
  readonly frame: Buffer;
  readonly message: LiveMessage;
}

function toChunks(path: readonly Framed[]): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let part: Framed[] = [];
  let length = 0;
  const close = () => {
    if (part.length > 0) chunks.push({ bytes: joined(part), messages: part.map(({ message }) => message) });
    part = [];
    length = 0;
  };
  for (const framed of path) {
    if (length + framed.frame.length > chunkBytes) close();
    part.push(framed);
    length += framed.frame.length;
  }
  close();
  return chunks;
}

/** A frame that leaves alone is not copied. */
function joined(part: readonly Framed[]): Buffer {
  const [only] = part;
  return part.length === 1 && only !== undefined ? only.frame : Buffer.concat(part.map(({ frame }) => frame));
}
