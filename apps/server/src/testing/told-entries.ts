/** Lines of somebody's own log, told to that person's streams. */
import { newId } from "@relaydeck/contract/ids";
import { toInstant } from "@relaydeck/contract/instants";
import { toLiveEvent } from "@relaydeck/api/live/append";
import type { Person } from "./people.ts";
import type { Product } from "./product.ts";

/** In one commit, and so in one turn of the live layer; they are about no device. */
export async function tellEntries(
  { clock, deps, store }: Product,
  { userId }: Person,
  messages: readonly string[],
): Promise<void> {
  const entries = messages.map((message) => ({
    id: newId("activity", deps.random),
    timestamp: toInstant(clock.now()),
    userId,
    deviceId: null,
    message,
    event: null,
    type: "info" as const,
    deviceName: null,
    userName: null,
    relayNumber: null,
    commandId: null,
    commandState: null,
  }));
  const rows = entries.map((entry) => toLiveEvent({ deviceId: null, userId, body: { kind: "activity", entry } }));
  await store.write((tx) => tx.live(rows));
}
