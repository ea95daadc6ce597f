/** Checking, registering and reading again. Refusals come back as values with the server's sentence. */
import { useMemo } from "react";
import { isSignedOut, RelaydeckError } from "@relaydeck/client/relaydeck-error";
import { err, ok } from "@relaydeck/kit/result";
import { useClient } from "../app/client.tsx";
import { messageOfServer } from "../app/server-message.ts";
import { trpc } from "../app/trpc.ts";
import type { FailedRefresh } from "./after-failed-refresh.ts";
import type { DashboardActions, Refused } from "./data.tsx";

export function useOtherActions(
  setFailedRefresh: (failed: FailedRefresh | null) => void,
): Pick<DashboardActions, "checkDevice" | "registerDevice" | "refresh"> {
  const { api, live } = useClient();
  const utils = trpc.useUtils();
  return useMemo(
    () => ({
      async checkDevice(deviceId) {
        try {
          await api.devices.check.mutate({ deviceId });
          return ok(null);
        } catch (cause) {
          return err(refusedBy(cause));
        }
      },
      async registerDevice(input) {
        try {
          const device = await api.devices.register.mutate(input);
          live.afterChange();
          return ok(device);
        } catch (cause) {
          return err(refusedBy(cause));
        }
      },
      async refresh() {
        const wasLive = live.getState().link === "live";
        live.tryNow();
        try {
          await api.devices.list.query();
          setFailedRefresh(null);
        } catch (cause) {
          // The store itself says it when nobody is signed in any more.
          setFailedRefresh(isSignedOut(cause) ? null : { wasLive });
        }
        await utils.invalidate();
      },
    }),
    [api, live, utils, setFailedRefresh],
  );
}

/** Anything but the client's own error is a defect of ours and goes on. */
function refusedBy(cause: unknown): Refused {
  if (!(cause instanceof RelaydeckError)) throw cause;
  return { message: messageOfServer(cause), issues: new Map(cause.issues.map((issue) => [issue.path, issue.message])) };
}
