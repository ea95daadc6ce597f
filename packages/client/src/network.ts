/** What the machine knows about its own network. In a browser the window's events, elsewhere always on-line. */
import type { Disposer } from "@relaydeck/kit/disposer";

export interface Network {
  /** False only when the machine is sure that it has no network. */
  isOnline(): boolean;
  /** Calls the listener after each change, and after the page came back to the front. */
  onChange(listener: () => void): Disposer;
}

const events = ["online", "offline", "pageshow"] as const;

export function machineNetwork(): Network {
  const { navigator, addEventListener, removeEventListener } = globalThis as MaybeBrowser;
  return {
    isOnline: () => navigator?.onLine !== false,
    onChange(listener) {
      for (const event of events) addEventListener?.(event, listener);
      return () => {
        for (const event of events) removeEventListener?.(event, listener);
      };
    },
  };
}

/** The globals of a window, each of which is absent elsewhere. */
interface MaybeBrowser {
  readonly navigator?: { readonly onLine?: boolean };
  readonly addEventListener?: (event: string, listener: () => void) => void;
  readonly removeEventListener?: (event: string, listener: () => void) => void;
}
