/** A saved layout as its owner reads it, and what every change of one tells the owner's other pages. */
import { toInstant } from "@relaydeck/contract/instants";
import { LayoutBody, type Layout } from "@relaydeck/contract/layouts";
import type { LayoutRow } from "@relaydeck/db/layouts/store";
import type { Tx } from "@relaydeck/db/store";
import { toLiveEvent } from "../live/append.ts";

export function toLayout({ id, userId, name, isDefault, createdAt, updatedAt, layout }: LayoutRow): Layout {
  return {
    id,
    userId,
    name,
    isDefault,
    createdAt: toInstant(createdAt),
    updatedAt: toInstant(updatedAt),
    // Stored as the schema accepted it; a row that does not parse is a defect.
    layout: LayoutBody.parse(layout),
  };
}

/** "Read again", to all pages of this person, in the transaction of the change. */
export async function tellLayouts(tx: Tx, userId: string): Promise<void> {
  await tx.live([toLiveEvent({ deviceId: null, userId, body: { kind: "layouts" } })]);
}
