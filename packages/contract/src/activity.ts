/** The activity log at the doors. [rest-shapes sections 3, 6; D46, D57] */
import * as z from "zod/mini";
import { idOf } from "./ids.ts";
import { Instant, InstantInput } from "./instant-schemas.ts";
import { CommandState, RelayTarget } from "./relays.ts";

/**
 * What an entry tells of, for who words it in the reader's language; `message` is the same in English. Names are those of
 * that moment, `silentMinutes` is how long the device was silent before, where that is worth saying. Codes may be added.
 */
export const ActivityEvent = z.discriminatedUnion("code", [
  z.strictObject({
    code: z.literal("command"),
    relay: z.string(),
    target: RelayTarget,
    state: CommandState,
    /** The relay was so before, so nothing turned. */
    wasSo: z.boolean(),
    reason: z.nullable(z.string()),
    reasonCode: z.nullable(z.string()),
    returnValue: z.nullable(z.int()),
  }),
  z.strictObject({ code: z.literal("relay-moved"), relay: z.string(), to: RelayTarget, atDevice: z.boolean() }),
  z.strictObject({
    code: z.enum(["device-offline", "device-returned"]),
    device: z.string(),
    silentMinutes: z.nullable(z.int()),
  }),
  z.strictObject({ code: z.enum(["device-online", "device-registered"]), device: z.string() }),
]);
export type ActivityEvent = z.infer<typeof ActivityEvent>;

/** One entry of the activity log. */
export const Activity = z.strictObject({
  id: idOf("activity"),
  timestamp: Instant,
  userId: z.nullable(idOf("user")),
  deviceId: z.nullable(idOf("device")),
  /** English. */
  message: z.string(),
  /** Null in entries of a time before this was kept. */
  event: z.nullable(ActivityEvent),
  type: z.enum(["success", "warning", "error", "info"]),
  deviceName: z.nullable(z.string()),
  /** Null where the viewer may not read other people's names. */
  userName: z.nullable(z.string()),
  relayNumber: z.nullable(z.int()),
  commandId: z.nullable(idOf("command")),
  /** The state of the command that the entry tells of. */
  commandState: z.nullable(CommandState),
});
export type Activity = z.infer<typeof Activity>;

/** Page of the log: `limit` 1 to 200 (default 100), only entries older than `before`. */
export const ActivityQuery = z.strictObject({
  limit: z._default(z.int().check(z.gte(1), z.lte(200)), 100),
  before: z.optional(idOf("activity")),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** The caller's view is empty from `clearedAt` back; the record is kept. [D45] */
export const ActivityCleared = z.strictObject({ message: z.string(), clearedAt: Instant });
export type ActivityCleared = z.infer<typeof ActivityCleared>;

/** How far back the caller's view reaches; null: to the beginning. */
export const ActivityView = z.strictObject({ clearedAt: z.nullable(Instant) });
export type ActivityView = z.infer<typeof ActivityView>;
/** The view as it shall be again, such as it was before it was cleared. */
export const RestoreActivity = z.strictObject({ clearedAt: z.nullable(InstantInput) });
export type RestoreActivity = z.infer<typeof RestoreActivity>;
