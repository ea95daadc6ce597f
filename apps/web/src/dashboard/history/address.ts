/** The address of a device's history: `/dashboard?device=…&view=history&range=…`, so that it can be linked and reloaded. [D15] */
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import type { HistoryRange } from "@relaydeck/contract/history";

export const ranges: readonly HistoryRange[] = ["1h", "24h", "7d", "30d"];

export interface HistoryAddress {
  readonly deviceId: string | null;
  readonly range: HistoryRange;
  readonly open: (deviceId: string, range?: HistoryRange) => void;
  /** `replace`: so that nobody comes back to it. */
  readonly close: (options?: { readonly replace: boolean }) => void;
}

export function useHistoryAddress(): HistoryAddress {
  const [search, setSearch] = useSearchParams();
  const isOpen = search.get("view") === "history";
  const open = useCallback(
    (deviceId: string, range: HistoryRange = "24h") =>
      setSearch((before) => new URLSearchParams({ ...Object.fromEntries(before), device: deviceId, view: "history", range })),
    [setSearch],
  );
  const close = useCallback(
    (options: { readonly replace: boolean } = { replace: false }) =>
      setSearch((before) => {
        const after = new URLSearchParams(before);
        for (const name of ["device", "view", "range"]) after.delete(name);
        return after;
      }, options),
    [setSearch],
  );
  const asked = search.get("range");
  return {
    deviceId: isOpen ? search.get("device") : null,
    range: ranges.find((range) => range === asked) ?? "24h",
    open,
    close,
  };
}
