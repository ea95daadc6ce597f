import { expect, test } from "vitest";
import type { SyncState } from "@relaydeck/contract/analytics-overview";
import { newestSync } from "./last-sync.ts";

const at = Date.UTC(2026, 10, 1, 4);
const told = (state: SyncState["state"]): SyncState => ({ state, at: new Date(at).toISOString(), devices: 0, failure: null });

test.each(["running", "done", "failed"] as const)(
  "[D28] a failure that this page saw gives way to one that is %s since",
  (state) => {
    expect(newestSync(told(state), at - 1)).toEqual({ state, at });
    expect(newestSync(told(state), null)).toEqual({ state, at });
  },
);

test("[D28] a failure that this page saw stands over what the server told of before, and where it told of nothing", () => {
  expect(newestSync(told("done"), at + 1)).toEqual({ state: "failed", at: at + 1 });
  expect(newestSync(null, at)).toEqual({ state: "failed", at });
  expect(newestSync(null, null)).toBeNull();
});
