/** The place of a relay's last 24 hours on the card: its size is fixed, and what stands in it is fetched after the card. (A3, A5) */
import { lazy, Suspense } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Relay } from "@relaydeck/contract/relays";

const RelayStrip = lazy(async () => ({ default: (await import("./relay-strip.tsx")).RelayStrip }));

export function StripSlot(props: { device: Device; relay: Relay }) {
  return (
    <div className="strip-slot">
      <Suspense>
        <RelayStrip {...props} />
      </Suspense>
    </div>
  );
}
