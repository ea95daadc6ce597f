/** The viewer's alerts on one device: rows with their switch, a way to add one, and what they told lately. */
import "./alerts.css";
import { useCallback, useId } from "react";
import type { Alert } from "@relaydeck/contract/alerts";
import type { Device } from "@relaydeck/contract/devices";
import { trpc } from "../../app/trpc.ts";
import { useTexts } from "../../texts/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, SkeletonRows } from "../../ui/feedback.tsx";
import { keepFocusIn } from "../../ui/kept-focus.ts";
import { useForgetting, useRemovals } from "../removals.tsx";
import { AddAlert } from "./add-alert.tsx";
import { AlertHistory } from "./alert-history.tsx";
import { AlertRow, RemovedRow } from "./alert-row.tsx";
import { useAlertsWords } from "./alerts-words.tsx";
import { isOfSameType, stillDeleted } from "./deleted.ts";
import { useChanging } from "./use-changing.ts";

export function AlertsBody({ device }: { device: Device }) {
  const words = useAlertsWords().list;
  const texts = useTexts();
  const listId = useId();
  const select = useCallback(
    (alerts: Alert[]) => alerts.filter(({ deviceId }) => deviceId === device.id).toReversed(),
    [device.id],
  );
  const query = trpc.alerts.list.useQuery({}, { select });
  const removal = useRemovals().alerts;
  useForgetting(removal, { data: query.data ?? null, isOld: query.isError || query.isStale }, isOfSameType);
  const changing = useChanging(removal);
  if (query.data === undefined) {
    if (!query.isError) return <SkeletonRows rows={2} height={56} />;
    return (
      <EmptyState icon="triangle" action={<Button onClick={() => void query.refetch()}>{texts.tryAgain}</Button>}>
        {words.failed}
      </EmptyState>
    );
  }
  const gone = stillDeleted(
    removal.removed.filter(({ deviceId }) => deviceId === device.id),
    query.data,
  );
  return (
    <div className="alerts" ref={keepFocusIn}>
      {query.data.length === 0 && gone.length === 0 && <p className="device-note">{words.empty}</p>}
      <ul className="plain alert-rows" id={listId}>
        {query.data.map((alert) => (
          <AlertRow key={alert.id} alert={alert} changing={changing} />
        ))}
        {gone.map((alert) => (
          <RemovedRow key={alert.id} alert={alert} changing={changing} />
        ))}
      </ul>
      <AddAlert device={device} used={query.data.map(({ alertType }) => alertType)} />
      <AlertHistory device={device} />
    </div>
  );
}
