/**
 * Claimed commands whose call has not left yet, as when no connection to the cloud is free: their calls are stopped when the
 * right, the session or the person behind them ends. What has left is beyond recall. [C6, AZ-2, SE-5]
 *
 * Fed by the live log, so it hears of every such end, on whatever node it was decided.
 */
import type { CommandRow } from "@relaydeck/db/relays/commands";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { LiveRow } from "../live/live-row.ts";

export interface UnsentCall {
  /** Aborted when the call may leave no more. */
  readonly signal: AbortSignal;
  /** It left, or never will: nothing stops it any more. */
  over(): void;
}

type Asker = Pick<CommandRow, "id" | "actorId" | "deviceId" | "sessionId">;

export class UnsentCalls {
  readonly #calls = new Map<string, { readonly asker: Asker; readonly stop: AbortController }>();
  readonly #leave: Disposer;

  constructor(onRows: (listener: (rows: readonly LiveRow[]) => void) => Disposer) {
    this.#leave = onRows((rows) => {
      for (const row of rows) this.#look(row);
    });
  }

  /** Before the claim, so that what ends right after it finds the call. */
  begin(asker: Asker): UnsentCall {
    const stop = new AbortController();
    this.#calls.set(asker.id, { asker, stop });
    return { signal: stop.signal, over: () => void this.#calls.delete(asker.id) };
  }

  close(): void {
    this.#leave();
  }

  #look(row: LiveRow): void {
    if (row.body.kind !== "access" && row.body.kind !== "session-ended") return;
    for (const { asker, stop } of this.#calls.values()) if (asker.actorId === row.userId && ends(row, asker)) stop.abort();
  }
}

function ends({ body, deviceId }: LiveRow, asker: Asker): boolean {
  if (body.kind === "session-ended") return body.sessionId === null || body.sessionId === asker.sessionId;
  return body.kind === "access" && deviceId === asker.deviceId && (body.access === "none" || body.access === "view");
}
