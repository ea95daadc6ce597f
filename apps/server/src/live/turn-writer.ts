/**
 * One write per socket and loop turn: sinks register while events arrive, and are flushed when the turn ends; what a broadcast
 * hands over last leaves with it, without being registered. No timer. [G1, G3, G4]
 */
import type { LoopTurn } from "@relaydeck/kit/loop-turn";
import { TurnList } from "./turn-list.ts";
import type { RequestId } from "./wire.ts";

export interface Flushable {
  flush(): void;
}

export class TurnWriter {
  readonly #turn: LoopTurn;
  #roots = new Map<RequestId, TurnList>();
  /** The one that was asked for last: nearly all clients use the same id. [G4] */
  #last: { readonly requestId: RequestId; readonly root: TurnList } | null = null;
  #waiting: Flushable[] = [];
  #isAwaited = false;

  constructor(turn: LoopTurn) {
    this.#turn = turn;
  }

  /** The empty list of this turn for a request id; the same object for all who ask within the turn. */
  root(requestId: RequestId): TurnList {
    if (this.#last?.requestId === requestId) return this.#last.root;
    this.#await();
    let root = this.#roots.get(requestId);
    if (root === undefined) this.#roots.set(requestId, (root = TurnList.root(requestId)));
    this.#last = { requestId, root };
    return root;
  }

  /** Flushes the sink at the end of this turn. */
  enlist(sink: Flushable): void {
    this.#await();
    this.#waiting.push(sink);
  }

  #await(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    this.#turn.write(() => this.#endTurn());
  }

  #endTurn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#isAwaited = false;
    for (const sink of waiting) sink.flush();
    // A new one and not `clear`: a cleared map's old table points to the new one, and once promoted it keeps turn after turn alive.
    this.#roots = new Map();
    this.#last = null;
  }
}
