/** Devices and their relays in the palette: to go there, and to switch, with the truth of now and its age beside it. */
import { useMemo } from "react";
import { useLocation } from "wouter";
import { Command } from "cmdk";
import type { Device } from "@relaydeck/contract/devices";
import type { Relay, RelayTarget } from "@relaydeck/contract/relays";
import { useDashboardData, useSituation } from "../../dashboard/data.tsx";
import { badgeLook, deviceStatus } from "../../dashboard/device-view.ts";
import { lineText } from "../../dashboard/failure-text.ts";
import { isFresh, type TruthKind } from "../../dashboard/relay-truth.ts";
import { useMoves } from "../../dashboard/use-settling.ts";
import { useRelay, type RelayInHand } from "../../dashboard/use-relay.ts";
import { ageText, inertText, statusWord, type Wording } from "../../dashboard/words.ts";
import { useDashboardTexts, useFormats, useLanguage } from "../../texts/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useNow } from "../../ui/time.tsx";
import { paths } from "../paths.ts";
import { useCommands } from "./commands.ts";
import { useCommandsWords } from "./commands-words.ts";
import { found, type Found } from "./palette-search.ts";
import type { Leave } from "./palette.tsx";

interface RelayAction {
  readonly device: Device;
  readonly relay: Relay;
  readonly target: RelayTarget;
  readonly label: string;
}

interface FoundDevices {
  readonly devices: Found<Device>;
  readonly relays: Found<RelayAction>;
  readonly count: number;
  readonly more: number;
}

export function useFoundDevices(query: string): FoundDevices {
  const words = useCommandsWords().palette;
  const language = useLanguage();
  const all = useDashboardData().devices;
  const entries = useMemo(() => {
    const byName = new Intl.Collator(language, { numeric: true });
    const sorted = (all ?? []).toSorted((a, b) => byName.compare(a.name, b.name));
    const actions = sorted
      .filter(({ userPermission }) => userPermission !== "view")
      .flatMap((device) => actionsOf(device, words));
    const devices = found(query, sorted, ({ name, serialNumber }) => `${name} ${serialNumber}`);
    const relays = found(query, actions, ({ label, device }) => `${label} ${device.name} ${device.serialNumber}`);
    return { devices, relays, count: countOf(devices) + countOf(relays), more: devices.more + relays.more };
  }, [all, language, query, words]);
  // Where the chosen entry leaves by itself, another one is chosen in its place.
  useMoves([...entries.devices.shown, ...entries.relays.shown.map(({ device }) => device)].map(({ id }) => id).join(), query);
  return entries;
}

function countOf({ shown, more }: Found<unknown>): number {
  return shown.length + more;
}

/** Off and on as on the control, both always: what Enter does must not turn around when the relay has switched. */
function actionsOf(
  device: Device,
  words: { turnOn: (relay: string) => string; turnOff: (relay: string) => string },
): RelayAction[] {
  return device.relays.flatMap((relay) => [
    { device, relay, target: "off", label: words.turnOff(relay.name) },
    { device, relay, target: "on", label: words.turnOn(relay.name) },
  ]);
}

export function DeviceGroup({ found: { shown }, leave }: { found: Found<Device>; leave: Leave }) {
  const words = useCommandsWords().palette;
  const show = useShowDevice();
  if (shown.length === 0) return null;
  return (
    <Command.Group heading={words.groups.devices}>
      {shown.map((device) => (
        <DeviceItem key={device.id} device={device} onSelect={() => leave(() => show(device.id))} />
      ))}
    </Command.Group>
  );
}

/** The dashboard brings it into view where it is shown; else its own address does. */
function useShowDevice(): (deviceId: string) => void {
  const commands = useCommands();
  const [, navigate] = useLocation();
  return (deviceId) => {
    if (commands !== null && commands.deviceAsked.size > 0) commands.deviceAsked.emit(deviceId);
    else navigate(`${paths.dashboard}?device=${deviceId}`);
  };
}

function useWording(now: number): Wording {
  return { texts: useDashboardTexts(), formats: useFormats(), now };
}

function DeviceItem({ device, onSelect }: { device: Device; onSelect: () => void }) {
  const { link } = useSituation();
  const wording = useWording(useNow());
  const status = deviceStatus(device, { link, now: wording.now });
  const look = badgeLook(status);
  return (
    <Command.Item className="palette-item" value={device.id} onSelect={onSelect}>
      <Icon name={look.icon} />
      <span className="palette-words">
        <span>{device.name}</span>
        <span className="palette-note">{deviceWords(status, wording)}</span>
      </span>
    </Command.Item>
  );
}

function deviceWords(status: Parameters<typeof statusWord>[0], wording: Wording): string {
  return [statusWord(status, wording), ageText(status, wording)].filter((part) => part !== "").join(", ");
}

export function RelayGroup({ found: { shown } }: { found: Found<RelayAction> }) {
  const words = useCommandsWords().palette;
  if (shown.length === 0) return null;
  return (
    <Command.Group heading={words.groups.relays}>
      {shown.map((action) => (
        <RelayItem key={`${action.device.id}/${action.relay.number}/${action.target}`} action={action} />
      ))}
    </Command.Group>
  );
}

/** An inert one can be chosen too, and then says why, as the control on the card does. */
function RelayItem({ action }: { action: RelayAction }) {
  const { device, relay, target, label } = action;
  const inHand = useRelay(device, relay);
  const note = useRelayNote(device, inHand);
  return (
    <Command.Item
      className="palette-item"
      value={`${device.id}/${relay.number}/${target}`}
      data-inert={inHand.view.press.allowed ? undefined : ""}
      data-truth={inHand.view.truth.kind}
      onSelect={() => inHand.press(target)}
    >
      <Icon name={inHand.view.icon} />
      <span className="palette-words">
        <span>{label}</span>
        <span className="palette-note">{note}</span>
      </span>
    </Command.Item>
  );
}

const reported: ReadonlySet<TruthKind> = new Set(["on", "off", "no-load", "current-flows"]);

/** `Pump house · now On · 1,240 mA, heard 8 s ago`; a command under way speaks for itself; then why a press would do nothing. */
function useRelayNote(device: Device, { facts, view }: RelayInHand): string {
  const words = useCommandsWords().palette;
  const wording = useWording(facts.now);
  const line = lineText(facts, view.truth, wording);
  const truth = reported.has(view.truth.kind) && isFresh(facts) ? words.now(line) : line;
  const status = deviceStatus(device, { link: facts.link, now: facts.now });
  const isPlain = status.kind === "online" && status.isCurrent;
  const age = isPlain ? ageText(status, wording) : deviceWords(status, wording);
  const { press } = view;
  const reason = press.allowed || press.reason === "pending" ? [] : [inertText(press.reason, wording.texts)];
  return [device.name, [truth, age].filter((part) => part !== "").join(", "), ...reason].join(" · ");
}
