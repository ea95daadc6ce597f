import type { Caller, RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";

/** What the stories of shares use. */
export type SharesDeps = Pick<Ground, "store" | "clock" | "random" | "log" | "profiles" | "settings" | "wakeMail">;

/** Who asks, and by which request. */
export interface Asking {
  readonly caller: Caller;
  readonly request: RequestFacts;
}
