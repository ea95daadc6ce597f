/** One relay: its name, the line of truth (press it for the evidence), and its control, which never moves or changes shape. */
import { useId, useRef } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Relay } from "@relaydeck/contract/relays";
import { useDashboardTexts, useFormats } from "../texts/texts.tsx";
import { Icon } from "../ui/icon.tsx";
import { Popover } from "../ui/popover.tsx";
import { evidenceLines } from "./evidence-text.ts";
import { lineText } from "./failure-text.ts";
import { StripSlot } from "./history/strip-slot.tsx";
import { pressOnce, RelayControl } from "./relay-control.tsx";
import { commandShown, type RelayFacts } from "./relay-truth.ts";
import type { RelayView } from "./relay-view.ts";
import { RowActions } from "./row-actions.tsx";
import { useRelay } from "./use-relay.ts";
import type { Wording } from "./words.ts";

interface RelayRowProps {
  device: Device;
  relay: Relay;
  /** What it belongs to, where that does not stand above. */
  where?: string;
}

export function RelayRow({ device, relay, where }: RelayRowProps) {
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  const { facts, view, press, explain } = useRelay(device, relay);
  return (
    <li ref={row} className="relay" data-truth={view.truth.kind} data-relay={relay.number}>
      <p className="relay-name" id={`${id}-name`}>
        <span className="relay-number" aria-hidden="true">
          {relay.number}
        </span>
        {relay.name}
        {where !== undefined && <span className="relay-where">{where}</span>}
      </p>
      <TruthLine id={`${id}-truth`} facts={facts} view={view} />
      <RelayControl view={view} nameId={`${id}-name`} truthId={`${id}-truth`} onPress={press} onInertPress={explain} />
      {where === undefined && <StripSlot device={device} relay={relay} />}
      <RowActions device={device} relay={relay} view={view} row={row} onPress={press} />
    </li>
  );
}

function useWording(now: number): Wording {
  return { texts: useDashboardTexts(), formats: useFormats(), now };
}

function TruthLine({ id, facts, view }: { id: string; facts: RelayFacts; view: RelayView }) {
  const texts = useDashboardTexts();
  const wording = useWording(facts.now);
  return (
    <Popover
      label={texts.relay.evidence(facts.relay.name)}
      trigger={
        <button type="button" className="truth" id={id} data-tone={view.tone} onKeyDown={pressOnce}>
          <Icon name={view.icon} size={14} />
          <span>{lineText(facts, view.truth, wording)}</span>
          <span className="visually-hidden">, {texts.relay.evidence(facts.relay.name)}</span>
        </button>
      }
    >
      <div className="evidence">
        {evidenceLines(facts.relay, commandShown(facts), wording).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Popover>
  );
}
