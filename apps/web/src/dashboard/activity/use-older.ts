/** Pages of the log beyond what the page holds by itself. They are forgotten when the view is cleared. */
import { useState } from "react";
import type { Activity } from "@relaydeck/contract/activity";
import type { LogView } from "./use-log-view.ts";

export interface Older {
  readonly entries: readonly Activity[];
  /** `end`: there is nothing older. */
  readonly state: "more" | "reading" | "failed" | "end";
  readonly read: () => void;
}

/** A page of the server's holds so many; a shorter one is the last. */
const fullPage = 100;

export function useOlder(shown: readonly Activity[], view: LogView): Older {
  const [pages, setPages] = useState<{ for: string | null; entries: readonly Activity[] }>({ for: null, entries: [] });
  const [state, setState] = useState<Older["state"]>("more");
  const isSame = pages.for === view.clearedAt;
  const entries = isSame ? pages.entries : [];
  const last = entries.at(-1) ?? shown.at(-1);
  async function read() {
    if (last === undefined || state === "reading") return;
    setState("reading");
    try {
      const page = await view.readBefore(last.id);
      setPages({ for: view.clearedAt, entries: [...entries, ...page] });
      setState(page.length < fullPage ? "end" : "more");
    } catch {
      // The button stays and says so; the client has told the page if nobody is signed in any more.
      setState("failed");
    }
  }
  return { entries, state: shown.length < fullPage && entries.length === 0 ? "end" : state, read: () => void read() };
}
