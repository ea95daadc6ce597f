/** A device somebody shared to be seen: the same card without switches, each relay's state as a badge, and whose it is. */
import { memo } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Relay } from "@relaydeck/contract/relays";
import { useDashboardTexts, useFormats } from "../texts/texts.tsx";
import { StatusBadge } from "../ui/badge.tsx";
import { useNow } from "../ui/time.tsx";
import { AlertsPanel } from "./alerts/alerts-panel.tsx";
import type { Share } from "./data.tsx";
import { DeviceFrame } from "./device-frame.tsx";
import { lineText } from "./failure-text.ts";
import { LoadFaults } from "./load-faults.tsx";
import { truthOf } from "./relay-truth.ts";
import { truthLooks } from "./relay-view.ts";
import { useRelayFacts } from "./use-relay.ts";
import { VitalsRow } from "./vitals.tsx";

export const ViewOnlyCard = memo(function ViewOnlyCard({ device, share }: { device: Device; share: Share | undefined }) {
  const texts = useDashboardTexts();
  return (
    <DeviceFrame device={device} heading="h4">
      {share !== undefined && <SharedBy share={share} />}
      <LoadFaults device={device} />
      <ul className="plain relays" aria-label={texts.device.relays(device.name)}>
        {device.relays.map((relay) => (
          <ViewOnlyRelay key={relay.number} device={device} relay={relay} />
        ))}
      </ul>
      {device.model === "powerone" && <VitalsRow device={device} />}
      {device.model === "powerone" && <AlertsPanel device={device} />}
    </DeviceFrame>
  );
});

function SharedBy({ share }: { share: Share }) {
  const texts = useDashboardTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  const { owner, expiresAt } = share;
  const name = `${owner.firstName} ${owner.lastName}`.trim() || owner.email;
  return (
    <p className="device-note">
      {expiresAt === null ? texts.shared.by(name) : texts.shared.byUntil(name, formats.day(fromInstant(expiresAt), now))}
    </p>
  );
}

function ViewOnlyRelay({ device, relay }: { device: Device; relay: Relay }) {
  const texts = useDashboardTexts();
  const formats = useFormats();
  const facts = useRelayFacts(device, relay);
  const truth = truthOf(facts);
  const look = truthLooks[truth.kind];
  return (
    <li className="relay relay-view-only" data-truth={truth.kind}>
      <p className="relay-name">
        <span className="relay-number" aria-hidden="true">
          {relay.number}
        </span>
        {relay.name}
      </p>
      <StatusBadge tone={look.tone} icon={look.icon} outline={truth.kind === "last-known"}>
        {lineText(facts, truth, { texts, formats, now: facts.now })}
      </StatusBadge>
    </li>
  );
}
