/** Commands of one device over a time, with who gave them: for its history. */
import { and, desc, eq, gt, gte, isNull, lte } from "drizzle-orm";
import type { Reader } from "../store.ts";
import type { CommandWithActor } from "./commands.ts";

/** Newest first; of the present owner's time, whatever the clock said: those accepted after that number. [AD-7, TI-1] */
export function commandsOfDevice(
  { db, t }: Reader,
  which: { deviceId: string; from: number; to: number; commandsAfter: number; limit: number },
): Promise<CommandWithActor[]> {
  const { deviceId, requestedAt, createdAt, acceptedOrder, actorId } = t.relayCommands;
  return db
    .select({ command: t.relayCommands, actor: { id: t.users.id, firstName: t.users.firstName, lastName: t.users.lastName } })
    .from(t.relayCommands)
    .leftJoin(t.users, and(eq(t.users.id, actorId), isNull(t.users.deletedAt)))
    .where(
      and(
        eq(deviceId, which.deviceId),
        gt(acceptedOrder, which.commandsAfter),
        // Never before `createdAt`, and for an index to find.
        gte(requestedAt, which.from),
        gte(createdAt, which.from),
        lte(createdAt, which.to),
      ),
    )
    .orderBy(desc(acceptedOrder))
    .limit(which.limit);
}
