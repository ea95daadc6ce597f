/**
 * The frames that one loop turn has for a socket, shared by all sockets that got the same ones in the same order.
 *
 * A list is a node of a tree: appending messages leads to the newest child, so a thousand viewers who are given the same
 * messages one after the other stand on the same node, and its bytes are concatenated once. [performance G1]
 */
import type { LiveMessage } from "@relaydeck/api/live/item";
import { dataText, textFrame, type RequestId } from "./wire.ts";

/**
 * No single buffer handed to a socket is larger, unless one frame alone is. Two halves would cost every reader of a burst a
 * second call of the system. [performance G1]
 */
const chunkBytes = 128 * 1024;

export class TurnList {
  readonly #frames: FramesOfTurn;
  readonly #parent: TurnList | null;
  readonly #messages: readonly LiveMessage[];
  readonly #framed: readonly Framed[];
  #newest: TurnList | null = null;
  #chunks: readonly Chunk[] | null = null;

  private constructor(frames: FramesOfTurn, step: { parent: TurnList | null; messages: readonly LiveMessage[] }) {
    this.#frames = frames;
    this.#parent = step.parent;
    this.#messages = step.messages;
    this.#framed = frames.of(step.messages);
  }

  /** An empty list for streams that the clients opened under this request id. */
  static root(requestId: RequestId): TurnList {
    return new TurnList(new FramesOfTurn(requestId), { parent: null, messages: [] });
  }

  /** This list and these messages more. Only the newest child is known again: viewers are given the same one after the other. */
  with(messages: readonly LiveMessage[]): TurnList {
    const newest = this.#newest;
    if (newest !== null && newest.#messages === messages) return newest;
    return (this.#newest = new TurnList(this.#frames, { parent: this, messages }));
  }

  /** The bytes in order, cut at frame borders; made at the first call. */
  chunks(): readonly Chunk[] {
    this.#chunks ??= toChunks(this.#path());
    return this.#chunks;
  }

  /** In a loop: a list is as deep as its viewer was given messages one by one, which may be thousands. */
  #path(): readonly Framed[] {
    // Mostly one step from the root.
    if (this.#parent === null || this.#parent.#parent === null) return this.#framed;
    const steps = [this.#framed];
    for (let list: TurnList | null = this.#parent; list !== null; list = list.#parent) steps.push(list.#framed);
    return steps.toReversed().flat();
  }
}

/** Each list's frames are made once, also when viewers come to it by different ways. [performance G2] */
class FramesOfTurn {
  readonly #requestId: RequestId;
  #messages: readonly LiveMessage[] = [];
  #made: readonly Framed[] = [];

  constructor(requestId: RequestId) {
    this.#requestId = requestId;
  }

  of(messages: readonly LiveMessage[]): readonly Framed[] {
    if (messages !== this.#messages) {
      this.#messages = messages;
      this.#made = messages.map((message) => ({ frame: textFrame(dataText(this.#requestId, message)), message }));
    }
    return this.#made;
  }
}

export interface Chunk {
  readonly bytes: Buffer;
  /** The same list for all who are given the chunk. */
  readonly messages: readonly LiveMessage[];
}

export interface Framed {
  readonly frame: Buffer;
  readonly message: LiveMessage;
}

function toChunks(path: readonly Framed[]): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  let length = 0;
  for (const [index, { frame }] of path.entries()) {
    if (index > start && length + frame.length > chunkBytes) {
      chunks.push(toChunk(path.slice(start, index), length));
      start = index;
      length = 0;
    }
    length += frame.length;
  }
  if (path.length > start) chunks.push(toChunk(start === 0 ? path : path.slice(start), length));
  return chunks;
}

/** A frame that leaves alone is not copied. */
function toChunk(framed: readonly Framed[], length: number): Chunk {
  const messages = framed.map(({ message }) => message);
  const [only] = framed;
  if (framed.length === 1 && only !== undefined) return { bytes: only.frame, messages };
  return {
    bytes: Buffer.concat(
      framed.map(({ frame }) => frame),
      length,
    ),
    messages,
  };
}
