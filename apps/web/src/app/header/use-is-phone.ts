import { useMemo, useSyncExternalStore } from "react";

/** Below the tablet's width: the header has room for the name, the link status and the user button only. */
export function useIsPhone(): boolean {
  const query = useMemo(() => matchMedia("(width < 768px)"), []);
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
}
