/** One device as a row of 64 px: name, state, a pip per relay. One press opens it in place to the whole card. */
import { memo, useId, type ReactNode } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { Relay } from "@relaydeck/contract/relays";
import { useDashboardTexts, useFormats } from "../texts/texts.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { OnScreenArticle } from "../ui/on-screen.tsx";
import { useNow } from "../ui/time.tsx";
import { useSituation } from "./data.tsx";
import { deviceStatus } from "./device-view.ts";
import { DeviceBody } from "./device-card.tsx";
import { DeviceAge, DeviceBadges, DeviceMenu, DeviceStatusBadge } from "./device-head.tsx";
import { lineText } from "./failure-text.ts";
import { ShareButton } from "./sharing/share-button.tsx";
import { truthOf, type Truth } from "./relay-truth.ts";
import { useRelayFacts } from "./use-relay.ts";
import { ageText } from "./words.ts";

interface CompactDeviceProps {
  device: Device;
  isOpen: boolean;
  onToggle: (deviceId: string) => void;
  extra?: ReactNode;
}

export const CompactDevice = memo(function CompactDevice({ device, isOpen, onToggle, extra }: CompactDeviceProps) {
  const id = useId();
  return (
    <OnScreenArticle
      className="device device-compact"
      aria-labelledby={id}
      data-device={device.id}
      data-open={isOpen ? "" : undefined}
      tabIndex={-1}
    >
      <div className="compact-head">
        <div className="compact-title">
          <h3 className="device-name" id={id}>
            <button
              type="button"
              className="compact-toggle"
              data-shortcut="expand"
              aria-expanded={isOpen}
              onClick={() => onToggle(device.id)}
            >
              {device.name}
            </button>
          </h3>
          <DeviceBadges device={device} />
        </div>
        <div className="compact-state">
          <DeviceStatusBadge device={device} />
          {!isOpen && <CompactAge device={device} />}
        </div>
        <ul className="plain pips" hidden={isOpen}>
          {device.relays.map((relay) => (
            <Pip key={relay.number} device={device} relay={relay} />
          ))}
        </ul>
        <Icon name="chevron" className="compact-chevron" />
      </div>
      {isOpen && (
        <div className="compact-body">
          <div className="compact-line">
            <DeviceAge device={device} />
            <ShareButton device={device} />
            <DeviceMenu device={device} />
          </div>
          {extra}
          <DeviceBody device={device} />
        </div>
      )}
    </OnScreenArticle>
  );
});

/** The age of the word, where the row has room for it. */
function CompactAge({ device }: { device: Device }) {
  const { link } = useSituation();
  const texts = useDashboardTexts();
  const formats = useFormats();
  const now = useNow();
  return <span className="compact-age">{ageText(deviceStatus(device, { link, now }), { texts, formats, now })}</span>;
}

/** ✓ on · ○ off · ◇ not known · ! needs a look · → under way; an outline is last known. */
function Pip({ device, relay }: { device: Device; relay: Relay }) {
  const texts = useDashboardTexts();
  const formats = useFormats();
  const facts = useRelayFacts(device, relay);
  const truth = truthOf(facts);
  const look = pipLook(truth);
  return (
    <li className="pip" data-pip={look.kind}>
      <Icon name={look.icon} size={14} />
      <span className="pip-name" aria-hidden="true">
        {relay.name}
      </span>
      <span className="visually-hidden">
        {texts.relay.pip(relay.name, lineText(facts, truth, { texts, formats, now: facts.now }))}
      </span>
    </li>
  );
}

function pipLook(truth: Truth): { kind: string; icon: IconName } {
  switch (truth.kind) {
    case "on":
    case "confirmed":
      return {
        kind: truth.kind === "confirmed" ? truth.state : "on",
        icon: truth.kind === "confirmed" && truth.state === "off" ? "circle" : "tick",
      };
    case "off":
      return { kind: "off", icon: "circle" };
    case "last-known":
      return { kind: "last-known", icon: truth.state === "on" ? "tick" : "circle" };
    case "unknown":
    case "unconfirmed":
    case "out-of-touch":
      return { kind: "unknown", icon: "diamond-question" };
    case "requested":
    case "checking":
    case "asking":
    case "sent":
    case "acknowledged":
      return { kind: "pending", icon: "dashed-ring" };
    case "expired":
    case "cancelled":
      return { kind: "attention", icon: "hourglass" };
    case "failed":
    case "no-load":
    case "current-flows":
    case "answered-no-load":
    case "answered-disagrees":
    case "unanswered-disagrees":
      return { kind: "attention", icon: "triangle" };
  }
}
