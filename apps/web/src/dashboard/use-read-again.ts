/** Which lists of the query cache an item of the stream makes old. What the live store carries itself is not among them. */
import { useEffect } from "react";
import { useClient } from "../app/client.tsx";
import { trpc } from "../app/trpc.ts";

export function useReadAgain(): void {
  const { live } = useClient();
  const utils = trpc.useUtils();
  useEffect(
    () =>
      live.onItem((item) => {
        switch (item.kind) {
          case "resync":
            return void utils.invalidate();
          case "device":
            return void utils.devices.powerone.invalidate({ deviceId: item.device.id });
          case "shares":
          case "access-granted":
          case "access-ended":
            return void utils.devices.shared.invalidate();
          case "snapshot":
          case "command":
          case "activity":
          case "gap":
          case "status":
          case "alerts":
          case "layouts":
            return;
        }
      }),
    [live, utils],
  );
}
