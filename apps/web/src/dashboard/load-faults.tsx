/** Where somebody who only glances will see it: which relay's current does not fit its contact. [C12, D54] */
import type { Device } from "@relaydeck/contract/devices";
import { useDashboardTexts, useFormats } from "../texts/texts.tsx";
import { Icon } from "../ui/icon.tsx";
import { useNow } from "../ui/time.tsx";
import { usePressed, useSituation } from "./data.tsx";
import { loadFault } from "./load-fault.ts";
import { relayFactsIn } from "./use-relay.ts";

export function LoadFaults({ device }: { device: Device }) {
  const situation = { ...useSituation(), ...usePressed() };
  const wording = { texts: useDashboardTexts(), formats: useFormats(), now: useNow() };
  const faults = device.relays
    .map((relay) => loadFault(relayFactsIn(situation, { device, relay, now: wording.now }), wording))
    .filter((fault) => fault !== null);
  if (faults.length === 0) return null;
  return (
    <ul className="plain load-faults">
      {faults.map((fault) => (
        <li key={fault.number} className="load-fault" data-tone={fault.tone}>
          <Icon name="triangle" size={14} />
          <span>{fault.text}</span>
        </li>
      ))}
    </ul>
  );
}
