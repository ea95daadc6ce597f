/** Who does something, for the record and the log: a person, or an administrator over people's heads. [AD-8] */
import type { Caller, RequestFacts } from "../caller.ts";

export interface Doer {
  readonly actorKind: "user" | "admin";
  readonly actorId: string;
  readonly request: RequestFacts;
}

export function personDoing({ caller, request }: { readonly caller: Caller; readonly request: RequestFacts }): Doer {
  return { actorKind: "user", actorId: caller.userId, request };
}
