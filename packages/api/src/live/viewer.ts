import type { Permission } from "@relaydeck/contract/devices";
import type { ProgramRight } from "@relaydeck/core/policy";
import type { LiveMessage } from "./item.ts";

/** Where a viewer's events go: a socket, a generator, a test. */
export interface Sink {
  /**
   * Takes events in order; must not throw and must bound what it keeps. Who is given the same list shares its bytes.
   * What is kept beyond the turn leaves as `LiveFeed.seenNow` gives it. [WS-5]
   *
   * `isLast`: it is the end of the turn, and nothing more is to come; what does come all the same follows by itself.
   */
  push(messages: readonly LiveMessage[], isLast?: boolean): void;
  /** The stream is over: the session ended, or the server stops. Nothing is pushed afterwards. */
  end(why: "session-ended" | "shutting-down"): void;
}

/** A right in the index; `expiresAt` (epoch ms) is compared with the clock at every send. [WS-5, AZ-5] */
export interface Right {
  readonly permission: Permission;
  readonly expiresAt: number | null;
}

/** One open stream of one signed-in person. Its rights follow the log, event by event. */
export interface Viewer {
  readonly userId: string;
  readonly sessionId: string | null;
  /** The bounds of a program's token; undefined for a person. */
  readonly program: ProgramRight | undefined;
  /** The absolute end of the session or the token, epoch ms; compared at every send. [SE-3] */
  readonly sessionEndsAt: number | null;
  /** Number of the log that the snapshot stands for; rows up to it are in it already. */
  readonly startsAfter: number;
  readonly sink: Sink;
  /** The devices to which the index knows a right of this viewer; the index alone writes it. */
  deviceIds: readonly string[];
}
