/** The place of a relay's last 24 hours on the card: its size is fixed, and what stands in it is fetched after the card. (A3, A5) */
import type { Device } from "@relaydeck/contract/devices";
import type { Relay } from "@relaydeck/contract/relays";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { MissingStrip } from "./missing-strip.tsx";

const RelayStrip = lazyPart(async () => (await import("./relay-strip.tsx")).RelayStrip, {
  missing: (_, missed) => <MissingStrip {...missed} />,
});

export function StripSlot(props: { device: Device; relay: Relay }) {
  return (
    <div className="strip-slot">
      <RelayStrip {...props} />
    </div>
  );
}
