import { useCallback } from "react";
import { useLocation } from "wouter";
import { clientPaths } from "./paths.ts";

/** Replaces this page by a same-origin path: within the application where it has that page, else by a full visit. */
export function useGoTo(): (path: string) => void {
  const [, navigate] = useLocation();
  return useCallback(
    (path) => {
      const isOurs = clientPaths.some((known) => known === path.split(/[?#]/, 1)[0]);
      if (isOurs) navigate(path, { replace: true });
      else location.replace(path);
    },
    [navigate],
  );
}
