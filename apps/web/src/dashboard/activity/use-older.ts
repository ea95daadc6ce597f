/** Pages of the log beyond what the page holds by itself. They are forgotten when the view is cleared. */
import { useState } from "react";
import type { Activity } from "@relaydeck/contract/activity";
import { withOlder, type OlderPages } from "./older-pages.ts";
import type { LogView } from "./use-log-view.ts";

export interface Older {
  /** All that is shown: what the page holds by itself, and the older pages. */
  readonly entries: readonly Activity[];
  /** `end`: there is nothing older. */
  readonly state: "more" | "reading" | "failed" | "end";
  readonly read: () => void;
}

/** A page of the server's holds so many; a shorter one is the last. */
const fullPage = 100;

export function useOlder(shown: readonly Activity[], view: LogView): Older {
  const [pages, setPages] = useState<OlderPages | null>(null);
  const [reading, setReading] = useState<"more" | "reading" | "failed">("more");
  const { clearedAt } = view;
  const { entries, isEnd } = withOlder(shown, pages, clearedAt);
  const last = entries.at(-1);
  async function read() {
    if (last === undefined || reading === "reading") return;
    setReading("reading");
    try {
      const page = await view.readBefore(last.id);
      setPages({ clearedAt, entries: [...entries, ...page], isEnd: page.length < fullPage });
      setReading("more");
    } catch {
      // The button stays and says so; the client has told the page if nobody is signed in any more.
      setReading("failed");
    }
  }
  return { entries, state: isEnd || entries.length < fullPage ? "end" : reading, read: () => void read() };
}
