/** “Email Alerts (2 active)” at the foot of a PowerOne card; what it holds is fetched when it is opened first. (A5) */
import { useId, useState } from "react";
import type { Device } from "@relaydeck/contract/devices";
import { useDashboardTexts } from "../../texts/texts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { useDashboardActions } from "../data.tsx";

const AlertsBody = lazyPart(async () => (await import("./alerts-body.tsx")).AlertsBody, {
  waiting: () => <div className="alerts-waiting" aria-busy="true" />,
});

export function AlertsPanel({ device }: { device: Device }) {
  const texts = useDashboardTexts().alerts;
  const { useActiveAlerts } = useDashboardActions();
  const active = useActiveAlerts(device.id);
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  return (
    <div className="alerts-panel">
      <button
        type="button"
        className="alerts-toggle"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chevron" className="alerts-chevron" />
        <span>{texts.heading}</span>
        {active !== null && active > 0 && <span className="alerts-count">{texts.active(active)}</span>}
        <span className="visually-hidden">{texts.of(device.name)}</span>
      </button>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <AlertsBody device={device} />}
      </div>
    </div>
  );
}
