/** A time without data, as the live log tells it to everybody. [C3] */
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import type { NewLiveEvent } from "@relaydeck/db/live/event";
import { toLiveEvent } from "../live/append.ts";

/** Bounds in epoch ms; `to` is null while it lasts. */
export function gapEvent({ from, to }: { readonly from: number; readonly to: number | null }): NewLiveEvent {
  const body = { kind: "gap", from: toInstant(from), to: toInstantOrNull(to) } as const;
  return toLiveEvent({ deviceId: null, userId: null, body });
}
