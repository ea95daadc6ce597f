/**
 * The place of a relay's last 24 hours on the card: its size is fixed, and what stands in it is fetched after the card, and drawn
 * while the card is seen: the strips of 200 cards, drawn anew together each minute, were one long task. (A3, A5, A16)
 */
import { useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Relay } from "@relaydeck/contract/relays";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useIsSeen } from "../../ui/on-screen.tsx";
import { MissingStrip } from "./missing-strip.tsx";

const RelayStrip = lazyPart(async () => (await import("./relay-strip.tsx")).RelayStrip, {
  missing: (_, missed) => <MissingStrip {...missed} />,
});

export function StripSlot(props: { device: Device; relay: Relay }) {
  const isSeen = useIsSeen();
  // What has the focus keeps it when it is scrolled away. [A2]
  const [hasFocus, setHasFocus] = useState(false);
  return (
    // When the whole window loses the focus, what had it in the page keeps it there.
    <div
      className="strip-slot"
      onFocus={() => setHasFocus(true)}
      onBlur={({ currentTarget }) => setHasFocus(currentTarget.contains(document.activeElement))}
    >
      {(isSeen || hasFocus) && <RelayStrip {...props} />}
    </div>
  );
}
