/** The five things to try, and which of them have happened: told by what the server keeps, never by presses. Pure. */
import type { Activity } from "@relaydeck/contract/activity";
import type { AlertNotice } from "@relaydeck/contract/alerts";
import { fromInstant } from "@relaydeck/contract/instants";
import { placeBounds } from "@relaydeck/contract/layout-grid";
import type { Layout, LayoutComponent } from "@relaydeck/contract/layouts";
import type { Share } from "@relaydeck/contract/shares";
import { pageDefault, template } from "../layouts/built-in.ts";
import { placed } from "../layouts/placing.ts";

export const checks = ["switch", "lost", "share", "alert", "move"] as const;
export type Check = (typeof checks)[number];

const alexEmail = "alex@relaydeck.test";

/** By what the page has read anyway. */
export function seenOnPage(page: {
  readonly userId: string | undefined;
  readonly entries: readonly Pick<Activity, "userId" | "commandId" | "commandState">[];
  readonly layouts: readonly Pick<Layout, "layout">[];
}): ReadonlySet<Check> {
  const own = page.entries.filter(({ userId }) => userId === page.userId);
  const lost = new Set(own.filter(({ commandState }) => commandState === "unconfirmed").map(({ commandId }) => commandId));
  const confirmed = own.filter(({ commandState }) => commandState === "confirmed");
  return checked({
    switch: confirmed.length > 0,
    lost: confirmed.some(({ commandId }) => lost.has(commandId)),
    move: page.layouts.some(({ layout }) => isMoved(layout.components)),
  });
}

/** By what is asked for this alone. `mailboxReadAt`: when the mailbox was looked at last. */
export function seenByAsking(answers: {
  readonly shares: readonly Pick<Share, "sharedWith">[];
  readonly notices: readonly Pick<AlertNotice, "mailedAt">[];
  readonly mailboxReadAt: string | null;
}): ReadonlySet<Check> {
  const { shares, notices, mailboxReadAt } = answers;
  const readAt = mailboxReadAt === null ? -Infinity : fromInstant(mailboxReadAt);
  return checked({
    share: shares.some(({ sharedWith }) => sharedWith.email === alexEmail),
    alert: notices.some(({ mailedAt }) => mailedAt !== null && fromInstant(mailedAt) <= readAt),
  });
}

function checked(is: Partial<Record<Check, boolean>>): ReadonlySet<Check> {
  return new Set(checks.filter((check) => is[check] === true));
}

/** Whether the tiles stand otherwise than where nobody had moved them, in both arrangements that nobody has made. */
function isMoved(components: readonly LayoutComponent[]): boolean {
  const actual = placed(components);
  return [pageDefault, template].every((untouched) => {
    const expected = placed(unmoved(components, untouched.components));
    return expected.some(({ component, x }, index) => component.id !== actual[index]?.component.id || x !== actual[index].x);
  });
}

/** The same tiles in the sizes they have, where they stood at first; a new one begins below all others. */
function unmoved(components: readonly LayoutComponent[], untouched: readonly LayoutComponent[]): LayoutComponent[] {
  return components.map((component, index) => {
    const { x, y } = untouched.find(({ id }) => id === component.id)?.position ?? { x: 0, y: placeBounds.y.max + index };
    return { ...component, position: { ...component.position, x, y } };
  });
}
