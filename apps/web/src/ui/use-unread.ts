/**
 * From a reading that failed until one that did not: what asks for it again stays where it is while it is asked, and keeps its
 * focus. [A2]
 */
import { useState } from "react";

export function useUnread({ hasFailed, isRead }: { hasFailed: boolean; isRead: boolean }): boolean {
  const [wasUnread, setWasUnread] = useState(false);
  const isUnread = hasFailed || (wasUnread && !isRead);
  if (isUnread !== wasUnread) setWasUnread(isUnread);
  return isUnread;
}
