/** Power, battery and signal of a PowerOne device, each with its word; what the device does not tell is said, never 0. [D41] */
import type { Device, PowerOneData } from "@relaydeck/contract/devices";
import { fromInstant } from "@relaydeck/contract/instants";
import { useDashboardTexts, useFormats } from "../texts/texts.tsx";
import { Icon } from "../ui/icon.tsx";
import { Age, useNow } from "../ui/time.tsx";
import { useDashboardActions, useSituation } from "./data.tsx";
import { isHeard } from "./relay-truth.ts";
import { vitalsOf, type SignalWord, type Vitals } from "./device-view.ts";

export function VitalsRow({ device }: { device: Device }) {
  const { usePowerOne } = useDashboardActions();
  const { link } = useSituation();
  const loaded = usePowerOne(device.id);
  const texts = useDashboardTexts();
  const formats = useFormats();
  const now = useNow(60_000);
  if (loaded.data === null) {
    if (loaded.failed) return <p className="vitals">{texts.device.unreadableNoData}</p>;
    return <div className="vitals vitals-waiting" aria-busy="true" />;
  }
  const failedText = loaded.failed && loaded.readAt !== null ? texts.device.unreadable(formats.time(loaded.readAt, now)) : null;
  return (
    <>
      <VitalsList data={loaded.data} isCurrent={isHeard({ device, link })} />
      {failedText !== null && <p className="device-note">{failedText}</p>}
    </>
  );
}

function VitalsList({ data, isCurrent }: { data: PowerOneData; isCurrent: boolean }) {
  const texts = useDashboardTexts();
  const { power, batteryPercent, signal } = vitalsOf(data);
  if (data.lastUpdated === null) return <p className="vitals">{texts.device.waitingFirst}</p>;
  return (
    <ul className="plain vitals" data-old={isCurrent ? undefined : ""} aria-label={texts.device.vitals}>
      <li>
        <Icon name="bolt" size={14} />
        {power === null ? texts.vitals.powerUnknown : power === "on" ? texts.vitals.powerOn : texts.vitals.powerOff}
      </li>
      <li>
        <BatteryText percent={batteryPercent} />
      </li>
      <li>
        <SignalText signal={signal} />
      </li>
      <li className="vitals-age">
        <UpdatedAgo at={fromInstant(data.lastUpdated)} isCurrent={isCurrent} />
      </li>
    </ul>
  );
}

function BatteryText({ percent }: { percent: number | null }) {
  const texts = useDashboardTexts();
  const formats = useFormats();
  if (percent === null) return <>{texts.vitals.batteryUnavailable}</>;
  const shown = formats.percent(Math.round(percent));
  return (
    <>
      <BatteryIcon percent={percent} />
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{texts.vitals.battery(shown)}</span>
    </>
  );
}

function SignalText({ signal }: { signal: Vitals["signal"] }) {
  const texts = useDashboardTexts();
  const formats = useFormats();
  if (signal === null) return <>{texts.vitals.signalUnavailable}</>;
  return (
    <>
      <SignalIcon word={signal.word} />
      <span className="visually-hidden">{texts.vitals.signalName} </span>
      <span>
        <span>{texts.vitals.signal[signal.word]}</span> · {formats.percent(Math.round(signal.percent))}
      </span>
    </>
  );
}

/** Ticks while it is current; an old one says when it was. */
function UpdatedAgo({ at, isCurrent }: { at: number; isCurrent: boolean }) {
  const texts = useDashboardTexts();
  const formats = useFormats();
  const now = useNow();
  return (
    <>
      <span aria-hidden="true">
        {isCurrent ? texts.device.updated(formats.age(at, now)) : texts.device.lastKnownAt(formats.time(at, now))}
      </span>
      <span className="visually-hidden">
        <Age at={at} />
      </span>
    </>
  );
}

function BatteryIcon({ percent }: { percent: number }) {
  const width = Math.max(0.5, (Math.min(100, percent) / 100) * 9.5);
  return (
    <svg viewBox="0 0 18 12" width="18" height="12" aria-hidden="true">
      <rect x="0.75" y="1.25" width="13.5" height="9.5" rx="2" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <rect x="2.75" y="3.25" width={width} height="5.5" rx="0.75" fill="currentColor" />
      <path d="M16.4 4.5v3" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  );
}

const bars: Readonly<Record<SignalWord, number>> = { excellent: 4, good: 3, fair: 2, poor: 1, veryPoor: 1 };

function SignalIcon({ word }: { word: SignalWord }) {
  return (
    <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden="true">
      {[0, 1, 2, 3].map((bar) => (
        <rect
          key={bar}
          x={0.75 + bar * 4}
          y={8 - bar * 2.4}
          width="2.5"
          height={3.5 + bar * 2.4}
          rx="0.6"
          fill={bar < bars[word] ? "currentColor" : "none"}
          stroke="currentColor"
          strokeWidth="0.75"
        />
      ))}
    </svg>
  );
}
