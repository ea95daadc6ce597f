/** What the machine knows about its own network. In a browser the window's events, elsewhere always on-line. */
import type { Disposer } from "@relaydeck/kit/disposer";

/** Whether there is a network at all, and when that may have changed. */
export interface Network {
  /** False only when the machine is sure that it has no network. */
  isOnline(): boolean;
  /** Calls the listener after each change, and when the page comes back to the front: time to look at the link again. */
  onChange(listener: () => void): Disposer;
}

/** The parts of a window that are used; each is absent elsewhere. */
export interface MaybeWindow extends MaybeTarget {
  readonly navigator?: { readonly onLine?: boolean };
  readonly document?: MaybeTarget;
}

interface MaybeTarget {
  readonly addEventListener?: (event: string, listener: () => void) => void;
  readonly removeEventListener?: (event: string, listener: () => void) => void;
}

/** The network of this page or program. */
export function machineNetwork(window: MaybeWindow = globalThis as MaybeWindow): Network {
  const watched = [
    { target: window, event: "online" },
    { target: window, event: "offline" },
    { target: window, event: "pageshow" },
    { target: window.document, event: "visibilitychange" },
  ];
  return {
    isOnline: () => window.navigator?.onLine !== false,
    onChange(listener) {
      for (const { target, event } of watched) target?.addEventListener?.(event, listener);
      return () => {
        for (const { target, event } of watched) target?.removeEventListener?.(event, listener);
      };
    },
  };
}
